# %% wrong: bfloat16_copy_updated
# You updated the weights in `half`. The bfloat16 weights have eight bits of precision, so each step
# is rounded, and small steps do not change the weights. Update `master`.
#
# -    master = state["master"] - RATE * mean / jnp.sqrt(square)
# +    master = state["half"].astype(jnp.float32) - RATE * mean / jnp.sqrt(square)


# %% wrong: bfloat16_copy_updated_separately
# Your `master` is right, but you updated `half` separately in bfloat16. Most steps are too small to
# change a bfloat16 value. Round the new `master`.
#
# -    return {"half": jnp.bfloat16(master), "master": master, "mean": mean, "square": square}
# +    half = state["half"] - (RATE * mean / jnp.sqrt(square)).astype(jnp.bfloat16)
# +    return {"half": half, "master": master, "mean": mean, "square": square}


# %% wrong: bfloat16_copy_not_updated
# Your `master` is right, but you returned the old `half`, so the next forward pass would use the
# old weights. Round the new `master`.
#
# -    return {"half": jnp.bfloat16(master), "master": master, "mean": mean, "square": square}
# +    return state | {"master": master, "mean": mean, "square": square}


# %% wrong: old_moments
# Your moments are right, but you used the old ones for the step. Update the moments first, and use
# the new moments.
#
# -    master = state["master"] - RATE * mean / jnp.sqrt(square)
# +    master = state["master"] - RATE * state["mean"] / jnp.sqrt(state["square"])


# %% wrong: squared_in_bfloat16
# You squared the gradients in bfloat16. A square needs twice as many bits, and bfloat16 keeps only
# eight. Convert to float32 first.
#
# -    square = 0.75 * state["square"] + 0.25 * wide**2
# +    square = 0.75 * state["square"] + 0.25 * (grads * grads).astype(jnp.float32)


# %% wrong: step_in_bfloat16
# Your moments are right, but you rounded the step to bfloat16 before you subtracted it. Do all
# arithmetic in float32, and round only `half`.
#
# -    master = state["master"] - RATE * mean / jnp.sqrt(square)
# +    master = state["master"] - (RATE * mean / jnp.sqrt(square)).astype(jnp.bfloat16)


# %% wrong: copy_in_float32
# Your values are right, but your `half` is in float32, which takes 18 bytes per weight. Convert it
# to bfloat16.
#
# -    return {"half": jnp.bfloat16(master), "master": master, "mean": mean, "square": square}
# +    return {"half": master, "master": master, "mean": mean, "square": square}


# %% wrong: all_in_bfloat16
# You returned everything in bfloat16. This saves memory, but most steps are lost to rounding. Keep
# `master` and the two moments in float32.
#
# -    return {"half": jnp.bfloat16(master), "master": master, "mean": mean, "square": square}
# +    new = {"half": master, "master": master, "mean": mean, "square": square}
# +    return {name: array.astype(jnp.bfloat16) for name, array in new.items()}


# %% wrong: no_root
# You divided by `square`. Divide by the square root of `square`.
#
# -    master = state["master"] - RATE * mean / jnp.sqrt(square)
# +    master = state["master"] - RATE * mean / square


# %% wrong: gradient_only
# You used the gradient for the step. Adam uses its running mean. Use the new `mean`.
#
# -    master = state["master"] - RATE * mean / jnp.sqrt(square)
# +    master = state["master"] - RATE * wide / jnp.sqrt(square)


# %% wrong: mean_only
# You did not divide by the square root of `square`. With this division, weights with small
# gradients take steps as long as those of other weights. Divide by this square root.
#
# -    master = state["master"] - RATE * mean / jnp.sqrt(square)
# +    master = state["master"] - RATE * mean


# %% wrong: default_betas
# You used Adam's default factors, 0.9 and 0.999. In this task, `mean` keeps half of its old value,
# and `square` keeps three quarters.
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
    master = state["master"] - RATE * (mean * jax.lax.rsqrt(square))
    return {"master": master, "half": jnp.bfloat16(master), "mean": mean, "square": square}


# %% right: weight_by_weight
def adam_step(state, grads):
    def one(state, grad):
        grad = grad.astype("float32")
        mean = (state["mean"] + grad) * 0.5
        square = (3 * state["square"] + grad**2) / 4
        master = state["master"] - RATE / square**0.5 * mean
        return {"mean": mean, "square": square, "master": master, "half": jnp.bfloat16(master)}

    return jax.vmap(one)(state, grads)


# %% right: one_after_the_other
def adam_step(state, grads):
    new = dict(state)
    new["mean"] = state["mean"] / 2 + grads.astype(jnp.float32) / 2
    new["square"] = (3 * state["square"] + jnp.square(grads.astype(jnp.float32))) / 4
    new["master"] = state["master"] - new["mean"] / jnp.sqrt(new["square"]) * RATE
    new["half"] = new["master"].astype(jnp.bfloat16)
    return new
