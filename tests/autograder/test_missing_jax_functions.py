"""If JAX lacks a private function, only values are compared at home, and the judge does not start.

Compiler options that JAX does not know are omitted.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from autograder import Course, Status
from autograder.core.course.plan import load_check, variant
from autograder.core.programs import mlir
from autograder.notebook.learner.check_task import verdict_at_home


@pytest.fixture
def missing_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mlir, "MISSING", ["jaxlib._jax.DeviceList"])


@pytest.mark.usefixtures("missing_function")
def test_values_are_compared_with_a_note(course: Course) -> None:
    task = course.unit("01_first").task("02_move_points")
    plan = load_check(task)
    slow = next(item for item in task.wrong if item.name == "moved_twice")
    for answer in (plan.reference, variant(task, slow)):
        verdict = verdict_at_home(plan, answer)
        assert verdict.status is Status.PASSED
        assert [finding.property for finding in verdict.findings] == ["values"]
        (note,) = verdict.notes
        assert "Only values were compared: this JAX lacks jaxlib._jax.DeviceList" in note
    wrong = next(item for item in task.wrong if item.name == "forgot_translation")
    verdict = verdict_at_home(plan, variant(task, wrong))
    assert (verdict.status, verdict.mistake) == (Status.FAILED, "forgot_translation")


def test_require_exits_and_lists_missing_functions() -> None:
    """One private name of JAX is missing, and one private function has other parameters."""
    source = (
        "import jaxlib._jax; from jax._src.export import _export;"
        "del jaxlib._jax.DeviceList; _export._check_module = lambda module: None;"
        "from autograder.core.programs import mlir; print(*mlir.MISSING); mlir.require()"
    )
    run = [sys.executable, "-c", source]
    process = subprocess.run(run, capture_output=True, text=True, check=False, timeout=120)
    missing = ["jax._src.export._export._check_module", "jaxlib._jax.DeviceList"]
    assert process.stdout.split() == missing
    assert process.returncode == 1
    assert f"lacks {', '.join(missing)}, which grading needs. Install" in process.stderr


NOTHING = """module { func.func @main() -> tensor<i32> {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    return %0 : tensor<i32> } }"""


def test_unknown_compiler_option_is_omitted(monkeypatch: pytest.MonkeyPatch) -> None:
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
