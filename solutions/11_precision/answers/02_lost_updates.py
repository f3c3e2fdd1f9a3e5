# %% wrong: unchanged
# You round to bfloat16 after every step. Near 200, bfloat16 values are whole numbers, so small
# steps do not change the weights. Carry the weights in float32.
def train(weights, grads):
    def step(weights, grad):
        return (weights - RATE * grad).astype(jnp.bfloat16), None

    return jax.lax.scan(step, weights, grads)[0]


# %% wrong: converted_in_each_step
# You convert to float32 inside each step and round again at its end, so small steps are still lost.
# Convert once, before the loop, and let the loop carry float32.
def train(weights, grads):
    for grad in grads:
        wide = weights.astype(jnp.float32) - RATE * grad.astype(jnp.float32)
        weights = wide.astype(jnp.bfloat16)
    return weights


# %% wrong: float32_returned
# Your weights are right, but you return them in float32, and the task asks for bfloat16. Convert
# them once, at the end.
#
# -    return wide.astype(jnp.bfloat16)
# +    return wide


# %% wrong: gradients_summed_in_bfloat16
# You add the gradients in bfloat16. Their sum is then rounded to 8 significant bits, even before
# the weights are updated. Convert to float32 before you add.
def train(weights, grads):
    total = grads.sum(axis=0).astype(jnp.float32)
    return (weights.astype(jnp.float32) - RATE * total).astype(jnp.bfloat16)


# %% wrong: in_float16
# You carry the weights in float16. float16 has only three more significant bits than bfloat16, so
# such small steps are still lost. Use float32.
def train(weights, grads):
    def step(weights, grad):
        return (weights - RATE * grad).astype(jnp.float16), None

    return jax.lax.scan(step, weights.astype(jnp.float16), grads)[0].astype(jnp.bfloat16)


# %% wrong: mean_of_the_gradients
# You take one step along the mean of the gradients. Each row is a separate step. Subtract `RATE`
# times every row.
def train(weights, grads):
    way = RATE * grads.astype(jnp.float32).mean(axis=0)
    return (weights.astype(jnp.float32) - way).astype(jnp.bfloat16)


# %% wrong: gradient_added
# You add the steps. The gradient points in the direction of increasing loss. Subtract `RATE` times
# each row.
#
# -        return wide - RATE * grad.astype(jnp.float32), None
# +        return wide + RATE * grad.astype(jnp.float32), None


# %% wrong: rate_forgotten
# You subtract the gradients without `RATE`, so your steps are too long by a factor of 64. Multiply
# each row by `RATE`.
#
# -        return wide - RATE * grad.astype(jnp.float32), None
# +        return wide - grad.astype(jnp.float32), None


# %% right: single_sum
def train(weights, grads):
    way = jnp.sum(grads, axis=0, dtype=jnp.float32)
    return (weights.astype(jnp.float32) - RATE * way).astype(jnp.bfloat16)


# %% right: python_loop
def train(weights, grads):
    wide = jnp.asarray(weights, jnp.float32)
    for grad in grads:
        wide = wide - jnp.float32(RATE) * grad
    return jnp.asarray(wide, jnp.bfloat16)


# %% right: with_fori_loop
def train(weights, grads):
    grads = grads.astype(jnp.float32)
    start = weights.astype(jnp.float32)
    last = jax.lax.fori_loop(0, len(grads), lambda i, wide: wide - grads[i] / 64, start)
    return last.astype(weights.dtype)
