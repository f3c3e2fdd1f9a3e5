"""Test random nests of loops and branches that integers control.

Plain Python runs the same nest and counts the products. The integers move between slots
(`last = i`, swaps), leave loops and bound later loops.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import pytest
from jax import lax

from manylanes import cost
from manylanes._cost.bound import Bound

SLOTS = 3
WORK = 2 * 2**3  # of one product of two by two
MOST = 4000  # nests with more products are drawn again
Numbers = tuple[Any, ...]
Steps = tuple["Step", ...]


@dataclass(frozen=True)
class Step:
    """A product, a move of integers, a loop, a branch on an integer, or a branch on data."""

    does: str
    numbers: tuple[int, ...] = ()
    bodies: tuple[Steps, ...] = ()


class TooMany(Exception):
    """The nest runs too long."""


def drawn(dice: random.Random, depth: int) -> Steps:
    return tuple(_step(dice, depth) for _ in range(dice.randint(1, 3)))


def _step(dice: random.Random, depth: int) -> Step:
    deep = ["fori", "while", "scan", "case", "data"] if depth else []
    does = dice.choice(["product", "move", "move", *deep])
    numbers = (dice.randrange(SLOTS), dice.randrange(SLOTS), dice.randint(1, 4))
    bodies = {"fori": 1, "while": 1, "scan": 1, "case": 2}.get(does, 0)
    return Step(does, numbers, tuple(drawn(dice, depth - 1) for _ in range(bodies)))


def moved(step: Step, v: Numbers, least: Callable[[Any, Any], Any]) -> Numbers:
    """Copy one integer to another or increment it; none grows past eight."""
    to, source, by = step.numbers
    new = v[source] if by == 1 else least(v[source] + by - 2, 8)
    return (*v[:to], new, *v[to + 1 :])


def put(v: Numbers, slot: int, number: Any) -> Numbers:
    return (*v[:slot], number, *v[slot + 1 :])


def products(steps: Steps, v: Numbers, done: int = 0) -> tuple[Numbers, int]:
    """Run a nest in plain Python and return the final integers and the number of products."""
    for step in steps:
        to, source, by = step.numbers
        if step.does in ("product", "data"):
            done += 1
        elif step.does == "move":
            v = moved(step, v, min)
        elif step.does == "case":
            v, done = products(step.bodies[v[source] <= by], v, done)
        else:
            bound = v[source] if step.does == "fori" else by
            for i in range(bound):
                v, done = products(step.bodies[0], put(v, to, i), done)
        if done > MOST:
            raise TooMany
    return v, done


def traced(steps: Steps, v: Numbers, x: Any, w: Any) -> tuple[Numbers, Any]:
    """Run a nest in JAX."""
    for step in steps:
        v, x = _TRACED[step.does](step, v, x, w)
    return v, x


def _case(step: Step, v: Numbers, x: Any, w: Any) -> Any:
    _, source, by = step.numbers
    sides = [lambda v, x, body=body: traced(body, v, x, w) for body in step.bodies]
    return lax.cond(v[source] <= by, sides[1], sides[0], v, x)


def _fori(step: Step, v: Numbers, x: Any, w: Any) -> Any:
    to, source, _ = step.numbers
    body = step.bodies[0]
    return lax.fori_loop(0, v[source], lambda i, c: traced(body, put(c[0], to, i), c[1], w), (v, x))


def _while(step: Step, v: Numbers, x: Any, w: Any) -> Any:
    to, _, by = step.numbers

    def body(c: Any) -> Any:
        i, v, x = c
        return i + 1, *traced(step.bodies[0], put(v, to, i), x, w)

    return lax.while_loop(lambda c: c[0] < by, body, (jnp.int32(0), v, x))[1:]


def _scan(step: Step, v: Numbers, x: Any, w: Any) -> Any:
    to, _, by = step.numbers

    def body(c: Any, i: Any) -> Any:
        return traced(step.bodies[0], put(c[0], to, i), c[1], w), None

    return lax.scan(body, (v, x), jnp.arange(by, dtype=jnp.int32))[0]


def _data(step: Step, v: Numbers, x: Any, w: Any) -> Any:
    return v, lax.cond(x[0, 0] > 0, lambda x: x @ w, lambda x: w @ x, x)


_TRACED: dict[str, Callable[..., Any]] = {
    "product": lambda step, v, x, w: (v, x @ w),
    "move": lambda step, v, x, w: (moved(step, v, jnp.minimum), x),
    "case": _case,
    "fori": _fori,
    "while": _while,
    "scan": _scan,
    "data": _data,
}


def nest(seed: int) -> tuple[Steps, int]:
    dice = random.Random(seed)
    while True:
        steps = drawn(dice, 3)
        try:
            return steps, products(steps, (3, 1, 2))[1]
        except TooMany:
            continue


def difference(steps: Steps, ran: int) -> str:
    """Return the difference between the count and the run, or "" if the bound holds."""
    start = tuple(jnp.int32(n) for n in (3, 1, 2))
    counted = cost(lambda x, w: traced(steps, start, x, w)[1], "f32[2, 2]", "f32[2, 2]")
    if not (counted.exact or counted.unknown or counted.assumed):
        return f"an inexact count without a reason: {steps}"
    rows = [row for row in counted.by_op if row.op == "dot_general"]
    claimed, bound = (rows[0].work, rows[0].bounds["work"]) if rows else (0, counted.bounds["work"])
    holds = {
        Bound.EXACT: claimed == ran * WORK,
        Bound.LEAST: claimed <= ran * WORK,
        Bound.MOST: claimed >= ran * WORK,
    }.get(bound, True)
    return "" if holds else f"{bound} {claimed // WORK} products, {ran} ran: {steps}"


PRODUCT, DATA = Step("product", (0, 0, 0)), Step("data", (0, 0, 0))
# A carried integer is the previous value of another slot, next to a branch on data.
LAST = (
    Step("while", (0, 0, 4), ((DATA, Step("move", (1, 0, 1))),)),
    Step("fori", (0, 1, 0), ((PRODUCT,),)),
)
# An unknown loop inside of an unknown loop: its products are missing at both levels.
LEFT_OUT = (
    Step("while", (2, 2, 2), ((Step("fori", (2, 0, 3), ((Step("move", (1, 0, 1)),),)), DATA),)),
    Step("fori", (1, 1, 1), ((Step("fori", (1, 2, 4), ((PRODUCT,),)),),)),
)


@pytest.mark.parametrize("steps", [LAST, LEFT_OUT], ids=["last", "left out"])
def test_nests_that_once_failed(steps: Steps) -> None:
    assert difference(steps, products(steps, (3, 1, 2))[1]) == ""


@pytest.mark.parametrize("part", range(4))
def test_random_nests_cost_what_runs(part: int) -> None:
    seeds = range(25 * part, 25 * part + 25)
    assert [problem for seed in seeds if (problem := difference(*nest(seed)))] == []
