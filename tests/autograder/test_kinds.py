"""Code asks a kind of task for a trait and never compares its name."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder import CourseError
from autograder.core.grading.check import Check
from autograder.core.kinds import KINDS, kind_called
from autograder.core.kinds.program import PROGRAM
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.runner.judge.judge import GATHERERS

ROOT = Path(__file__).parents[2]
TABLE = "GATHERERS"  # the sandbox's functions by kind
READERS = ("autograder", "manylanes", "book/_ext", "tools", "tests")


def compared(tree: ast.AST) -> Iterator[int]:
    """Return the lines that compare something with the name of a kind, or look it up by `x.kind`. A
    comparison with "value" alone may have another meaning; with `.kind` it cannot.
    """
    for node in ast.walk(tree):
        looked_up = isinstance(node, ast.Subscript) and ast.unparse(node.value) != TABLE
        if looked_up and isinstance(node.slice, ast.Attribute) and _is_kind(node.slice):
            yield node.lineno
        if isinstance(node, ast.Compare) and any(map(_is_kind, [node.left, *node.comparators])):
            sides = [leaf for side in (node.left, *node.comparators) for leaf in ast.walk(side)]
            words = [leaf.value for leaf in sides if isinstance(leaf, ast.Constant)]
            if any(word in KINDS for word in words):
                yield node.lineno
        if isinstance(node, ast.Match) and _is_kind(node.subject):
            yield node.lineno


def _is_kind(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        if isinstance(node.value, ast.Attribute) and node.value.attr == "dtype":
            return False  # a kind in NumPy
        return node.attr == "kind" or (node.attr == "name" and _is_kind(node.value))
    return isinstance(node, ast.Name) and node.id == "kind"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('task.kind == "program"', True),
        ('"prose" != task.kind', True),
        ('task.kind in ("program", "function")', True),
        ('check.kind.name == "value"', True),
        ("SHAPES[check.kind]", True),
        ('array.dtype.kind in "biu"', False),
        ("WIDE[array.dtype.kind]", False),
        ("task.kind == PROGRAM", False),
        ("task.kind.compiled", False),
    ],
)
def test_comparison_with_a_kind_is_detected(source: str, found: bool) -> None:
    assert bool(list(compared(ast.parse(source)))) == found


def test_no_code_compares_the_name_of_a_kind() -> None:
    files = [path for folder in READERS for path in (ROOT / folder).rglob("*.py")]
    files = [path for path in files if "submissions" not in path.parts]  # some are templates
    assert len(files) > 200
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files
        for line in compared(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found


def test_unknown_kind_suggests_similar_names() -> None:
    assert kind_called("program") is PROGRAM
    with pytest.raises(CourseError) as caught:
        kind_called("programme", Path("01_a.py"), 3)
    words = "01_a.py:3: No kind of task is called 'programme'.\nDid you mean program or prose?"
    assert str(caught.value) == words


def test_each_judged_kind_gathers_evidence_in_the_sandbox() -> None:
    judged = {name for name in KINDS if kind_called(name).judged}
    compiled = {name for name in KINDS if kind_called(name).compiled}
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
