# ---
# title: "Fix: a slope that is not a number"
# kind: program
# points: 2
# minutes: 10
# hints:
#   - "Both sides are worked out for every lane, and their slopes as well. What is the slope of a
#     square root at 0? The mask comes too late to help: nothing times infinity is not a number."
#   - "The side that is thrown away must be harmless. Choose before the root as well as after it:
#     what may a masked lane take the root of?"
#   - "`safe = jnp.where(x > 0, x, 1)` first, and then the `where` you have, with
#     `jnp.sqrt(safe)` in it."
# choices:
#   "1.0": where `x` is not above 0 the root is not used, and neither is its slope
# ---

# %% [markdown]
# Mend `root` so that its slope is a number everywhere: the square root of what is above 0, and 0
# elsewhere.
#
# Its values are right. But `jax.grad(root)` is not a number at 0 and below, because the square
# root that the mask throws away has no slope there. The slope has to be 0 wherever the mask makes
# the value 0.
#
# The check computes the slopes with `jax.vjp`. A `jax.lax.optimization_barrier` keeps the compiler
# from hiding a NaN behind the mask.

# %% given
import jax
import jax.numpy as jnp


def root_to_mend(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def roots_and_slopes(x):  # the check calls this, and this calls the `root` that you write
    jax.vmap(jax.grad(root))(x)  # says what is wrong with a `root` that has no slopes
    roots, back = jax.vjp(jax.vmap(root), x)
    return roots, jax.lax.optimization_barrier(back)(jnp.ones_like(x))[0]


# %% answer
def root(x):
    """x: f32[], one number -> f32[]. Two lines."""
    ### BEGIN SOLUTION
    safe = jnp.where(x > 0, x, 1.0)
    return jnp.where(x > 0, jnp.sqrt(safe), 0.0)
    ### END SOLUTION


# %% check
import numpy as np


def plain(x):
    above = x > 0
    root = np.sqrt(np.where(above, x, 1))
    return np.where(above, root, 0), np.where(above, 0.5 / root, 0)


def numbers(draw):
    n = draw.each([1, 33, draw.int(2, 16), draw.int(17, 32)])
    # Whole numbers meet 0; the roots of those between them are in no table.
    least, most = draw.each([(-2, 2), (-2, 2), (-2.0, 2.0)])
    return (draw.array("f32", (n,), least, most),)


check(roots_and_slopes, spec=plain, given=numbers, tolerance=1e-5)
