"""A check compares values of related types by content, and a message shows where they differ."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from autograder import Status
from autograder.core.grading.check import Check
from autograder.core.inputs.cases import draw_cases
from autograder.core.inputs.generator import PUBLIC, Draw
from autograder.core.inputs.input_spec import parse_spec
from autograder.core.kinds.function import FUNCTION
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]


class Word(str):
    """A subclass of str."""


def make_check(value: Any) -> Check:
    return Check("t", FUNCTION, 1, ("f",), lambda k: value, parse_spec("k: int in 1..2"))


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("car", np.array(["car", "truck"])[0]),
        (["car", "truck"], np.array(["car", "truck"])),
        ([3, 4, 5], np.arange(3, 6)),
        ((2, [0.5, 0.25]), (jnp.int32(2), jnp.array([0.5, 0.25]))),
        ([[1, 2], [3, 4]], np.array([[1, 2], [3, 4]])),
        (1 / 3, np.float32(1) / np.float32(3)),
        (3 * 10**23, 3e23),  # NumPy has no such integer
        ([3, 0.5], [Fraction(3), Decimal("0.5")]),
        ("car", Word("car")),
        (3, jnp.asarray(3)),
        (True, np.bool_(True)),
        ({"a": [1, 3]}, {"a": np.array([1.0, 3])}),
        ({"b": 1, "a": 3}, {"a": 3, "b": 1}),
        ([], np.array([])),
        ([1, 2], (1.0, 2)),
        (0.1 + 0.2, 0.3),
        (math.inf, math.inf),
    ],
)
def test_equal_values_pass(expected: Any, given: Any) -> None:
    assert verdict_at_home(make_check(expected), lambda k: given).status is Status.PASSED


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("car", np.array(["car", "truck"])[1]),
        ([3, 4, 5], np.array([3, 4, 6])),
        (1 / 3, 0.33334),
        (3, np.array([3])),
        (3, True),
        (True, 1),
        (3, "3"),
        (10**20, 10**20 + 1),
        ([1, 2], [1, 2, 3]),
        ({"a": 1}, {"b": 1}),
        (1.0, math.nan),
        # A relative tolerance of infinity would accept everything.
        *((math.inf, given) for given in (3.0, -math.inf)),
        ([math.inf, 1.0], [math.inf, 5.0]),
        (math.nan, 0.0),
    ],
)
def test_different_values_fail(expected: Any, given: Any) -> None:
    assert verdict_at_home(make_check(expected), lambda k: given).status is Status.FAILED


def test_all_combinations_of_choices_are_drawn() -> None:
    def given(draw: Draw) -> tuple[Any, ...]:
        return draw.each(["none", "one", "many"]), draw.each([0, 1, 2, 3])

    for key in (PUBLIC, b"secret"):
        pairs = {case.args for case in draw_cases(given, key, compiled=False)}
        assert len(pairs) == 12


def test_long_array_shows_its_first_difference(make_plan: MakePlan) -> None:
    """The message omits the middle of the array, which contains the difference."""
    plan = make_plan(
        "def f(x):\n    return x + 1", 'check(f, given="x: f32[n, 3] in 1..9, n in 30 | 40")'
    )
    verdict = verdict_at_home(plan, lambda x: (x + 1).at[20, 1].set(-2))
    text = " ".join(verdict.text().split())
    assert re.search(r" is wrong\. The first is \[20, 1\]: expected \d+", text)
    assert "got -2." in text
    assert "(ndarray)" not in text
    assert "The first" not in verdict_at_home(plan, lambda x: x.sum()).text()


class Pair(NamedTuple):
    less: jax.Array
    more: jax.Array


def test_message_locates_a_list_in_place_of_an_array(make_plan: MakePlan) -> None:
    solution = "def f(x):\n    return x, {'each': x + 1}"
    plan = make_plan(solution, 'check(f, given="x: f32[n]")')
    text = verdict_at_home(plan, lambda x: (x, {"each": [x[0] + 1]})).text()
    assert "At `output[1]['each']`: expected one array, got a list of arrays" in text
    assert "1 value: f32[]" in text


def test_named_tuple_equals_tuple(make_plan: MakePlan) -> None:
    plan = make_plan(
        "def f(x):\n    return {'both': (x - 1, x + 1)}, x", 'check(f, given="x: f32[n]")'
    )
    verdict = verdict_at_home(plan, lambda x: [{"both": Pair(x - 1, x + 1)}, x])
    assert verdict.status is Status.PASSED


MORE = """
# %% wrong: took_both_apart
# Message.
import jax
def f(x, y):
    return jax.vmap(lambda a, b: (a - b).sum(axis=0))(x, y)
"""


def test_shape_error_is_shown_for_sizes_above_one(make_plan: MakePlan) -> None:
    plan = make_plan(
        "def f(x, y):\n    return (x[:, None] - y).sum((1, 2))",
        'check(f, given="x: f32[m, d], y: f32[n, d]")',
        more=MORE,
    )
    verdict = verdict_at_home(plan, lambda x, y: jax.vmap(jnp.subtract)(x, y).sum(1))
    assert "`vmap` maps over the first axis of every argument" in verdict.failures[0].message
    shapes = verdict.failures[0].smallest_input
    assert "[1, " not in shapes
    assert ", 1]" not in shapes
    verdict = verdict_at_home(plan, plan.mistakes[0].answer)
    assert verdict.mistake == "took_both_apart"
    assert verdict_at_home(plan, lambda x, y: x.no).mistake == ""
