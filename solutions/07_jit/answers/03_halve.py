# %% wrong: python_while
# Python's `while` wants an answer now, and the numbers get their values when the program runs.
# `jax.lax.while_loop` asks again before every turn.
def halved(x, limit):
    times = 0
    while x.max() > limit:
        x, times = x / 2, times + 1
    return x, times


# %% wrong: always_forty
# Right, but far too much work: 40 turns each time, most of them for nothing. `jax.lax.while_loop`
# stops when the data say so.
def halved(x, limit):
    def turn(i, state):
        x, times = state
        more = x.max() > limit
        return jnp.where(more, x / 2, x), times + more

    return jax.lax.fori_loop(0, 40, turn, (x, 0))


# %% wrong: ten_at_most
# You make ten turns, and numbers may need more. `jax.lax.while_loop` makes as many as they need.
def halved(x, limit):
    def turn(i, state):
        x, times = state
        more = x.max() > limit
        return jnp.where(more, x / 2, x), times + more

    return jax.lax.fori_loop(0, 10, turn, (x, 0))


# %% wrong: halved_once_first
# You halve before you ask. Numbers that fit from the start stay as they are.
#
# -        (x, 0),
# +        (x / 2, 1),


# %% wrong: limit_itself_too_large
# You halve also if the largest number *is* the limit. It is not greater, so it may stay.
#
# -        lambda state: state[0].max() > limit,
# +        lambda state: state[0].max() >= limit,


# %% wrong: each_by_itself
# You halved every number for itself. All of them are halved as often as the largest needs.
def halved(x, limit):
    x, times = jax.lax.while_loop(
        lambda state: state[0].max() > limit,
        lambda state: (jnp.where(state[0] > limit, state[0] / 2, state[0]), state[1] + 1),
        (x, 0),
    )
    return x, times


# %% wrong: doubled_what_fits
# Where the largest number would fit twice, your logarithm gives a count below zero, and the numbers
# grow. What fits stays as it is; `jnp.maximum(times, 0)` says so.
def halved(x, limit):
    times = jnp.ceil(jnp.log2(x.max() / limit)).astype(jnp.int32)
    return x / 2.0**times, times


# %% wrong: once_at_most
# You halve once at most. `jax.lax.cond` and `jnp.where` choose; they do not repeat.
def halved(x, limit):
    more = x.max() > limit
    return jnp.where(more, x / 2, x), more.astype(jnp.int32)


# %% wrong: asked_the_first
# Only the first number decided. Ask all of them: `x.max()`.
#
# -        lambda state: state[0].max() > limit,
# +        lambda state: state[0][0] > limit,


# %% wrong: asked_the_last
# Only the last number decided. Ask all of them: `x.max()`.
#
# -        lambda state: state[0].max() > limit,
# +        lambda state: state[0][-1] > limit,


# %% wrong: counted_by_the_first
# Nearly: you asked the first number how often it was halved, and a 0 cannot tell. Count the turns
# as they are made: a second thing in the carry.
def halved(x, limit):
    small = jax.lax.while_loop(lambda x: x.max() > limit, lambda x: x / 2, x)
    return small, jnp.log2(x[0] / small[0]).astype(int)


# %% wrong: asked_the_sum
# All numbers decided together, by their sum, or by whether every one of them is greater. One that
# is greater is enough: `x.max()`.
#
# -        lambda state: state[0].max() > limit,
# +        lambda state: state[0].sum() > limit,


# %% wrong: by_the_logarithm
# Nearly: a logarithm is rounded. Where a number is only slightly greater than the limit, float32
# gives a whole number, and that is one halving too few. Halve and look: `jax.lax.while_loop`.
def halved(x, limit):
    times = jnp.maximum(jnp.ceil(jnp.log2(x.max() / limit)), 0).astype(int)
    return x / 2.0**times, times


# %% wrong: asked_without_the_signs
# You looked at the numbers without their signs. -9 is not greater than 1: `x.max()`.
#
# -        lambda state: state[0].max() > limit,
# +        lambda state: jnp.abs(state[0]).max() > limit,


# %% wrong: counted_in_floats
# The count began at 0.0 and is a float: begin at 0.
#
# -        (x, 0),
# +        (x, 0.0),


# %% right: scale_in_the_carry
def halved(x, limit):
    largest = x.max()
    times = jax.lax.while_loop(
        lambda times: largest * 0.5**times > limit, lambda times: times + 1, 0
    )
    return x * 0.5**times, times


# %% right: any_of_them
@jax.jit
def halved(x, limit):
    def turn(state):
        x, times = state
        return x * 0.5, times + 1

    return jax.lax.while_loop(lambda state: jnp.any(state[0] > limit), turn, (x, jnp.int32(0)))


# %% right: largest_beside
def halved(x, limit):
    def turn(state):
        x, largest, times = state
        return x / 2, largest / 2, times + 1

    x, _, times = jax.lax.while_loop(lambda state: state[1] > limit, turn, (x, x.max(), 0))
    return x, times


# %% right: numbers_halved_at_the_end
def halved(x, limit):
    def turn(state):
        largest, times = state
        return largest / 2, times + 1

    _, times = jax.lax.while_loop(lambda state: state[0] > limit, turn, (jnp.max(x), 0))
    return jnp.ldexp(x, -times), times


# %% right: by_the_exponent
def halved(x, limit):
    part, power = jnp.frexp(x.max() / limit)
    times = jnp.maximum(power - (part == 0.5), 0).astype(jnp.int32)
    return jnp.ldexp(x, -times), times


# %% right: asked_by_the_exponent
def halved(x, limit):
    times = jax.lax.while_loop(
        lambda times: jnp.ldexp(x.max(), -times) > limit, lambda times: times + 1, 0
    )
    return jnp.ldexp(x, -times), times


# %% right: thresholds_passed
def halved(x, limit):
    times = (x.max() > limit * 2.0 ** jnp.arange(40)).sum()
    return x / 2.0**times, times
