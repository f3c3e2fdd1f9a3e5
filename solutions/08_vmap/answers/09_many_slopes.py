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
