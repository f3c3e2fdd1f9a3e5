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


# %% wrong: one_step_for_all
# All targets took the same step: you summed over the whole batch. Each has its own `off`, and its
# own step. Write it for one, then `vmap`, and the mistake cannot be made.
def solve_many(matrix, targets, turns):
    def turn(_, x):
        off = targets - x @ matrix.T
        down = (off * (off @ matrix.T)).sum()
        return x + jnp.where(down > 0, (off * off).sum() / down, 0) * off

    return jax.lax.fori_loop(0, turns, turn, jnp.zeros_like(targets))


# %% wrong: nothing_by_nothing
# A lane that is done divides 0 by 0, and the answer is not a number (NaN). It goes on with the
# others, so give it a step of 0 where there is nothing to do, with `jnp.where`.
#
# -            step = jnp.where(down > 0, jnp.dot(off, off) / down, 0)
# +            step = jnp.dot(off, off) / down


# %% wrong: all_stop_together
# All targets stop as soon as one of them is done. Each has its own end: ask lane by lane.
def solve_many(matrix, targets, turns):
    def turn(_, x):
        off = targets - x @ matrix.T
        down = (off * (off @ matrix.T)).sum(axis=1)
        new = x + ((off**2).sum(axis=1) / down)[:, None] * off
        return jnp.where((down > 0).all(), new, x)

    return jax.lax.fori_loop(0, turns, turn, jnp.zeros_like(targets))


# %% wrong: stops_at_one_zero
# A lane of yours stops where one entry of its `off` is zero. It is done when all of them are: ask
# `off.any()`, or whether `off . off` is above 0.
#
# -            return x + step * off
# +            return jnp.where(off.all(), x + step * off, x)


# %% wrong: one_target_after_another
# Right, but you take one target after another, and each turn of each fetches `matrix` again. With
# `vmap` a turn of all of them is one product.
#
# -    return jax.vmap(solve)(targets)
# +    return jax.lax.map(solve, targets)


# %% wrong: asked_with_cond
# Right, but `cond` is expensive here: each lane has an answer of its own to its question, so under
# `vmap` both sides run, and what they use, `matrix` as well, is copied for every lane. Compute
# `step` for all and choose with `jnp.where`.
#
# -            down = jnp.dot(off, matrix @ off)
# -            step = jnp.where(down > 0, jnp.dot(off, off) / down, 0)
# -            return x + step * off
# +            return jax.lax.cond(
# +                jnp.any(off != 0),
# +                lambda: x + jnp.dot(off, off) / jnp.dot(off, matrix @ off) * off,
# +                lambda: x,
# +            )


# %% wrong: matrix_for_everyone
# Right, but `matrix` is copied for each target, and every copy is read in every turn. `None` in
# `in_axes`, or a name from outside, hands the one matrix to all.
def solve_many(matrix, targets, turns):
    def solve(matrix, target):
        def turn(_, x):
            off = target - matrix @ x
            down = jnp.dot(off, matrix @ off)
            return x + jnp.where(down > 0, jnp.dot(off, off) / down, 0) * off

        return jax.lax.fori_loop(0, turns, turn, jnp.zeros_like(target))

    return jax.vmap(solve)(jnp.tile(matrix, (len(targets), 1, 1)), targets)


# %% wrong: step_upside_down
# Your step is upside down: `off . off` is the numerator, the number that is divided.
#
# -            down = jnp.dot(off, matrix @ off)
# -            step = jnp.where(down > 0, jnp.dot(off, off) / down, 0)
# -            return x + step * off
# +            length = jnp.dot(off, off)
# +            return x + jnp.where(length > 0, jnp.dot(off, matrix @ off) / length, 0) * off


# %% wrong: one_turn_too_many
# You made a turn too many. `turns` counts them, and it may be 0.
#
# -        return jax.lax.fori_loop(0, turns, turn, jnp.zeros_like(target))
# +        return jax.lax.fori_loop(0, turns + 1, turn, jnp.zeros_like(target))


# %% wrong: looked_once
# You looked how far off it is once, before the loop. Each turn looks again: `x` has moved.
def solve_many(matrix, targets, turns):
    def solve(off):
        down = jnp.dot(off, matrix @ off)
        step = jnp.where(down > 0, jnp.dot(off, off) / down, 0)
        return jax.lax.fori_loop(0, turns, lambda _, x: x + step * off, jnp.zeros_like(off))

    return jax.vmap(solve)(targets)


# %% wrong: uphill
# You go uphill: `off` is `target - matrix @ x`, and you have its sign reversed.
#
# -            off = target - matrix @ x
# +            off = matrix @ x - target


# %% wrong: targets_apart_by_columns
# You took `targets` apart column by column. A target is a row: axis 0.
#
# -    return jax.vmap(solve)(targets)
# +    return jax.vmap(solve, in_axes=1)(targets)


# %% right: with_a_mask
def solve_many(matrix, targets, turns):
    def turn(x, _):
        off = targets - x @ matrix.T
        down = jnp.sum(off * (off @ matrix.T), axis=1, keepdims=True)
        safe = jnp.where(down > 0, down, 1)
        return x + jnp.sum(off**2, axis=1, keepdims=True) / safe * off, None

    return jax.lax.scan(turn, jnp.zeros_like(targets), length=turns)[0]


# %% right: python_counts
def solve_many(matrix, targets, turns):
    def step(x, target):
        off = target - matrix @ x
        down = off @ (matrix @ off)
        return jnp.where(down > 0, x + off * (off @ off) / down, x)

    x = jnp.zeros_like(targets)
    for _ in range(turns):
        x = jax.vmap(step)(x, targets)
    return x


# %% right: remembers_how_far
def solve_many(matrix, targets, turns):
    def solve(target):
        def turn(_, state):
            x, off = state
            ahead = matrix @ off
            down = jnp.dot(off, ahead)
            step = jnp.where(down > 0, jnp.dot(off, off) / down, 0)
            return x + step * off, off - step * ahead

        return jax.lax.fori_loop(0, turns, turn, (jnp.zeros_like(target), target))[0]

    return jax.vmap(solve)(targets)


# %% right: matrix_in_hand
def solve_many(matrix, targets, turns):
    def solve(matrix, target):
        def turn(_, x):
            off = target - jnp.dot(matrix, x)
            down = jnp.dot(off, jnp.dot(matrix, off))
            return x + off * jnp.nan_to_num(jnp.dot(off, off) / down)

        return jax.lax.fori_loop(0, turns, turn, 0 * target)

    return jax.vmap(solve, in_axes=(None, 0))(matrix, targets)
