# %% wrong: from_the_short_copy
# You updated the weights from `short`. It has eight bits, so each step loses the rounding error,
# and small steps change nothing. Update `long`.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["short"].astype(jnp.float32) - RATE * mean / jnp.sqrt(square)


# %% wrong: short_moves_by_itself
# Your `long` is right, but you updated `short` separately in bfloat16. Most steps are too small to
# change it there. Round the new `long`.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    short = kept["short"] - (RATE * mean / jnp.sqrt(square)).astype(jnp.bfloat16)
# +    return {"short": short, "long": long, "mean": mean, "square": square}


# %% wrong: short_as_it_was
# Your `long` is right, but you returned the old `short`, so the next forward pass would use old
# weights. Round the new `long`.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    return kept | {"long": long, "mean": mean, "square": square}


# %% wrong: old_moments
# Your moments are right, but you used the old ones for the step. Update the moments first, and use
# the new ones.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * kept["mean"] / jnp.sqrt(kept["square"])


# %% wrong: squared_in_bfloat16
# You squared the gradients in bfloat16. A square needs twice as many digits, and bfloat16 keeps
# eight bits. Convert to float32 first.
#
# -    square = 0.75 * kept["square"] + 0.25 * wide**2
# +    square = 0.75 * kept["square"] + 0.25 * (slopes * slopes).astype(jnp.float32)


# %% wrong: step_in_bfloat16
# Your moments are right, but you rounded the step to bfloat16 before you subtracted it from `long`.
# Do all arithmetic in float32, and round only `short`.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - (RATE * mean / jnp.sqrt(square)).astype(jnp.bfloat16)


# %% wrong: short_in_float32
# Your values are right, but your `short` is in float32, which takes 18 bytes per weight. Convert it
# to bfloat16.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    return {"short": long, "long": long, "mean": mean, "square": square}


# %% wrong: all_short
# You returned everything in bfloat16. This saves memory, but loses most steps. Keep `long` and the
# two moments in float32.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    new = {"short": long, "long": long, "mean": mean, "square": square}
# +    return {name: array.astype(jnp.bfloat16) for name, array in new.items()}


# %% wrong: no_root
# You divided by `square`. Divide by its square root.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * mean / square


# %% wrong: gradient_alone
# You used the gradient for the step. Adam uses its running mean. Use the new `mean`.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * wide / jnp.sqrt(square)


# %% wrong: mean_alone
# You did not divide by the square root of `square`. With this division, weights with small
# gradients take steps as long as others. Add it.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * mean


# %% wrong: shares_of_adam
# You used Adam's own factors, 0.9 and 0.999. Here, `mean` keeps half of its old value, and `square`
# three quarters.
#
# -    mean = 0.5 * kept["mean"] + 0.5 * wide
# +    mean = 0.9 * kept["mean"] + 0.1 * wide
# -    square = 0.75 * kept["square"] + 0.25 * wide**2
# +    square = 0.999 * kept["square"] + 0.001 * wide**2


# %% right: towards_the_new
def adam_step(kept, slopes):
    slopes = slopes.astype(jnp.float32)
    mean = kept["mean"] + (slopes - kept["mean"]) / 2
    square = kept["square"] + (slopes * slopes - kept["square"]) / 4
    long = kept["long"] - RATE * (mean * jax.lax.rsqrt(square))
    return {"long": long, "short": jnp.bfloat16(long), "mean": mean, "square": square}


# %% right: weight_by_weight
def adam_step(kept, slopes):
    def one(kept, slope):
        slope = slope.astype("float32")
        mean = (kept["mean"] + slope) * 0.5
        square = (3 * kept["square"] + slope**2) / 4
        long = kept["long"] - RATE / square**0.5 * mean
        return {"mean": mean, "square": square, "long": long, "short": long.astype("bfloat16")}

    return jax.vmap(one)(kept, slopes)


# %% right: one_after_the_other
def adam_step(kept, slopes):
    new = dict(kept)
    new["mean"] = kept["mean"] / 2 + slopes.astype(jnp.float32) / 2
    new["square"] = (3 * kept["square"] + jnp.square(slopes.astype(jnp.float32))) / 4
    new["long"] = kept["long"] - new["mean"] / jnp.sqrt(new["square"]) * RATE
    new["short"] = new["long"].astype(jnp.bfloat16)
    return new
