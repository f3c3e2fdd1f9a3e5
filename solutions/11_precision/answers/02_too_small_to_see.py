# %% wrong: as_it_was
# Each step is rounded to bfloat16, and near 200 that means to whole numbers: the weights do not
# change. Carry them in float32.
def train(weights, slopes):
    def step(weights, slope):
        return (weights - RATE * slope).astype(jnp.bfloat16), None

    return jax.lax.scan(step, weights, slopes)[0]


# %% wrong: in_float16
# You walked in float16. It has three bits more than bfloat16, and steps this small are lost in it
# as well: float32 is asked for.
def train(weights, slopes):
    def step(weights, slope):
        return (weights - RATE * slope).astype(jnp.float16), None

    return jax.lax.scan(step, weights.astype(jnp.float16), slopes)[0].astype(jnp.bfloat16)


# %% wrong: mean_of_the_slopes
# You took one step, along the mean of the slopes. Each row is a step of its own: all of them are
# walked.
def train(weights, slopes):
    way = RATE * slopes.astype(jnp.float32).mean(axis=0)
    return (weights.astype(jnp.float32) - way).astype(jnp.bfloat16)


# %% wrong: left_wide
# The walk is right. What comes back has to be bfloat16 again: one `.astype` at the end.
def train(weights, slopes):
    return weights.astype(jnp.float32) - RATE * slopes.astype(jnp.float32).sum(axis=0)


# %% wrong: widened_inside
# You convert to float32 inside each step and round again at its end, so the step is still lost. Let
# the loop carry float32.
def train(weights, slopes):
    for slope in slopes:
        wide = weights.astype(jnp.float32) - RATE * slope.astype(jnp.float32)
        weights = wide.astype(jnp.bfloat16)
    return weights


# %% wrong: total_rounded
# You rounded twice: a sum of 16-bit numbers has 16 bits as well, and not every total fits. Convert
# to float32 before you add up.
def train(weights, slopes):
    total = slopes.sum(axis=0).astype(jnp.float32)
    return (weights.astype(jnp.float32) - RATE * total).astype(jnp.bfloat16)


# %% wrong: uphill
# You go uphill: subtract a step, do not add it.
def train(weights, slopes):
    wide = weights.astype(jnp.float32) + RATE * slopes.astype(jnp.float32).sum(axis=0)
    return wide.astype(jnp.bfloat16)


# %% wrong: rate_forgotten
# You walked without `RATE`: your steps are 64 times too long.
def train(weights, slopes):
    wide = weights.astype(jnp.float32) - slopes.astype(jnp.float32).sum(axis=0)
    return wide.astype(jnp.bfloat16)


# %% right: all_at_once
def train(weights, slopes):
    way = jnp.sum(slopes, axis=0, dtype=jnp.float32)
    return (weights.astype(jnp.float32) - RATE * way).astype(jnp.bfloat16)


# %% right: in_a_loop_of_python
def train(weights, slopes):
    wide = jnp.asarray(weights, jnp.float32)
    for slope in slopes:
        wide = wide - jnp.float32(RATE) * slope
    return jnp.asarray(wide, jnp.bfloat16)


# %% right: with_fori_loop
def train(weights, slopes):
    slopes = slopes.astype(jnp.float32)
    start = weights.astype(jnp.float32)
    last = jax.lax.fori_loop(0, len(slopes), lambda i, wide: wide - slopes[i] / 64, start)
    return last.astype(weights.dtype)
