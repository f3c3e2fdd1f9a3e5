"""What Python calls equal is equal; boundaries have their turn; an error is known by its words."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from autograder import Status
from autograder.draw.cases import draw_cases
from autograder.draw.draw import PUBLIC, Draw
from autograder.draw.given import parse
from autograder.home.home import verdict_at_home
from autograder.judge.check import Check
from autograder.kinds import FUNCTION

MakePlan = Callable[..., Check]


class Machine(StrEnum):
    CAR = "car"


def asks(value: Any) -> Check:
    return Check("t", FUNCTION, 1, ("f",), lambda k: value, parse("k: int in 1..2"))


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("car", np.array(["car", "truck"])[0]),
        ("car", Machine.CAR),
        (["car", "truck"], np.array(["car", "truck"])),
        ([3, 4, 5], np.arange(3, 6)),
        ([3, 4, 5], jnp.arange(3, 6)),
        ((2, [0.5, 0.25]), (jnp.int32(2), jnp.array([0.5, 0.25]))),
        ([[1, 2], [3, 4]], np.array([[1, 2], [3, 4]])),
        (1 / 3, np.float32(1) / np.float32(3)),
        (10_042_560_000_000, np.float32(10_042_560_000_000)),
    ],
)
def test_what_python_calls_equal_passes(asked: Any, given: Any) -> None:
    assert verdict_at_home(asks(asked), lambda k: given).status is Status.PASSED


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("car", np.array(["car", "truck"])[1]),
        ([3, 4, 5], np.arange(3, 7)),
        ([3, 4, 5], np.array([3, 4, 6])),
        (1 / 3, 0.33334),
        (3, np.array([3])),
    ],
)
def test_what_differs_does_not(asked: Any, given: Any) -> None:
    assert verdict_at_home(asks(asked), lambda k: given).status is Status.FAILED


def test_each_case_has_its_turn() -> None:
    def given(draw: Draw) -> tuple[Any, ...]:
        return draw.each(["none", "one", "many"]), draw.each([0, 1, 2, 3])

    for key in (PUBLIC, b"secret"):
        pairs = {case.args for case in draw_cases(given, key, compiled=False)}
        assert len(pairs) == 12


MORE = """
# %% wrong: took_both_apart
# Message.
def f(x, y):
    return jax.vmap(lambda a, b: (a - b).sum(axis=0))(x, y)
"""


def test_an_error_is_known_by_what_it_says(
    make_plan: MakePlan,
) -> None:
    plan = make_plan(
        "def f(x, y):\n    return (x[:, None] - y).sum((1, 2))",
        'check(f, given="x: f32[m, d], y: f32[n, d]")',
        more=MORE,
    )
    verdict = verdict_at_home(plan, plan.mistakes[0].answer)
    assert verdict.mistake == "took_both_apart"
    assert verdict_at_home(plan, lambda x, y: x.no).mistake == ""


JITTED = """
from functools import partial
import jax
@partial(jax.jit, static_argnames="k")
"""


def test_a_series_of_calls_needs_its_static_argument(make_plan: MakePlan) -> None:
    more = "\n# %% wrong: not_jitted\n# Message.\ndef f(x, k):\n    return x.reshape(k, -1)\n"
    plan = make_plan(
        f"{JITTED}def f(x, k):\n    return x.reshape(k, -1)",
        'check(f, given="x: f32[6*n], k: 2 | 3", '
        'budget=Budget(compilations=2, calls=[{"n": 1, "k": k} for k in (2, 3, 2)]))',
        more=more,
    )
    assert verdict_at_home(plan, plan.reference).status is Status.PASSED
    verdict = verdict_at_home(plan, plan.mistakes[0].answer)
    assert (verdict.points, verdict.mistake) == (1.0, "not_jitted")
    # Who wraps a jitted function, in a class or with a print, compiles no more for it.
    assert verdict_at_home(plan, lambda x, k: plan.reference(x, k)).status is Status.PASSED
