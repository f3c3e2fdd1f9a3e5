"""Mutations of a solution, and the report of one that passes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder import Task
from autograder.authoring.mutants import mutants
from autograder.authoring.prove import prove

MakeTask = Callable[..., Task]
HALVES = "def f(x):\n    return (x + 1) / 2"


def mutations(source: str) -> list[str]:
    return [mutant.added for mutant in mutants(source)]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("y = 3", ["y = 4", "y = 2"]),
        ("y = True", ["y = False"]),
        ("y = 0.5", ["y = 0.55", "y = -0.5"]),
        ("y = 0.0", ["y = 1.0"]),
        ("y = -x", ["y = x"]),
        ("y = not x", ["y = x"]),
        ("y = a - b", ["y = a", "y = b", "y = a + b", "y = b - a"]),
        ("y = a @ b", ["y = a", "y = b", "y = b @ a"]),
        ("y += a", ["y -= a"]),
        ("y = a < b", ["y = a <= b"]),
        ("y = a and b", ["y = a", "y = b"]),
        ("y = a if b else c", ["y = a", "y = c"]),
        ("y = x.T", ["y = x"]),
        ("y = jnp.max(x)", ["y = x", "y = jnp.min(x)"]),
        ("y = jnp.maximum(a, b)", ["y = a", "y = jnp.minimum(a, b)"]),
        ("y = power(a, b)", ["y = power(b, a)", "y = a"]),
        ("y = f(x, axis=axis)", ["y = f(x)"]),
        ("y = x.astype(jnp.int32)", ["y = jnp.int32", "y = x.astype(jnp.int8)"]),
        ("y = x[a:]", ["y = x[:]"]),
        ("y = [a for a in x if a]", ["y = [a for a in x]"]),
    ],
)
def test_mutation_rules(source: str, changed: list[str]) -> None:
    assert sorted(mutations(source)) == sorted(changed)


def survivors(task: Task) -> list[str]:
    return [
        proof.reason for proof in prove(task, mutants=True) if proof.rule == "surviving_mutants"
    ]


def draw_check(given: str) -> str:
    return f"check(f, given=lambda draw: (draw.int({given}),))"


WRONG = "\n# %% wrong: squared\n# Message.\ndef f(x):\n    return x * x\n"


def test_report_counts_the_mutations_that_pass(make_task: MakeTask) -> None:
    """If all inputs are 1, swapped operands of a division cannot be detected."""
    (text,) = survivors(make_task(HALVES, draw_check("1, 1"), "function", WRONG))
    first, *pairs = text.splitlines()
    assert first == (
        "1 of 11 mutants pass. Draw inputs that expose them, or list the code that may change "
        "in `choices`:"
    )
    assert pairs == ["`return 2 / (x + 1)` passes instead of `return (x + 1) / 2`"]


def test_check_that_detects_all_mutations_has_no_violation(make_task: MakeTask) -> None:
    assert survivors(make_task(HALVES, draw_check("-9, 9"), "function", WRONG)) == [""]


def with_choices(task: Task, choices: str) -> Task:
    text = task.path.read_text().replace("# kind:", f"# choices: {choices}\n# kind:")
    task.path.write_text(text)
    return Task.read(task.path)


def test_declared_choice_is_not_reported(make_task: MakeTask) -> None:
    task = make_task(HALVES, draw_check("1, 1"), "function", WRONG)
    task = with_choices(task, '{"(x + 1) / 2": "all inputs are 1"}')
    assert survivors(task) == [""]


def test_declared_choice_without_effect_is_reported(make_task: MakeTask) -> None:
    task = make_task(HALVES, draw_check("-9, 9"), "function", WRONG)
    assert survivors(with_choices(task, '{"x + 1": "why not"}')) == [
        "No mutant of `x + 1` passes. Remove it from `choices`."
    ]
