# ---
# title: "Fix: a gradient that is NaN"
# kind: program
# points: 2
# minutes: 10
# hints:
#   - "Both branches of `where` are computed for every lane, and so are their gradients. What is the
#     derivative of a square root at 0? The mask comes too late: 0 times infinity is NaN."
#   - "The branch that is not selected must be harmless. Apply a mask before the square root as well
#     as after it: which input is safe in masked lanes?"
#   - "`safe = jnp.where(x > 0, x, 1)` first, and then the `where` of the original, with
#     `jnp.sqrt(safe)` in it."
# choices:
#   "1.0": where `x` is not above 0, neither the root nor its gradient is used
# ---

# %% [markdown]
# `root_with_nan` returns the square root of `x` for `x > 0`, and 0 otherwise. Its values are right,
# but its gradient is NaN for `x <= 0`, because the square root in the masked branch has no finite
# derivative there. Write `root`, which returns the same values and has these gradients:
#
# - for `x > 0`: the derivative of the square root,
# - for `x <= 0`: 0.
#
# For example, the gradient at 4 is 0.25, and at -4 it is 0.
#
# The check computes the gradients of many `x` in parallel, with `jax.vmap` and `jax.vjp`.
# `jax.lax.optimization_barrier` prevents the compiler from hiding a NaN.

# %% given
import jax
import jax.numpy as jnp


def root_with_nan(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def roots_and_gradients(x):  # the check calls this function, which calls your `root`
    jax.vmap(jax.grad(root))(x)  # raises an error if `root` cannot be differentiated
    roots, vjp_fn = jax.vjp(jax.vmap(root), x)
    return roots, jax.lax.optimization_barrier(vjp_fn)(jnp.ones_like(x))[0]


# %% answer
def root(x):
    """x: f32[], a scalar -> f32[]. Two lines."""
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


def inputs(draw):
    n = draw.each([1, 33, draw.int(2, 16), draw.int(17, 32)])
    # Integers include 0. Fractions exclude a table of roots.
    least, most = draw.each([(-2, 2), (-2, 2), (-2.0, 2.0)])
    return (draw.array("f32", (n,), least, most),)


check(roots_and_gradients, spec=plain, given=inputs, tolerance=1e-5)
