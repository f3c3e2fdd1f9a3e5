# %% wrong: bfloat16_copy_updated
# You updated the weights from `short`. It has eight bits, so each step loses the rounding error,
# and small steps change nothing. Update `long`.
#
# -    long = state["long"] - RATE * mean / jnp.sqrt(square)
# +    long = state["short"].astype(jnp.float32) - RATE * mean / jnp.sqrt(square)


# %% wrong: bfloat16_copy_updated_separately
# Your `long` is right, but you updated `short` separately in bfloat16. Most steps are too small to
# change it there. Round the new `long`.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    short = state["short"] - (RATE * mean / jnp.sqrt(square)).astype(jnp.bfloat16)
# +    return {"short": short, "long": long, "mean": mean, "square": square}


# %% wrong: bfloat16_copy_not_updated
# Your `long` is right, but you returned the old `short`, so the next forward pass would use old
# weights. Round the new `long`.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    return state | {"long": long, "mean": mean, "square": square}


# %% wrong: old_moments
# Your moments are right, but you used the old ones for the step. Update the moments first, and use
# the new ones.
#
# -    long = state["long"] - RATE * mean / jnp.sqrt(square)
# +    long = state["long"] - RATE * state["mean"] / jnp.sqrt(state["square"])


# %% wrong: squared_in_bfloat16
# You squared the gradients in bfloat16. A square needs twice as many digits, and bfloat16 keeps
# eight bits. Convert to float32 first.
#
# -    square = 0.75 * state["square"] + 0.25 * wide**2
# +    square = 0.75 * state["square"] + 0.25 * (grads * grads).astype(jnp.float32)


# %% wrong: step_in_bfloat16
# Your moments are right, but you rounded the step to bfloat16 before you subtracted it from `long`.
# Do all arithmetic in float32, and round only `short`.
#
# -    long = state["long"] - RATE * mean / jnp.sqrt(square)
# +    long = state["long"] - (RATE * mean / jnp.sqrt(square)).astype(jnp.bfloat16)


# %% wrong: copy_in_float32
# Your values are right, but your `short` is in float32, which takes 18 bytes per weight. Convert it
# to bfloat16.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    return {"short": long, "long": long, "mean": mean, "square": square}


# %% wrong: all_in_bfloat16
# You returned everything in bfloat16. This saves memory, but loses most steps. Keep `long` and the
# two moments in float32.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    new = {"short": long, "long": long, "mean": mean, "square": square}
# +    return {name: array.astype(jnp.bfloat16) for name, array in new.items()}


# %% wrong: no_root
# You divided by `square`. Divide by its square root.
#
# -    long = state["long"] - RATE * mean / jnp.sqrt(square)
# +    long = state["long"] - RATE * mean / square


# %% wrong: gradient_only
# You used the gradient for the step. Adam uses its running mean. Use the new `mean`.
#
# -    long = state["long"] - RATE * mean / jnp.sqrt(square)
# +    long = state["long"] - RATE * wide / jnp.sqrt(square)


# %% wrong: mean_only
# You did not divide by the square root of `square`. With this division, weights with small
# gradients take steps as long as others. Add it.
#
# -    long = state["long"] - RATE * mean / jnp.sqrt(square)
# +    long = state["long"] - RATE * mean


# %% wrong: default_betas
# You used Adam's own factors, 0.9 and 0.999. Here, `mean` keeps half of its old value, and `square`
# three quarters.
#
# -    mean = 0.5 * state["mean"] + 0.5 * wide
# +    mean = 0.9 * state["mean"] + 0.1 * wide
# -    square = 0.75 * state["square"] + 0.25 * wide**2
# +    square = 0.999 * state["square"] + 0.001 * wide**2


# %% right: towards_the_new
def adam_step(state, grads):
    grads = grads.astype(jnp.float32)
    mean = state["mean"] + (grads - state["mean"]) / 2
    square = state["square"] + (grads * grads - state["square"]) / 4
    long = state["long"] - RATE * (mean * jax.lax.rsqrt(square))
    return {"long": long, "short": jnp.bfloat16(long), "mean": mean, "square": square}


# %% right: weight_by_weight
def adam_step(state, grads):
    def one(state, grad):
        grad = grad.astype("float32")
        mean = (state["mean"] + grad) * 0.5
        square = (3 * state["square"] + grad**2) / 4
        long = state["long"] - RATE / square**0.5 * mean
        return {"mean": mean, "square": square, "long": long, "short": long.astype("bfloat16")}

    return jax.vmap(one)(state, grads)


# %% right: one_after_the_other
def adam_step(state, grads):
    new = dict(state)
    new["mean"] = state["mean"] / 2 + grads.astype(jnp.float32) / 2
    new["square"] = (3 * state["square"] + jnp.square(grads.astype(jnp.float32))) / 4
    new["long"] = state["long"] - new["mean"] / jnp.sqrt(new["square"]) * RATE
    new["short"] = new["long"].astype(jnp.bfloat16)
    return new
