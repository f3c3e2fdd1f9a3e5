# ---
# title: "Mend it: a slope that is not a number"
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "Both sides are worked out for every lane, and their slopes as well. What is the slope of a
#     square root at 0? The mask comes too late to help: nothing times infinity is not a number."
#   - "The side that is thrown away must be harmless. Choose before the root as well as after it:
#     what may a masked lane take the root of?"
#   - "`safe = jnp.where(x > 0, x, 1)` first, and then the `where` you have, with
#     `jnp.sqrt(safe)` in it."
# ---

# %% [markdown]
# Mend `root` so that its slope is a number everywhere: the square root of what is above 0, and 0
# elsewhere.
#
# Its values are right. But `jax.grad(root)` is not a number at 0 and below, because the square
# root that the mask throws away has no slope there. The slope is to be 0 wherever the value is 0
# by decree.

# %% given
import jax
import jax.numpy as jnp


def root_to_mend(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


# %% answer
def root(x):
    """x: f32[], one number -> f32[]. Two lines."""
    ### BEGIN SOLUTION
    safe = jnp.where(x > 0, x, 1.0)
    return jnp.where(x > 0, jnp.sqrt(safe), 0.0)
    ### END SOLUTION


def roots_and_slopes(x):
    """x: f32[n] -> two arrays, f32[n] each. Nothing to do here."""
    return jax.vmap(root)(x), jax.vmap(jax.grad(root))(x)


# %% check
import numpy as np


def plain(x):
    above = x > 0
    root = np.sqrt(np.where(above, x, 1))
    return np.where(above, root, 0), np.where(above, 0.5 / root, 0)


check(roots_and_slopes, spec=plain, given="x: f32[n] in -9..9", tolerance=1e-5)


# %% wrong: as_it_was
# The values are right and the slopes are not numbers. `where` threw the bad root away, and the
# slope of the bad root is still infinite or not a number: times 0, that is not a number. Give the
# root something harmless in masked lanes, *before* you take it.
def root(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def roots_and_slopes(x):
    return jax.vmap(root)(x), jax.vmap(jax.grad(root))(x)


# %% wrong: only_before
# Now the slopes are numbers, but a masked lane returns the root of your harmless number. Choose
# twice: before the root what goes in, and after it what comes out.
def root(x):
    return jnp.sqrt(jnp.where(x > 0, x, 1.0))


def roots_and_slopes(x):
    return jax.vmap(root)(x), jax.vmap(jax.grad(root))(x)


# %% wrong: a_little_added
# You added a little so that the root never meets 0. Now every value is a little wrong, and the
# slope at 0 is huge where it should be 0. Replace the number in the masked lanes only.
def root(x):
    return jnp.sqrt(jnp.maximum(x, 0) + 0.001)


def roots_and_slopes(x):
    return jax.vmap(root)(x), jax.vmap(jax.grad(root))(x)


# %% wrong: sign_dropped
# You took the root of the size of x. Below 0 that is a root where 0 is asked for, and at 0 its
# slope is still not a number.
def root(x):
    return jnp.sqrt(jnp.where(x == 0, 1.0, jnp.abs(x))) * jnp.where(x == 0, 0.0, 1.0)


def roots_and_slopes(x):
    return jax.vmap(root)(x), jax.vmap(jax.grad(root))(x)


# %% right: with_a_mask
def root(x):
    mask = (x > 0).astype(x.dtype)
    return mask * jnp.sqrt(mask * x + (1 - mask))


def roots_and_slopes(x):
    return jax.vmap(root)(x), jax.vmap(jax.grad(root))(x)


# %% right: arrays_at_once
def root(x):
    above = x > 0
    return jnp.where(above, jnp.sqrt(jnp.where(above, x, jnp.ones_like(x))), jnp.zeros_like(x))


def roots_and_slopes(x):
    return root(x), jax.grad(lambda x: root(x).sum())(x)


# %% right: another_harmless_number
def root(x):
    return jnp.where(x <= 0, 0.0, jnp.sqrt(jnp.where(x <= 0, 4.0, x)))


def roots_and_slopes(x):
    return jax.vmap(root)(x), jax.vmap(jax.grad(root))(x)


# %% right: slope_by_hand
def roots_and_slopes(x):
    above = x > 0
    root = jnp.sqrt(jnp.where(above, x, 1.0))
    return jnp.where(above, root, 0.0), jnp.where(above, 0.5 / root, 0.0)
