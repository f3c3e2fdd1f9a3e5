"""Code asks a kind of task for a trait and never compares its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder import CourseError
from autograder.core.grading.check import Check
from autograder.core.kinds import KINDS, find_kind
from autograder.core.kinds.program import PROGRAM
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.runner.judge.judge import GATHERERS

ROOT = Path(__file__).parents[2]
READERS = ("autograder", "manylanes", "book/_ext", "tools", "tests")
KIND = r"(?<!dtype)\.kind(\.name)?\b"  # NumPy's dtypes have kinds, too
NAME = rf"""["']({"|".join(KINDS)})["']"""
BY_NAME = re.compile(
    rf"{KIND} *([!=]=|(not )?in\b) *[(\[{{]?{NAME}|{NAME} *[!=]= *[\w.]*{KIND}"
    rf"|match [\w.]*{KIND}:|(?<!\bGATHERERS)\[[\w.]*{KIND}\]"  # the sandbox's functions by kind
)


COMPARISONS = [
    *('task.kind == "program"', '"prose" != task.kind', 'task.kind in ("program", "function")'),
    *('check.kind.name == "value"', "SHAPES[check.kind]", "match task.kind:"),
]
OTHERS = [
    *("GATHERERS[check.kind.name]", 'array.dtype.kind in "biu"', "WIDE[array.dtype.kind]"),
    *("task.kind == PROGRAM", "task.kind.compiled"),
]


def test_comparison_with_a_kind_is_detected() -> None:
    assert [source for source in [*COMPARISONS, *OTHERS] if BY_NAME.search(source)] == COMPARISONS


def test_no_code_compares_the_name_of_a_kind() -> None:
    files = [path for folder in READERS for path in (ROOT / folder).rglob("*.py")]
    files = [path for path in files if "submissions" not in path.parts]  # some are templates
    files.remove(Path(__file__))
    assert len(files) > 200
    assert [str(path) for path in files if BY_NAME.search(path.read_text("utf-8"))] == []


def test_unknown_kind_suggests_similar_names() -> None:
    assert find_kind("program") is PROGRAM
    with pytest.raises(CourseError) as caught:
        find_kind("programme", Path("01_a.py"), 3)
    words = "01_a.py:3: No kind of task is called 'programme'.\nDid you mean program or prose?"
    assert str(caught.value) == words


def test_each_judged_kind_gathers_evidence_in_the_sandbox() -> None:
    judged = {name for name in KINDS if find_kind(name).judged}
    compiled = {name for name in KINDS if find_kind(name).compiled}
    assert set(GATHERERS) == judged - compiled


def test_arguments_must_be_serializable(make_plan: Callable[..., Check]) -> None:
    """At home, any object works, but the judge runs the answer in another process."""
    plan = make_plan(
        "def f(box):\n    return 1",
        "check(f, given=lambda draw: ({'box': [object()]},))",
        kind="function",
    )
    words = r"`given` draws argument\[0\]\['box'\]\[0\], which has the type object"
    with pytest.raises(CourseError, match=words):
        verdict_at_home(plan, plan.reference)
