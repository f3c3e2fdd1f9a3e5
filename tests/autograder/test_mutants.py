"""Small changes of a solution: what they are, and what is told of one that passes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder import Task, prove
from autograder.author.mutants import mutants

MakeTask = Callable[..., Task]
HALVES = "def f(x):\n    return (x + 1) / 2"


def made(source: str) -> list[str]:
    return [mutant.put for mutant in mutants(source)]


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
        ("y = x[a:]", ["y = x[:]"]),
        ("y = [a for a in x if a]", ["y = [a for a in x]"]),
    ],
)
def test_the_rules(source: str, changed: list[str]) -> None:
    assert sorted(made(source)) == sorted(changed)


def test_a_line_is_left_out_and_never_the_last_of_a_body() -> None:
    found = {mutant.source for mutant in mutants("for i in x:\n    a = i\n    b(i)")}
    assert {"for i in x:\n    b(i)", "for i in x:\n    a = i"} <= found
    assert not any("for i in x:" not in source for source in found)


def test_each_change_is_another_text() -> None:
    sources = [mutant.source for mutant in mutants("def f(x):\n    return x * 1 + x * 1")]
    assert len(set(sources)) == len(sources) > 8


def told(task: Task) -> list[str]:
    return [proof.reason for proof in prove(task, mutants=True) if proof.promise == "mutated"]


def checked(given: str) -> str:
    return f"check(f, given=lambda draw: (draw.int({given}),))"


WRONG = "\n# %% wrong: squared\n# Message.\ndef f(x):\n    return x * x\n"


def test_a_change_that_no_input_tells_apart_is_told(make_task: MakeTask) -> None:
    """Of ones alone nobody learns which of the two is divided."""
    (line,) = told(make_task(HALVES, checked("1, 1"), "function", WRONG))
    assert line == (
        "`return 2 / (x + 1)` passes in place of `return (x + 1) / 2`; draw an input that tells "
        "it apart, or add it as a right answer."
    )


def test_a_check_that_sees_all_of_them_keeps_the_promise(make_task: MakeTask) -> None:
    assert told(make_task(HALVES, checked("-9, 9"), "function", WRONG)) == [""]


def test_a_right_answer_is_not_told_again_and_the_same_program_is_none(make_task: MakeTask) -> None:
    source = "import jax.numpy as jnp\ndef f(x):\n    return jnp.where(x.T < 0, 0, x)"
    spec = "lambda x: np.maximum(x, 0)"
    check = f'import numpy as np\ncheck(f, spec={spec}, given="x: f32[n] in -9.0..9.0")'
    assert told(make_task(source, check, more=WRONG)) == [
        "`return jnp.where(x.T <= 0, 0, x)` passes in place of "
        "`return jnp.where(x.T < 0, 0, x)`; draw an input that tells it apart, or add it as a "
        "right answer."
    ]  # and nothing of `x` for `x.T`, which is the same program here
    right = f"\n# %% right: at_most\n{source.replace('x.T < 0', 'x.T <= 0')}\n"
    assert told(make_task(source, check, more=WRONG + right)) == [""]
