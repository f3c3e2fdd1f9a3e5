# %% wrong: from_the_short_copy
# You took the step from the short copy. It keeps eight bits: each step loses what is rounded off,
# and small steps change nothing. Move the long copy.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["short"].astype(jnp.float32) - RATE * mean / jnp.sqrt(square)


# %% wrong: short_moves_by_itself
# The long copy is right. You let the short one take the step by itself, in bfloat16, where most
# steps are too small to change it. The short copy is the new long one, rounded.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    short = kept["short"] - (RATE * mean / jnp.sqrt(square)).astype(jnp.bfloat16)
# +    return {"short": short, "long": long, "mean": mean, "square": square}


# %% wrong: short_as_it_was
# The long copy is right. You returned the short one unchanged: the next forward pass would use the
# old weights.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    return kept | {"long": long, "mean": mean, "square": square}


# %% wrong: old_moments
# The moments are right. You used the old ones for the step: first update them, then the weight.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * kept["mean"] / jnp.sqrt(kept["square"])


# %% wrong: squared_in_bfloat16
# You squared the gradients in bfloat16. A square has twice as many digits, and bfloat16 keeps eight
# bits of them: widen first, then square.
#
# -    square = 0.75 * kept["square"] + 0.25 * wide**2
# +    square = 0.75 * kept["square"] + 0.25 * (slopes * slopes).astype(jnp.float32)


# %% wrong: step_in_bfloat16
# The moments are right. You rounded the step to bfloat16 before you subtracted it from the long
# copy: all arithmetic is float32, and only the short copy is rounded.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - (RATE * mean / jnp.sqrt(square)).astype(jnp.bfloat16)


# %% wrong: no_root
# You divided by the square itself. The step is the mean divided by the *root* of the square.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * mean / square


# %% wrong: gradient_alone
# You went down by the gradient. Adam goes down by its mean over many steps, `mean`.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * wide / jnp.sqrt(square)


# %% wrong: mean_alone
# You went down only by the mean. It is divided by the root of the square, so that weights with
# small gradients take steps as long as others.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * mean


# %% wrong: uphill
# You went up. The weight goes *down*: subtract the step.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] + RATE * mean / jnp.sqrt(square)


# %% wrong: shares_of_the_mean
# The square keeps three quarters of what it was and takes a quarter of the new. You gave it halves,
# as the mean has them.
#
# -    square = 0.75 * kept["square"] + 0.25 * wide**2
# +    square = 0.5 * kept["square"] + 0.5 * wide**2


# %% wrong: shares_of_the_square
# The mean keeps half of what it was. You gave it three quarters, as the square has them.
#
# -    mean = 0.5 * kept["mean"] + 0.5 * wide
# +    mean = 0.75 * kept["mean"] + 0.25 * wide


# %% wrong: short_in_float32
# Every number is right, except the dtype of the short copy: bfloat16, two bytes. In float32 a
# weight takes 18 bytes, and its products run at the rate of float32.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    return {"short": long, "long": long, "mean": mean, "square": square}


# %% wrong: all_short
# You keep everything in bfloat16. That takes 10 bytes a weight, and loses most steps: the long
# copy and the two moments are float32.
#
# -    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
# +    new = {"short": long, "long": long, "mean": mean, "square": square}
# +    return {name: array.astype(jnp.bfloat16) for name, array in new.items()}


# %% wrong: old_mean
# The moments are right. You went down by the mean as it was before the step. The task asks for the
# new one.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * kept["mean"] / jnp.sqrt(square)


# %% wrong: without_the_rate
# The moments are right. You left `RATE` out: the weight goes down by that much of the quotient.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - mean / jnp.sqrt(square)


# %% wrong: old_square
# You took the root of the square from before the step. Take the new one.
#
# -    long = kept["long"] - RATE * mean / jnp.sqrt(square)
# +    long = kept["long"] - RATE * mean / jnp.sqrt(kept["square"])


# %% wrong: shares_of_adam
# You took Adam's own shares, 0.9 and 0.999. Here the mean keeps half and the square three quarters.
#
# -    mean = 0.5 * kept["mean"] + 0.5 * wide
# +    mean = 0.9 * kept["mean"] + 0.1 * wide
# -    square = 0.75 * kept["square"] + 0.25 * wide**2
# +    square = 0.999 * kept["square"] + 0.001 * wide**2


# %% wrong: shares_swapped
# The shares of the square are swapped: it keeps three quarters of what it was.
#
# -    square = 0.75 * kept["square"] + 0.25 * wide**2
# +    square = 0.25 * kept["square"] + 0.75 * wide**2


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
