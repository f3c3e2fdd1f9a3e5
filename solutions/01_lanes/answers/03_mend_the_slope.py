# %% wrong: mask_comes_too_late
# The values are right, but the slopes are not numbers (NaN). `where`, or a mask that you multiply
# with, throws the bad root away, and the slope of the bad root is still infinite or not a number:
# times 0, that is not a number. Cleaning up the *value* afterwards, as `jnp.nan_to_num` does, comes
# too late in the same way. (The check makes its own `roots_and_slopes`: it is `root` that has to be
# mended.) Give the root something harmless in masked lanes, *before* you take it.
def root(x):
    return jnp.sqrt(jnp.maximum(x, 0)) * (x > 0)


# %% wrong: only_before
# Now the slopes are numbers, but a masked lane returns the root of your harmless number. Choose
# twice: before the root what goes in, and after it what comes out.
def root(x):
    return jnp.sqrt(jnp.where(x > 0, x, 1.0))


# %% wrong: a_little_added
# You added a little so that the root never meets 0. Now every value is a little wrong, and the
# slope at 0 is huge where it should be 0. Replace the number in the masked lanes only.
def root(x):
    return jnp.sqrt(jnp.maximum(x, 0) + 0.001)


# %% wrong: sign_dropped
# You took the root of the size of x. Below 0 that is a root where 0 is asked for, and at 0 its
# slope is still not a number.
def root(x):
    return jnp.sqrt(jnp.where(x == 0, 1.0, jnp.abs(x))) * jnp.where(x == 0, 0.0, 1.0)


# %% wrong: cut_off_at_zero
# The values are right, and at 0 the slope is infinite: you take the root of 0, where it is
# steepest, in every masked lane. What goes into the root there must be a number at which its slope
# is finite, such as 1.
def root(x):
    return jnp.sqrt(jnp.maximum(x, 0))


# %% wrong: cut_off_at_one
# You put 1 in the place of what lies between 0 and 1 as well, and at 1 itself `maximum` shares the
# slope between its two sides. Choose the 1 only where `x` is not above 0: `jnp.where`.
#
# -    safe = jnp.where(x > 0, x, 1.0)
# +    safe = jnp.maximum(x, 1.0)


# %% wrong: root_of_the_size
# Nearly: below 0 your slopes are right, and at 0 there still is none, since the size of 0 is 0 and
# a root is infinitely steep there. Choose something else than 0 for what goes into the root.
def root(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.abs(x)), 0.0)


# %% wrong: no_slope_at_all
# The values are right, and every slope is 0: `stop_gradient` stops all of them. Above 0 the root
# has a slope.
def root(x):
    return jax.lax.stop_gradient(jnp.where(x > 0, jnp.sqrt(x), 0.0))


# %% wrong: zero_is_not_above
# Nearly: 0 itself is still let into the root, where it is infinitely steep. Ask `x > 0`, not `>=`.
def root(x):
    return jnp.where(x >= 0, jnp.sqrt(jnp.where(x >= 0, x, 1.0)), 0.0)


# %% right: with_a_mask
def root(x):
    mask = (x > 0).astype(x.dtype)
    return mask * jnp.sqrt(mask * x + (1 - mask))


# %% right: arrays_of_the_same_kind
def root(x):
    above = x > 0
    return jnp.where(above, jnp.sqrt(jnp.where(above, x, jnp.ones_like(x))), jnp.zeros_like(x))


# %% right: another_harmless_number
def root(x):
    return jnp.where(x <= 0, 0.0, jnp.sqrt(jnp.where(x <= 0, 4.0, x)))


# %% right: one_added_where_masked
def root(x):
    safe = jnp.maximum(x, 0) + (x <= 0)
    return jnp.sqrt(safe) * (x > 0)


# %% right: zero_inside_and_outside
def root(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 0.0)), 0.0)


# %% right: a_slope_of_its_own
@jax.custom_jvp
def root(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


@root.defjvp
def slope(before, change):
    result = root(*before)
    return result, jnp.where(result > 0, 0.5 / jnp.where(result > 0, result, 1), 0.0) * change[0]
