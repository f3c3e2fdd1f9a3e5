# %% wrong: python_while
# You used Python's `while`, which needs a concrete condition while JAX traces. The elements have
# values only at run time. Use `jax.lax.while_loop`, which evaluates its condition before every
# iteration.
def halved(x, limit):
    times = 0
    while x.max() > limit:
        x, times = x / 2, times + 1
    return x, times


# %% wrong: fixed_40_iterations
# Your values are right, but you always make 40 iterations, and most of them are unnecessary. Use
# `jax.lax.while_loop`, which stops when the condition is false.
def halved(x, limit):
    def step(i, state):
        x, times = state
        more = x.max() > limit
        return jnp.where(more, x / 2, x), times + more

    return jax.lax.fori_loop(0, 40, step, (x, 0))


# %% wrong: fixed_10_iterations
# You make ten iterations, but some arrays need more. Use `jax.lax.while_loop`, which makes as many
# iterations as necessary.
def halved(x, limit):
    def step(i, state):
        x, times = state
        more = x.max() > limit
        return jnp.where(more, x / 2, x), times + more

    return jax.lax.fori_loop(0, 10, step, (x, 0))


# %% wrong: halved_once_at_most
# You halve at most once. `jax.lax.cond` and `jnp.where` select a value but do not repeat. Use
# `jax.lax.while_loop`.
def halved(x, limit):
    more = x.max() > limit
    return jnp.where(more, x / 2, x), more.astype(jnp.int32)


# %% wrong: halved_before_test
# You halve before you test the limit. An array whose largest element is within the limit must stay
# unchanged. Test first.
#
# -        (x, 0),
# +        (x / 2, 1),


# %% wrong: equality_halved
# You also halve if the largest element *equals* the limit. Such an array is not above the limit, so
# leave it unchanged. Use `>`.
#
# -        lambda state: state[0].max() > limit,
# +        lambda state: state[0].max() >= limit,


# %% wrong: halved_per_element
# You halved each element separately. All elements are halved as often as the largest element
# requires. Halve the whole array.
def halved(x, limit):
    x, times = jax.lax.while_loop(
        lambda state: state[0].max() > limit,
        lambda state: (jnp.where(state[0] > limit, state[0] / 2, state[0]), state[1] + 1),
        (x, 0),
    )
    return x, times


# %% wrong: first_element_tested
# You compared only the first element with the limit. Compare the largest, `x.max()`.
#
# -        lambda state: state[0].max() > limit,
# +        lambda state: state[0][0] > limit,


# %% wrong: absolute_values_tested
# You compared absolute values with the limit. -9 is not greater than 1. Compare `x.max()`.
#
# -        lambda state: state[0].max() > limit,
# +        lambda state: jnp.abs(state[0]).max() > limit,


# %% wrong: count_by_logarithm
# You computed the count with a logarithm, which is rounded. For an element slightly above a power
# of two times the limit, float32 gives one halving too few. Halve and test in `jax.lax.while_loop`.
def halved(x, limit):
    times = jnp.maximum(jnp.ceil(jnp.log2(x.max() / limit)), 0).astype(int)
    return x / 2.0**times, times


# %% wrong: count_from_first_element
# You derived the count from the first element. If the first element is 0, it does not show how
# often the array was halved. Count the iterations in the carry.
def halved(x, limit):
    small = jax.lax.while_loop(lambda x: x.max() > limit, lambda x: x / 2, x)
    return small, jnp.log2(x[0] / small[0]).astype(int)


# %% wrong: float_count
# You started the count from 0.0, so your count is a float. Start from the integer 0.
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


# %% right: any_above
@jax.jit
def halved(x, limit):
    def step(state):
        x, times = state
        return x * 0.5, times + 1

    return jax.lax.while_loop(lambda state: jnp.any(state[0] > limit), step, (x, jnp.int32(0)))


# %% right: largest_in_carry
def halved(x, limit):
    def step(state):
        x, largest, times = state
        return x / 2, largest / 2, times + 1

    x, _, times = jax.lax.while_loop(lambda state: state[1] > limit, step, (x, x.max(), 0))
    return x, times


# %% right: scaled_at_end
def halved(x, limit):
    def step(state):
        largest, times = state
        return largest / 2, times + 1

    _, times = jax.lax.while_loop(lambda state: state[0] > limit, step, (jnp.max(x), 0))
    return jnp.ldexp(x, -times), times


# %% right: by_exponent
def halved(x, limit):
    part, power = jnp.frexp(x.max() / limit)
    times = jnp.maximum(power - (part == 0.5), 0).astype(jnp.int32)
    return jnp.ldexp(x, -times), times


# %% right: tested_by_exponent
def halved(x, limit):
    times = jax.lax.while_loop(
        lambda times: jnp.ldexp(x.max(), -times) > limit, lambda times: times + 1, 0
    )
    return jnp.ldexp(x, -times), times


# %% right: thresholds_counted
def halved(x, limit):
    times = (x.max() > limit * 2.0 ** jnp.arange(40)).sum()
    return x / 2.0**times, times
