# ---
# title: "A solver for one, run for many"
# kind: program
# points: 2
# minutes: 18
# hints:
#   - "Write it for *one* right side: a function of `target` with a `jax.lax.fori_loop` of `turns`
#     turns in it. Then `vmap`."
#   - "In a turn: `off = target - matrix @ x`, then
#     `step = dot(off, off) / dot(off, matrix @ off)`, then `x + step * off`. Where there is
#     nothing left to do, the division is 0 by 0: make sure that nothing moves."
#   - "`down = jnp.dot(off, matrix @ off)` and `step = jnp.where(down > 0, jnp.dot(off, off) / down,
#     0)` inside; outside `jax.vmap(solve)(targets)`, with `matrix` from around it."
# choices:
#   "matrix @ x": the matrix is symmetric
#   "jnp.dot(off, matrix @ off)": the matrix is symmetric, and so is a dot product
#   "jnp.where(down > 0, jnp.dot(off, off) / down, 0)": where `off` is zero any step leads nowhere
# ---

# %% [markdown]
# Solve `matrix @ x = target` for many targets, each in `turns` turns downhill with steps of its
# own.
#
# A turn looks how far off it is, `off = target - matrix @ x`, and goes in that direction by `step =
# (off . off) / (off . (matrix @ off))`, where the dot is the dot product of two vectors. Start at
# `x = 0`. Where `off` is all zero, nothing moves: some are done before others, and a lane that is
# done stays where it is. `turns` may be 0. No target waits for another, and in a turn `matrix` is
# fetched for all of them, not for each.
#
# This is *steepest descent*, for a symmetric matrix whose valley has one lowest point.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def solve_many(matrix, targets, turns):
    """matrix: f32[k, k], targets: f32[n, k], turns: a Python number -> f32[n, k].

    Six to nine lines."""

    ### BEGIN SOLUTION
    def solve(target):
        def turn(_, x):
            off = target - matrix @ x
            down = jnp.dot(off, matrix @ off)
            step = jnp.where(down > 0, jnp.dot(off, off) / down, 0)
            return x + step * off

        return jax.lax.fori_loop(0, turns, turn, jnp.zeros_like(target))

    return jax.vmap(solve)(targets)
    ### END SOLUTION


# %% check
import numpy as np


def plain(matrix, targets, turns):
    found = np.zeros_like(targets)
    for x, target in zip(found, targets, strict=True):
        for _ in range(turns):
            off = target - matrix @ x
            if off.any():
                x += off * (off @ off) / (off @ matrix @ off)
    return found


def systems(draw):
    k, n, turns = draw.each([(1, 1, 1), (3, 4, 2), (2, 6, 0), (5, 3, 4), (4, 1, 3), (32, 16, 4)])

    def valley(drawn):
        return drawn @ drawn.T + 3 * k * np.eye(k)

    def some_done(drawn):
        drawn[1:2] = 0  # the second target is reached before the first turn
        drawn[:1, 1:2] = 0  # the first in one entry, and that does not end its lane
        return drawn

    return (
        draw.array("f32", (k, k), -2, 2, then=valley),
        draw.array("f32", (n, k), 1, 9, then=some_done),
        turns,
    )


check(
    solve_many,
    spec=plain,
    given=systems,
    tolerance=1e-5,
    budget=Budget(work=2, span=2, bytes=1.6),
)
