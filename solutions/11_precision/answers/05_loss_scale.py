# %% wrong: unscaled
# You compute the gradients without loss scaling. They are too small for float16, so they become 0
# or lose most of their bits. Multiply the loss by `scale` before you differentiate.
def scaled_step(weights, scale, x, y):
    grads = jax.grad(loss)(weights.astype(jnp.float16), x, y).astype(jnp.float32)
    return weights - LEARNING_RATE * grads, scale


# %% wrong: scale_doubled_when_finite
# You double the scale when all gradients are finite. Leave it unchanged in that case.
#
# -    return updated, jnp.where(finite, scale, scale / 2)
# +    return updated, jnp.where(finite, 2 * scale, scale / 2)


# %% wrong: not_unscaled
# You step along the gradients of the scaled loss, which are too large by a factor of `scale`.
# Divide them by `scale` first.
#
# -    grads = short.astype(jnp.float32) / scale
# +    grads = short.astype(jnp.float32)


# %% wrong: unscaled_in_float16
# You divide the gradients by `scale` in float16, where the result is again too small. Convert them
# to float32 before you divide.
#
# -    grads = short.astype(jnp.float32) / scale
# +    grads = (short / scale.astype(jnp.float16)).astype(jnp.float32)


# %% wrong: step_in_float16
# You multiply by `LEARNING_RATE` in float16. `LEARNING_RATE` is 65,536, which is larger than any
# finite float16 value, so every step is infinite. Convert the gradients to float32, then divide and
# multiply.
#
# -    grads = short.astype(jnp.float32) / scale
# +    grads = short / scale.astype(jnp.float16)


# %% wrong: float16_weights_updated
# You subtract the step from the weights that were rounded to float16. The task keeps the weights in
# float32 so that small steps are not lost. Subtract from `weights`.
#
# -    updated = jnp.where(finite, weights - LEARNING_RATE * grads, weights)
# +    rough = weights.astype(jnp.float16).astype(jnp.float32)
# +    updated = jnp.where(finite, rough - LEARNING_RATE * grads, weights)


# %% wrong: float16_weights_returned
# You return weights that were rounded to float16. The task keeps the weights in float32, both if
# the step is taken and if it is skipped. Use the rounded weights only to compute the gradients.
#
# -    finite = jnp.all(jnp.isfinite(grads))
# +    finite = jnp.all(jnp.isfinite(grads))
# +    weights = weights.astype(jnp.float16).astype(jnp.float32)


# %% wrong: all_in_float32
# You compute the gradients in float32, where no scale is needed and no scale is too large. The task
# asks for float16. Pass the weights to `loss` in float16.
def scaled_step(weights, scale, x, y):
    grads = jax.grad(lambda wide: scale * loss(wide, x, y))(weights) / scale
    finite = jnp.isfinite(grads).all()
    updated = jnp.where(finite, weights - LEARNING_RATE * grads, weights)
    return updated, jnp.where(finite, scale, scale / 2)


# %% wrong: step_never_skipped
# You take every step, even if a gradient is infinite or NaN. In that case, leave the weights
# unchanged and halve the scale.
#
# -    finite = jnp.all(jnp.isfinite(grads))
# +    finite = True


# %% wrong: nan_check_only
# You check only for NaN. A gradient that is too large for float16 is infinite. `jnp.isfinite`
# detects both.
#
# -    finite = jnp.all(jnp.isfinite(grads))
# +    finite = ~jnp.isnan(grads).any()


# %% wrong: infinity_check_only
# You check only for infinity. A gradient can also be NaN. `jnp.isfinite` detects both.
#
# -    finite = jnp.all(jnp.isfinite(grads))
# +    finite = ~jnp.isinf(grads).any()


# %% wrong: skipped_per_weight
# You skip only the weights whose own gradient is not finite. If any gradient is infinite or NaN,
# leave all weights unchanged. Combine the tests with `jnp.all`.
#
# -    updated = jnp.where(finite, weights - LEARNING_RATE * grads, weights)
# +    updated = jnp.where(jnp.isfinite(grads), weights - LEARNING_RATE * grads, weights)


# %% right: with_cond
def scaled_step(weights, scale, x, y):
    short = jnp.asarray(weights, jnp.float16)
    grads = jax.grad(lambda w: loss(w, x, y) * scale.astype(w.dtype))(short)
    wide = grads.astype(jnp.float32) / scale
    go, stay = lambda: (weights - LEARNING_RATE * wide, scale), lambda: (weights, scale / 2)
    return jax.lax.cond(jnp.isfinite(grads).all(), go, stay)


# %% right: gradients_of_float32_weights
def scaled_step(weights, scale, x, y):
    def scaled(wide):
        return scale.astype(jnp.float16) * loss(wide.astype(jnp.float16), x, y)

    grads = jax.grad(scaled)(weights)
    finite = jnp.isfinite(grads).all()
    return jnp.where(finite, weights - grads * (LEARNING_RATE / scale), weights), scale / (
        2 - finite
    )
