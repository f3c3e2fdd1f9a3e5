# ---
# title: "Fix: a chain that keeps one lane busy"
# kind: program
# points: 3
# minutes: 10
# hints:
#   - "Each multiply-add of the loop needs the total of the one before. Is that so because of the
#     polynomial, or because of how it was written down?"
#   - "Write it as a sum: each coefficient times its own power of `x`. No term needs another, and a
#     sum of many numbers waits little."
#   - "The powers are `x ** jnp.arange(n - 1, -1, -1)`, the highest first. Then
#     `(coefficients * powers).sum()`."
# ---

# %% [markdown]
# Mend `polynomial_to_mend` so that many lanes can share the work: the value of a polynomial at `x`.
#
# The first coefficient belongs to the highest power: `[3, 0, 2]` is 3 x² + 2. The loop does one
# multiply-add after another, each on the result of the one before, and so it is the slow bar of
# this chapter, on any machine. You may spend more operations, if they do not wait: about as many
# steps in a row as a sum of `n` numbers takes. The power 0 of every number is 1, also of 0.

# %% given
import jax
import jax.numpy as jnp


def polynomial_to_mend(coefficients, x):
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
    # At 1 the order of the powers does not show.
    return draw.array("f32", (n,), -3, 3), draw.array("f32", (), -1, 0)


check(polynomial, spec=np.polyval, given=curve, budget=Budget(span=3))
