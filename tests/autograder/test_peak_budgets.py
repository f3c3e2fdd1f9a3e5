"""Budgets for peak memory and for products, each in its own task."""

from __future__ import annotations

import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from autograder import Status, Task
from autograder.authoring.task_rules import Trial, right, solution, wrong
from autograder.core.grading.check import Check
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import lowered
from autograder.notebook.learner.check_task import verdict_at_home
from manylanes import cost

MakeTask = Callable[..., Task]

# 64 layers and the gradient of the output. One activation in eight is stored, and eight more
# while a segment is recomputed.
TAPE = """def slope(w, x):
    import jax
    import jax.numpy as jnp

    def eight(h, _):
        return jax.lax.scan(lambda h, _: (jnp.maximum(h @ w, 0), None), h, None, length=8)[0], None

    def loss(w_x):
        return jax.lax.scan(jax.checkpoint(eight), w_x, None, length=8)[0].sum()

    return jax.grad(loss)(x)"""
TAPE_CHECK = (
    'check(slope, given="w: f32[d, d] in -0.4..0.5, x: f32[b, d] in -1.0..1.0, d in 1..8, '
    'b in 1..64", budget=Budget(peak=1.5), tolerance=1e-3)'
)
TAPE_OTHERS = """

# %% wrong: all_kept
# You keep what all 64 layers gave, until the way back.
def slope(w, x):
    import jax
    import jax.numpy as jnp
    def loss(x):
        return jax.lax.scan(lambda h, _: (jnp.maximum(h @ w, 0), None), x, None, length=64)[0].sum()
    return jax.grad(loss)(x)


# %% wrong: written_out
# You keep what all layers gave, each in an array of its own.
def slope(w, x):
    import jax
    import jax.numpy as jnp
    def loss(x):
        for _ in range(64):
            x = jnp.maximum(x @ w, 0)
        return x.sum()
    return jax.grad(loss)(x)


# %% right: by_fours
def slope(w, x):
    import jax
    import jax.numpy as jnp

    def some(h, _):
        return jax.lax.scan(lambda h, _: (jnp.maximum(h @ w, 0), None), h, None, length=4)[0], None

    def loss(x):
        return jax.lax.scan(jax.checkpoint(some), x, None, length=16)[0].sum()

    return jax.grad(loss)(x)


# %% right: written_out_and_computed_again
def slope(w, x):
    import jax
    import jax.numpy as jnp

    def eight(x):
        for _ in range(8):
            x = jnp.maximum(x @ w, 0)
        return x

    def loss(x):
        for _ in range(8):
            x = jax.checkpoint(eight)(x)
        return x.sum()

    return jax.grad(loss)(x)
"""

# A cell that processes T rows: the products with the input can precede the loop.
CELL = """def states(w, u, rows):
    import jax
    import jax.numpy as jnp
    before = rows @ u

    def turn(h, row):
        return (jnp.maximum(h @ w + row, -9) % 7,) * 2

    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), before)[1]"""
CELL_CHECK = (
    'check(states, given="w: f32[d, d] in 0..1, u: f32[m, d] in 0..1, rows: f32[t, m] in 0..1, '
    'd in 1..4, m in 1..4, t in 1..16", budget=Budget(products=1))'
)
CELL_OTHERS = """

# %% wrong: in_the_loop
# You multiply each row by itself, in its turn.
def states(w, u, rows):
    import jax
    import jax.numpy as jnp
    def turn(h, row):
        h = jnp.maximum(h @ w + row @ u, -9) % 7
        return h, h
    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), rows)[1]


# %% wrong: eight_each
# You multiply four times in each turn.
def states(w, u, rows):
    import jax
    import jax.numpy as jnp
    def turn(h, row):
        wide = [part @ m for m, v in ((w, h), (u, row)) for part in (v * 0, v)]
        h = jnp.maximum(sum(wide), -9) % 7
        return h, h
    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), rows)[1]


# %% wrong: once_too_often
# You multiply once more than there are turns and one.
def states(w, u, rows):
    import jax
    import jax.numpy as jnp
    before = rows @ u
    def turn(h, row):
        h = jnp.maximum(h @ w + row, -9) % 7
        return h, h
    return jax.lax.scan(turn, (0 * before[0]) @ w, before)[1]


# %% right: joined
def states(w, u, rows):
    import jax
    import jax.numpy as jnp
    both = jnp.concatenate([w, u])
    def turn(h, row):
        h = jnp.maximum(jnp.concatenate([h, row]) @ both, -9) % 7
        return h, h
    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), rows)[1]
"""
TASKS = {
    "kept": (TAPE, TAPE_CHECK, TAPE_OTHERS),
    "products": (CELL, CELL_CHECK, CELL_OTHERS),
}


@pytest.mark.proof  # proves all promises of other tasks
@pytest.mark.parametrize("name", TASKS)
def test_task_keeps_its_promises(make_task: MakeTask, name: str) -> None:
    answer, check, others = TASKS[name]
    trial = Trial(make_task(answer, check, more=others))
    for promise in (solution, wrong, right):
        assert [str(breach) for breach in promise(trial)] == []


def test_products_are_counted_exactly(make_task: MakeTask) -> None:
    plan: Check = make_task(CELL, CELL_CHECK, more=CELL_OTHERS).plan()
    got = {}
    for mistake in plan.mistakes:
        verdict = verdict_at_home(plan, mistake.answer)
        assert verdict.status is Status.FAILED
        found = next(f for f in verdict.failures if f.property == "products")
        assert "(17 products of arrays)" in found.expected
        got[mistake.name] = found.got.partition("(")[2]
    assert got == {
        "in_the_loop": "32 products of arrays)",
        "eight_each": "64 products of arrays)",
        "once_too_often": "18 products of arrays)",
    }


def hidden(x: jax.Array, w: jax.Array) -> jax.Array:
    return jnp.tanh(x @ w) @ w.T


def test_unrolled_iterations_have_the_peak_of_the_compiled_program() -> None:
    """An unrolled program does not fix the order of its iterations. A loop does."""

    def looped(w: jax.Array, x: jax.Array) -> jax.Array:
        return lax.scan(lambda so_far, one: (so_far + hidden(one, w), None), x[0], x[1:])[0]

    def written_out(w: jax.Array, x: jax.Array) -> jax.Array:
        so_far = x[0]
        for one in x[1:]:
            so_far = so_far + hidden(one, w)
        return so_far

    given = [jax.ShapeDtypeStruct(shape, "float32") for shape in ((8, 64), (33, 16, 8))]
    kept, planned = [], []
    for way in (looped, written_out):
        kept.append(cost(canonical(lowered(jax.jit(way), given).artifact).decode()).peak)
        planned.append(jax.jit(way).lower(*given).compile().memory_analysis().temp_size_in_bytes)
    args = sum(4 * math.prod(array.shape) for array in given)
    assert kept[1] - args > 2 * (kept[0] - args)
    assert planned[1] > 2 * planned[0]
