# %% wrong: masked_after_root
# Your values are right, but the gradients are NaN: the mask, or `jnp.nan_to_num`, discards the
# *value* of the root, but its gradient is still infinite or NaN, and 0 times that is NaN. Replace
# the input of the root in masked lanes *before* you take the root. (The check defines its own
# `roots_and_gradients`, so change `root`.)
def root(x):
    return jnp.sqrt(jnp.maximum(x, 0)) * (x > 0)


# %% wrong: masked_before_root_only
# Your gradients are finite, but a masked lane returns the root of your safe value instead of 0.
# Apply the mask twice: to the input of the root and to its result.
def root(x):
    return jnp.sqrt(jnp.where(x > 0, x, 1.0))


# %% wrong: epsilon_added
# You added a small constant so that the input of the root is never 0. Now every value is slightly
# wrong, and the gradient at 0 is large instead of 0. Replace the input in masked lanes only.
def root(x):
    return jnp.sqrt(jnp.maximum(x, 0) + 0.001)


# %% wrong: absolute_value
# You took the root of the absolute value. For `x` below 0, this returns a root where the result
# must be 0. Select 0 wherever `x` is not above 0.
def root(x):
    return jnp.sqrt(jnp.where(x == 0, 1.0, jnp.abs(x))) * jnp.where(x == 0, 0.0, 1.0)


# %% wrong: clipped_at_zero
# Your values are right, but you take the root of 0 in every masked lane, where its derivative is
# infinite. Use an input with a finite derivative there, such as 1.
def root(x):
    return jnp.sqrt(jnp.maximum(x, 0))


# %% wrong: clipped_at_one
# You also replaced the values between 0 and 1 with 1, and at 1, `maximum` splits the gradient
# between its two arguments. Use 1 only where `x` is not above 0: `jnp.where`.
#
# -    safe = jnp.where(x > 0, x, 1.0)
# +    safe = jnp.maximum(x, 1.0)


# %% wrong: root_of_absolute_value
# Your gradients are right except at 0: the absolute value of 0 is 0, where the derivative of the
# root is infinite. Use an input other than 0 for the root in masked lanes.
def root(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.abs(x)), 0.0)


# %% wrong: gradient_stopped
# Your values are right, but `stop_gradient` sets every gradient to 0. For `x > 0`, return the
# gradient of the root.
def root(x):
    return jax.lax.stop_gradient(jnp.where(x > 0, jnp.sqrt(x), 0.0))


# %% wrong: zero_included
# You still pass 0 to the root, where its derivative is infinite. Use `x > 0` instead of `x >= 0`.
def root(x):
    return jnp.where(x >= 0, jnp.sqrt(jnp.where(x >= 0, x, 1.0)), 0.0)


# %% right: with_a_mask
def root(x):
    mask = (x > 0).astype(x.dtype)
    return mask * jnp.sqrt(mask * x + (1 - mask))


# %% right: zeros_like_and_ones_like
def root(x):
    above = x > 0
    return jnp.where(above, jnp.sqrt(jnp.where(above, x, jnp.ones_like(x))), jnp.zeros_like(x))


# %% right: another_safe_value
def root(x):
    return jnp.where(x <= 0, 0.0, jnp.sqrt(jnp.where(x <= 0, 4.0, x)))


# %% right: one_added_where_masked
def root(x):
    safe = jnp.maximum(x, 0) + (x <= 0)
    return jnp.sqrt(safe) * (x > 0)


# %% right: zero_inside_and_outside
def root(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 0.0)), 0.0)


# %% right: custom_gradient
@jax.custom_jvp
def root(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


@root.defjvp
def slope(before, change):
    result = root(*before)
    return result, jnp.where(result > 0, 0.5 / jnp.where(result > 0, result, 1), 0.0) * change[0]
