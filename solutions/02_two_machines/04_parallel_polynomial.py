# ---
# title: "Fix: a loop that uses one lane"
# kind: program
# points: 3
# minutes: 10
# hints:
#   - "Each multiply-add of the loop needs the previous total. Is this a property of the polynomial,
#     or of this way to write it?"
#   - "Write the polynomial as a sum: each coefficient times its own power of `x`. The terms are
#     independent, and a sum of many values needs few dependent steps."
#   - "The powers are `x ** jnp.arange(n - 1, -1, -1)`, the highest first. Then `(coefficients *
#     powers).sum()`."
# ---

# %% [markdown]
# `polynomial_sequential` returns the value of a polynomial at `x`. Its loop performs one
# multiply-add after another, and each needs the result of the previous one, so only one lane works.
# Rewrite it as `polynomial`, so that many lanes can share the work.
#
# - There is at least one coefficient. The first one belongs to the highest power: `[3, 0, 2]` is
#   `3 x² + 2`.
# - You may perform more operations, but the span (longest chain of dependent operations) may be at
#   most 33 for 64 coefficients. That is three times the span of our solution, which grows with the
#   logarithm of their number.
# - `x` to the power 0 is 1, also for `x = 0`.

# %% given
import jax
import jax.numpy as jnp


def polynomial_sequential(coefficients, x):
    def multiply_add(total, coefficient):
        return total * x + coefficient, None

    return jax.lax.scan(multiply_add, jnp.zeros_like(x), coefficients)[0]


# %% answer
def polynomial(coefficients, x):
    """coefficients: f32[n], x: f32[] -> f32[]. Two lines.

    >>> float(polynomial(jnp.array([3.0, 0.0, 2.0]), jnp.float32(2)))
    14.0
    """
    ### BEGIN SOLUTION
    powers = x ** jnp.arange(len(coefficients) - 1, -1, -1)
    return (coefficients * powers).sum()
    ### END SOLUTION


# %% check
import numpy as np


def curve(draw):
    n = draw.each([1, 2, 4, 5, 8, 64])
    # x = 1 is excluded because the order of the powers has no effect there.
    return draw.array("f32", (n,), -3, 3), draw.array("f32", (), -1, 0)


check(polynomial, spec=np.polyval, given=curve, budget=Budget(span=3))
