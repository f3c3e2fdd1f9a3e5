"""A JAX that lacks what the grader's programs are made with: at home values are still compared."""

from __future__ import annotations

import subprocess
import sys

import pytest

from autograder import Course, Status
from autograder.core.course.plan import variant
from autograder.core.programs import mlir
from autograder.notebook.learner.check_task import verdict_at_home


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mlir, "MISSING", ["jaxlib._jax.DeviceList"])


@pytest.mark.usefixtures("gone")
def test_values_decide_and_the_note_says_what_was_left_out(course: Course) -> None:
    task = course.unit("01_first").task("02_move_points")
    plan = task.plan()
    slow = next(item for item in task.wrong if item.name == "moved_twice")
    for answer in (plan.reference, variant(task, slow)):
        verdict = verdict_at_home(plan, answer)
        assert verdict.status is Status.PASSED
        assert [found.property for found in verdict.findings] == ["values"]
        (note,) = verdict.notes
        assert "Only values were compared: this JAX lacks jaxlib._jax.DeviceList" in note
    wrong = next(item for item in task.wrong if item.name == "forgot_translation")
    verdict = verdict_at_home(plan, variant(task, wrong))
    assert (verdict.status, verdict.mistake) == (Status.FAILED, "forgot_translation")


@pytest.mark.usefixtures("gone")
def test_an_error_is_still_the_learners(course: Course) -> None:
    verdict = verdict_at_home(course.unit("01_first").task("01_double").plan(), lambda x: x / None)
    assert verdict.status is Status.FAILED
    assert verdict.findings[0].property in ("raised", "refused")


def test_what_is_gone_is_known_at_once_and_no_judge_begins() -> None:
    """One name that is missing, and one that takes other words than it did."""
    source = (
        "import jaxlib._jax; from jax._src.export import _export;"
        "del jaxlib._jax.DeviceList; _export._check_module = lambda module: None;"
        "from autograder.core.programs import mlir; print(*mlir.MISSING); mlir.require()"
    )
    run = [sys.executable, "-c", source]
    said = subprocess.run(run, capture_output=True, text=True, check=False, timeout=120)
    missing = ["jax._src.export._export._check_module", "jaxlib._jax.DeviceList"]
    assert said.stdout.split() == missing
    assert said.returncode == 1
    assert f"lacks {', '.join(missing)}, which grading needs. Install" in said.stderr


NOTHING = """module { func.func @main() -> tensor<i32> {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    return %0 : tensor<i32> } }"""


def test_a_compilation_asks_for_no_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # JAX 0.12 lacks one of the others, and is asked for them.
    monkeypatch.setattr(mlir, "_COMPILE_FAST", {"xla_backend_optimization_level": 0})
    monkeypatch.setattr(mlir, "compiler_options", lambda *_: pytest.fail("it is asked"))
    made = mlir.compile_text(NOTHING, "cpu")
    assert [each.tolist() for each in mlir.execute(made, [])] == [1]


def test_an_option_that_the_compiler_lacks_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mlir, "_COMPILE_FAST", {**mlir._COMPILE_FAST, "xla_cpu_never_heard_of": 1})
    mlir.compiler_options.cache_clear()
    try:
        chosen = mlir.compiler_options("cpu")
        made = mlir.compile_text(NOTHING, "cpu")
        assert [each.tolist() for each in mlir.execute(made, [])] == [1]
        assert "xla_cpu_never_heard_of" not in chosen
        assert chosen["xla_backend_optimization_level"] == 0
        assert mlir.compiler_options("cuda") == {"xla_allow_excess_precision": False}
    finally:
        mlir.compiler_options.cache_clear()


def test_this_jax_lacks_nothing() -> None:
    assert mlir.MISSING == []
