"""Compare random programs that reuse values for different purposes with the oracle.

Such reuse does not occur in a chain of steps: a mask of addresses, a sum of indices, a counter used
as data. Loops run at least twice and their results are live, since the oracle does not see reads
in an iteration that is not executed.
For long fuzzing, run `pytest tests/manylanes/test_cost_shared.py --hunt 1000`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from oracle import count
from test_cost_oracle import FEW, compare_with_oracle

from manylanes import cost

N = 5
ROW = np.random.default_rng(5).uniform(-2, 2, N).astype(np.float32)
AT = np.array([3, -1, 0, 4, -2], np.int32)
Values = list[Any]  # f32[N]
Wholes = list[Any]  # i32[N]
Make = Callable[[random.Random, Values, Wholes], Any]


def pick(draw: random.Random, values: list[Any]) -> Any:
    return draw.choice(values[-4:])


def loop(draw: random.Random, xs: Values, ns: Wholes) -> Any:
    x, n, rounds = pick(draw, xs), pick(draw, ns), draw.randint(2, 3)
    steps = [draw.choice(list(VALUES)) for _ in range(2)]

    def body(i: Any, carried: Any) -> Any:
        x, n = carried
        ns = [n, jnp.full(N, i, jnp.int32) + n]
        for step in steps:
            x = VALUES[step](draw, [x, *xs[-1:]], ns)
        return x, pick(draw, ns)

    state = draw.getstate()

    def again(i: Any, carried: Any) -> Any:
        draw.setstate(state)  # traced twice, the body is the same
        return body(i, carried)

    x, n = lax.fori_loop(0, rounds, again, (x, n))
    ns.append(n)
    return x


VALUES: dict[str, Make] = {
    "sum": lambda draw, xs, ns: pick(draw, xs) + pick(draw, xs),
    "sine": lambda draw, xs, ns: jnp.sin(pick(draw, xs)),
    "gather": lambda draw, xs, ns: pick(draw, xs)[pick(draw, ns)],
    "gather, clipped": lambda draw, xs, ns: pick(draw, xs).at[pick(draw, ns)].get(mode="clip"),
    "scatter": lambda draw, xs, ns: pick(draw, xs).at[pick(draw, ns)].set(pick(draw, xs)),
    "scatter-add": lambda draw, xs, ns: pick(draw, xs).at[pick(draw, ns)].add(pick(draw, xs)),
    "select": lambda draw, xs, ns: jnp.where(pick(draw, ns) < 0, pick(draw, xs), pick(draw, xs)),
    "convert": lambda draw, xs, ns: pick(draw, ns).astype(jnp.float32),
    "dynamic slice": lambda draw, xs, ns: jnp.tile(
        lax.dynamic_slice(pick(draw, xs), (pick(draw, ns)[1],), (1,)), N),
    "subtract maximum": lambda draw, xs, ns: pick(draw, xs) - pick(draw, xs).max(),
    "sort": lambda draw, xs, ns: jnp.sort(pick(draw, xs)),
}  # fmt: skip
WHOLES: dict[str, Make] = {
    "shift": lambda draw, xs, ns: pick(draw, ns) + draw.randint(1, 3),
    "scale": lambda draw, xs, ns: pick(draw, ns) * 2 - 1,
    "product": lambda draw, xs, ns: pick(draw, ns) * pick(draw, ns),
    "wrap": lambda draw, xs, ns: jnp.where(pick(draw, ns) < 0, pick(draw, ns) + N, 0),
    "clip": lambda draw, xs, ns: jnp.clip(pick(draw, ns), 0, N - 1),
    "convert": lambda draw, xs, ns: pick(draw, xs).astype(jnp.int32),
    "iota": lambda draw, xs, ns: jnp.arange(N) + pick(draw, ns),
    "gathered index": lambda draw, xs, ns: pick(draw, ns)[pick(draw, ns)],
    "argsort": lambda draw, xs, ns: jnp.argsort(pick(draw, xs)),
    "cumulative sum": lambda draw, xs, ns: jnp.cumsum(pick(draw, ns)),
}


def program(seed: int) -> Callable[[Any, Any], Any]:
    def made(x: Any, n: Any) -> Any:
        draw, xs, ns, left = random.Random(seed), [x], [n], []
        for _ in range(draw.randint(3, 8)):
            whole = draw.random() < 0.45
            makes = WHOLES if whole else {**VALUES, "loop": loop}
            name = draw.choice(list(makes))
            (ns if whole else xs).append(makes[name](draw, xs, ns))
            left += [xs[-1], ns[-1]] if name == "loop" else []
        return xs[-1], draw.choice(xs), draw.choice(ns), left

    return made


def test_programs_that_reuse_values_cost_what_they_execute(request: pytest.FixtureRequest) -> None:
    examples = request.config.getoption("--hunt")
    for seed in range(examples if examples > FEW else 2 * FEW):
        text = jax.jit(program(seed), keep_unused=True).lower(ROW, AT).as_text()
        compare_with_oracle(f"seed {seed}", cost(text), count(text, (ROW, AT)))
