# %% wrong: from_short_weights
# You stepped from the weights as float16 has them. The step starts from the weights in float32:
# that is what they are kept for.
#
# -    stepped = jnp.where(fine, weights - PACE * slopes, weights)
# +    rough = weights.astype(jnp.float16).astype(jnp.float32)
# +    stepped = jnp.where(fine, rough - PACE * slopes, weights)

# %% wrong: times_whether_fine
# You multiplied the step by 1 or 0, and 0 times infinity is NaN. Choose between the two results:
# `jnp.where`.
#
# -    stepped = jnp.where(fine, weights - PACE * slopes, weights)
# +    stepped = weights - fine * PACE * slopes

# %% wrong: infinity_alone
# You looked only for infinity. NaN is not finite either: `jnp.isfinite` finds both.
#
# -    fine = jnp.all(jnp.isfinite(slopes))
# +    fine = ~jnp.isinf(slopes).any()


# %% wrong: never_left_out
# You took every step. If a slope is infinite or NaN, leave the weights and halve the scale.
#
# -    fine = jnp.all(jnp.isfinite(slopes))
# +    fine = True


# %% wrong: infinite_made_finite
# You put finite numbers in place of the slopes that are not finite, and took the step with them. A
# step that has such a slope is left out.
#
# -    stepped = jnp.where(fine, weights - PACE * slopes, weights)
# +    stepped = weights - PACE * jnp.nan_to_num(short.astype(jnp.float32)) / scale


# %% wrong: in_bfloat16
# You took the slopes in bfloat16. That one reaches as far as float32, so that nothing is ever
# infinite, and it has three bits less: float16 is asked for.
#
# -        return scale.astype(jnp.float16) * loss(short, x, y)
# +        return scale.astype(jnp.bfloat16) * loss(short, x, y)
# -    short = jax.grad(scaled)(weights.astype(jnp.float16))
# +    short = jax.grad(scaled)(weights.astype(jnp.bfloat16))


# %% wrong: short_weights_kept
# You gave back the weights as float16 has them. They are kept in float32: a step starts from those,
# and where none is taken they stay as they came.
#
# -    fine = jnp.all(jnp.isfinite(slopes))
# +    fine = jnp.all(jnp.isfinite(slopes))
# +    weights = weights.astype(jnp.float16).astype(jnp.float32)


# %% wrong: nan_alone
# You looked only for NaN. What is too large for float16 becomes infinite: `jnp.isfinite` finds
# both.
#
# -    fine = jnp.all(jnp.isfinite(slopes))
# +    fine = ~jnp.isnan(slopes).any()

# %% wrong: any_is_fine
# You took a step although one of its slopes is not finite: you asked whether *any* is, or looked at
# the loss or at the scale instead. Ask it of every slope.
#
# -    fine = jnp.all(jnp.isfinite(slopes))
# +    fine = jnp.any(jnp.isfinite(slopes))

# %% wrong: doubled_when_fine
# You doubled the scale where all slopes are fine. It stays as it is then.
#
# -    return stepped, jnp.where(fine, scale, scale / 2)
# +    return stepped, jnp.where(fine, 2 * scale, scale / 2)

# %% wrong: uphill
# You went uphill. The slopes say where the loss grows: subtract `PACE` times each.
#
# -    stepped = jnp.where(fine, weights - PACE * slopes, weights)
# +    stepped = jnp.where(fine, weights + PACE * slopes, weights)


# %% wrong: unscaled
# Without a scale the slopes are below what float16 can hold: they came out as 0, or rounded to the
# few numbers that are there. Scale the loss before you take its slopes.
def scaled_step(weights, scale, x, y):
    slopes = jax.grad(loss)(weights.astype(jnp.float16), x, y).astype(jnp.float32)
    return weights - PACE * slopes, scale


# %% wrong: scaled_afterwards
# You scaled the slopes, not the loss. By then they had been rounded away: the scale has to be there
# while the slopes are made.
def scaled_step(weights, scale, x, y):
    slopes = scale * jax.grad(loss)(weights.astype(jnp.float16), x, y).astype(jnp.float32)
    fine = jnp.isfinite(slopes.astype(jnp.float16)).all() & (scale < 65536)
    stepped = jnp.where(fine, weights - PACE * slopes / scale, weights)
    return stepped, jnp.where(fine, scale, scale / 2)


# %% wrong: not_divided
# The slopes are still those of the scaled loss, `scale` times too steep. Divide before you step.
#
# -    slopes = short.astype(jnp.float32) / scale
# +    slopes = short.astype(jnp.float32)


# %% wrong: divided_in_float16
# You divided while the slopes were float16, and so they were too small again. Widen them first.
#
# -    slopes = short.astype(jnp.float32) / scale
# +    slopes = (short / scale.astype(jnp.float16)).astype(jnp.float32)


# %% wrong: stepped_anyway
# The scale was too large, the slopes are not finite, but you still took the step: now the weights
# are not finite either. Ask `jnp.isfinite` first.
#
# -    stepped = jnp.where(fine, weights - PACE * slopes, weights)
# +    stepped = weights - PACE * slopes


# %% wrong: left_out_one_by_one
# You held back the weights whose slopes are infinite, and let the others go. If any slope is, the
# whole step is left out.
#
# -    stepped = jnp.where(fine, weights - PACE * slopes, weights)
# +    stepped = jnp.where(jnp.isfinite(slopes), weights - PACE * slopes, weights)


# %% wrong: scale_kept
# You left out the step, and kept the scale: the next step will fail the same way. Halve it.
#
# -    return stepped, jnp.where(fine, scale, scale / 2)
# +    return stepped, scale


# %% wrong: always_halved
# You halved the scale after every step. It stays as long as the slopes are finite.
#
# -    return stepped, jnp.where(fine, scale, scale / 2)
# +    return stepped, scale / 2


# %% wrong: all_in_float32
# You took the slopes in float32. There no scale is needed, and none is ever too large: hand `loss`
# the weights in float16.
def scaled_step(weights, scale, x, y):
    slopes = jax.grad(lambda wide: scale * loss(wide, x, y))(weights) / scale
    fine = jnp.isfinite(slopes).all()
    stepped = jnp.where(fine, weights - PACE * slopes, weights)
    return stepped, jnp.where(fine, scale, scale / 2)


# %% wrong: pace_forgotten
# You walked without `PACE`: the weights go down by `PACE` times the slopes.
#
# -    stepped = jnp.where(fine, weights - PACE * slopes, weights)
# +    stepped = jnp.where(fine, weights - slopes, weights)


# %% wrong: stepped_in_float16
# `PACE` is 65,536, and float16 ends just below it: multiplied in float16 every step is infinite.
# Make the slopes float32 first, `.astype(jnp.float32)`, then divide and step.
#
# -    stepped = jnp.where(fine, weights - PACE * slopes, weights)
# +    stepped = jnp.where(fine, weights - PACE * short / scale, weights)

# %% wrong: never_widened
# `PACE` is 65,536, and float16 ends just below it: multiplied in float16 every step is infinite.
# Make the slopes float32 first, `.astype(jnp.float32)`, then divide and step.
#
# -    slopes = short.astype(jnp.float32) / scale
# +    slopes = short / scale.astype(jnp.float16)


# %% right: with_cond
def scaled_step(weights, scale, x, y):
    short = jnp.asarray(weights, jnp.float16)
    slopes = jax.grad(lambda w: loss(w, x, y) * scale.astype(w.dtype))(short)
    wide = slopes.astype(jnp.float32) / scale
    go, stay = lambda: (weights - PACE * wide, scale), lambda: (weights, scale / 2)
    return jax.lax.cond(jnp.isfinite(slopes).all(), go, stay)


# %% right: slopes_of_the_wide_weights
def scaled_step(weights, scale, x, y):
    def scaled(wide):
        return scale.astype(jnp.float16) * loss(wide.astype(jnp.float16), x, y)

    slopes = jax.grad(scaled)(weights)
    fine = jnp.isfinite(slopes).all()
    return jnp.where(fine, weights - slopes * (PACE / scale), weights), scale / (2 - fine)
