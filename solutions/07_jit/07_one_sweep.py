# ---
# title: Halve the bytes, keep the digits
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "Why can `two_sweeps` not be one? The second needs what only the end of the first can tell.
#     Which formula of the variance asks for no mean beforehand?"
#   - "The mean of the squares minus the square of the mean needs one sweep. Around 1000 the two
#     are nearly equal and their difference is all rounding. The variance does not change if every
#     row is moved by the same."
#   - "`d = x - x[0]` makes the numbers small. Then `mean = d.mean(0)`; the answer is `x[0] + mean`
#     and `(d * d).mean(0) - mean * mean`."
# ---

# %% [markdown]
# Compute mean and variance of every column in one sweep over `x`: half the bytes of `two_sweeps`,
# and as exact.
#
# Both are in every normalising layer of a network. No compiler halves these bytes for you: it must
# not change your algebra. The numbers of a column lie close together and far from zero, between
# 1000 and 1001; the variance has to be right to a thousandth. Rows must not depend on
# one another: for 256 rows, the span may be at most 48 operations. The operands of a product
# (`@`, `dot`, `einsum`) are arrays in memory: if you compute an operand, the check counts it as
# written to memory first.

# %% given
import jax
import jax.numpy as jnp


def two_sweeps(x):
    mean = x.mean(0)
    return mean, ((x - mean) ** 2).mean(0)


# %% answer
def one_sweep(x):
    """x: f32[n, d] -> (f32[d], f32[d]): the mean and the variance of each column. Three lines."""
    ### BEGIN SOLUTION
    d = x - x[0]
    mean = d.mean(0)
    return x[0] + mean, (d * d).mean(0) - mean * mean
    ### END SOLUTION


# %% check
import numpy as np


def mean_and_variance(output, x):
    mean, variance = output
    if np.shape(mean) != x[0].shape or np.shape(variance) != x[0].shape:
        return "a mean and a variance for each column"
    if not (np.abs(mean - x.mean(0)) <= 0.02).all():  # float32 adds up thousands to this
        return "the mean of each column, and its digits behind the point too"
    if not (np.abs(variance - x.var(0)) <= 1e-3 * x.var(0).max() + 1e-9).all():
        return "the variance of each column, to a thousandth"
    return True


check(
    one_sweep,
    law=mean_and_variance,
    given="x: f32[n, d] in 1000.0..1001.0",
    budget=Budget(work=4, bytes=1.3, span=4, at={"n": 256, "d": 8}),
)
