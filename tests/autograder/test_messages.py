"""Common mistakes get a specific message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from autograder import Status, Verdict
from autograder.core.grading.check import Check
from autograder.core.grading.show_values import format_distinct
from autograder.core.kinds.value import VALUE
from autograder.core.messages.explain_error import undefined_finding
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]
Judge = Callable[..., Verdict]
WALLS = "['compute' if k > 3 else 'memory', 'compute', 'memory']"
PAIRS = "[[(0, 0)], [(0, 1)]]"
WORDS = "The expected words are 'compute', 'memory'."
TREE = "{'a': k, 'b': {'c': k}}"


def words(verdict: Verdict) -> str:
    """Return the report on one line, because tests ignore its line breaks."""
    return " ".join(verdict.text().split())


@pytest.fixture
def function(make_plan: MakePlan) -> Judge:
    """Judge an answer to a function task whose right answer is `right`, an expression of `k`."""

    def judge(right: str, answer: Any, **more: str) -> Verdict:
        extra = "".join(f", {name}={value}" for name, value in more.items())
        solution = f"import numpy as np\ndef f(k):\n    return {right}"
        check = f'check(f, given="k: int in 2..9"{extra})'
        return verdict_at_home(make_plan(solution, check, "function"), answer)

    return judge


@pytest.fixture
def program(make_plan: MakePlan) -> Judge:
    """Judge an answer to a program task whose right answer is `right`, an expression of `x`."""

    def judge(x: str, answer: Any, right: str = "x") -> Verdict:
        plan = make_plan(f"def f(x):\n    return {right}", f'check(f, given="x: {x}")')
        return verdict_at_home(plan, answer)

    return judge


def value(*right: Any) -> Check:
    """Return the plan of a value task with the names `a`, `b`, ..."""
    return Check("t", VALUE, 1.0, ("a", "b")[: len(right)], right, tolerance=0.01)


@pytest.mark.parametrize(
    ("right", "answer", "message"),
    [
        ("k", lambda k: None, "Your function returned `None`: is `return` missing?"),
        ("None", lambda k: 3, "expected None got 3"),
        ("k", lambda k: lambda: k, "Call it, `f(...)`"),
        ("[1] * 8", lambda k: [1] * 7, "the wrong length: expected 8, got 7."),
        ("k * 10 ** 9", lambda k: int(np.int64(k * 10**9).astype(np.int32)), "32 bits"),
        ("k", lambda k: jnp.asarray(k) + 3 * 10**9, "keeps whole numbers in 32 bits"),
        ("k", lambda k: np.arange(3.0) > 1 & np.arange(3.0), "Put each comparison in parentheses"),
        # The first difference is located.
        (TREE, lambda k: {"a": k}, "The answer lacks `b`."),
        (TREE, lambda k: {"a": k, "B": {"c": k}}, "lacks `b` and has the unexpected `B`."),
        (TREE, lambda k: {"a": k, "b": {"c": k, "C": k}}, "at `['b']`, has the unexpected `C`."),
        (TREE, lambda k: {"a": (k, k), "b": {"c": k}},
         "at `['a']`, has a different structure than expected."),
        (PAIRS, lambda k: [[(0, 0)], [(0, 1), (1, 0)]],
         "at `[1]`, has the wrong length: expected 1, got 2."),
        (PAIRS, lambda k: [[(0, 0)], [1]], "at `[1][0]`, is one value, but 2 are expected"),
        # If the right answer consists of several words, the message lists the allowed words.
        (WALLS, lambda k: ["bandwidth", "compute", "memory"], WORDS),
    ],
)  # fmt: skip
def test_messages_about_functions(function: Judge, right: str, answer: Any, message: str) -> None:
    assert message in words(function(right, answer))


def test_returned_ellipsis_is_the_stub(function: Judge, program: Judge) -> None:
    assert function("k", lambda k: ...).status is Status.NOT_RUN
    assert program("f32[n]", lambda x: ...).status is Status.NOT_RUN


def test_missing_values_are_reported() -> None:
    verdict = verdict_at_home(value(1, 2), (1, ...))
    assert verdict.text() == "t: not run yet.\n\n`b` is still `...`."
    assert "still contains the stub" in verdict_at_home(value(1, 2), (..., ...)).text()


@pytest.mark.parametrize(
    ("right", "answer", "message"),
    [
        (0.25, 250, "but it is wrong by a power of ten. Check the unit."),
        (800.0, 100, "It is wrong by a factor of 8: bits instead of bytes"),
        (1024, 1, "KiB or MiB instead of bytes, or a 1024 is missing or used twice."),
        (42.37, 43, "It is the right number, rounded to too few digits."),
        (
            80.0,
            0.0125,
            "It is 1 divided by the right number. Swap the numerator and the denominator.",
        ),
        (80, -80.0, "Its magnitude is right, but its sign is not."),
        (100, 300, "`a` is not right. got 300"),
        (3, 3 * 1000**2 / 1024**2, "between 1000 and 1024"),
        (("x", "y"), "x y",
         "`a` is one value, but 2 are expected: put them into a list, `[..., ...]`."),
        (("x", "y"), None, "`a` is None. The expression after its `=` returns nothing."),
    ],
)  # fmt: skip
def test_messages_about_values(right: Any, answer: Any, message: str) -> None:
    assert message in words(verdict_at_home(value(right), (answer,)))


def test_list_in_place_of_a_value_hides_the_right_value() -> None:
    text = words(verdict_at_home(value(1234), ([1, 2],)))
    assert "expected a number got [1, 2]" in text
    assert "1234" not in text


MATRIX, BATCH = "f32[n, 3]", "f32[2, 7, 4, 2]"
ORDER = "The axes are in a different order: use `jnp.transpose`"
INTEGERS = "Convert the result with `.astype(jnp.int32)`."


@pytest.mark.parametrize(
    ("x", "answer", "message"),
    [
        ("f32[n]", lambda x: [2 * entry for entry in x], "combine all of them with `jnp.stack`"),
        (MATRIX, lambda x: x.sum(), "To get one result per entry, use `vmap`"),
        (MATRIX, lambda x: x.sum(1),
         "An axis is missing: `keepdims=True` keeps the axis of a reduction"),
        (MATRIX, lambda x: x[:, None], "There is an extra axis: reduce it, for example with `sum`"),
        (MATRIX, lambda x: x.T, "The axes are swapped: use `.T`."),
        ("f32[n]", lambda x: x.astype(jnp.int32), "You returned whole numbers, but floats are ex"),
        ("f32[n]", lambda x: x * (x / x), "not finite (NaN or infinity)"),
        (MATRIX, lambda x: x.astype(jnp.bfloat16),
         "Convert it, or your result, with `.astype(jnp.float32)`"),
        (MATRIX, lambda x: x.argsort(0), "return indices: use them to select the values"),
        (MATRIX, lambda x: x > 0, "You returned `True` and `False`"),
        (MATRIX, lambda x: jax.vmap(jnp.negative),
         "returned a function instead of an array. `jax.vmap(f)`"),
        ("i32[n]", lambda x: x.astype("uint8"), INTEGERS),
        ("f32[2, 3]", jnp.ravel, "the axes are not: use `.reshape`."),
        # `.T` would give the right shape for the first answer but mix batch and channels.
        (BATCH, lambda x: x.transpose(0, 2, 1, 3), ORDER),
    ],
)  # fmt: skip
def test_messages_about_arrays(program: Judge, x: str, answer: Any, message: str) -> None:
    text = words(program(x, answer))
    assert message in text
    if message == INTEGERS:
        assert "floats" not in text


@pytest.mark.parametrize(
    ("right", "answer", "message"),
    [
        ("{'w': x, 'b': x}", lambda x: {"w": x}, "The answer lacks `b`."),
        ("{'w': x, 'b': x}", lambda x: x, "expected {b: f32[1], w: f32[1]} got f32[1]"),
        ("x, x.sum()", lambda x: x, "one value, but 2 are expected: `return a, b`."),
    ],
)
def test_messages_about_trees(program: Judge, right: str, answer: Any, message: str) -> None:
    assert message in words(program("f32[n]", answer, right))


@pytest.mark.parametrize("second", [lambda x: 2 * x, lambda x: x.sum()])
def test_index_of_the_expected_array_in_a_tuple_is_advised(program: Judge, second: Any) -> None:
    """`scan` and `vjp` return pairs, and `[1]` is easily forgotten."""
    text = words(program("f32[n]", lambda x: (x.sum(), second(x))))
    has_advice = "The value with index 1 has the expected shape: add `[1]`." in text
    assert has_advice == (second(jnp.ones(2)).ndim == 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (np.array([185], "f4"), np.array([184.99998], "f4")),
        (1 / 3, 1 / 3 + 1e-16),
        (10042560000000, 1.004256048e13),
        ("a", np.str_("a")),
        (3, True),
    ],
)
def test_nearly_equal_values_are_formatted_differently(one: Any, other: Any) -> None:
    first, second = format_distinct(one, other)
    assert first != second


def test_misspelled_function_suggests_the_name() -> None:
    others = ["jnp", "no_negativ", "np", "places"]
    assert undefined_finding("no_negatives", others).message == (
        "`no_negatives` is not defined. Rename `no_negativ` to `no_negatives`."
    )
    assert "keep the name" in undefined_finding("no_negatives", ["jax"]).message


MISTAKE = """

# %% wrong: rounds_down
# You rounded down.
def f(k):
    return k // 2 * 2 + (k > 8) * 0
"""


def test_shown_input_exposes_the_known_mistake(make_plan: MakePlan) -> None:
    """Inputs are drawn from 1..9, and shrinking also tries values that were not drawn."""
    plan = make_plan(
        "def f(k):\n    return k", 'check(f, given="k: int in 1..9")', "function", MISTAKE
    )
    verdict = verdict_at_home(plan, lambda k: k // 2 * 2)
    assert verdict.failures[0].smallest_input == "k = 1"
