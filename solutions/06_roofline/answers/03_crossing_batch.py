# %% wrong: weights_only
# You counted only the bytes of the weights. Inputs and results move, too, and they grow with the
# batch size, so some layers never cross the ridge. Add their bytes.
def crossing_batch(k, n, peak, bandwidth):
    return -(-2 * peak // bandwidth)


# %% wrong: formula_alone
# You divided without looking at the divisor. If a further vector adds at least as much memory time
# as arithmetic time, the divisor is 0 or negative, and the layer never crosses. Return 0 in that
# case.
def crossing_batch(k, n, peak, bandwidth):
    return -(-4 * peak * k * n // (2 * k * n * bandwidth - 4 * peak * (k + n)))


# %% wrong: strictly_longer
# You required that the arithmetic takes *longer*. If both take equally long, the layer is already
# compute-bound. Round up instead of adding 1.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n // gain + 1 if gain > 0 else 0


# %% wrong: rounded_down
# You rounded down, so the layer is still memory-bound at your batch size. Round up.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n // gain if gain > 0 else 0


# %% wrong: not_whole
# You returned the point at which the two times are equal, and it usually has a fraction. Round up
# to the next integer.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n / gain if gain > 0 else 0


# %% wrong: results_not_written
# You left out the bytes of the results. `b` times `n` elements are written. Add them.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * k
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP, or an element as eight bytes, so your layers cross too
# late. The peak counts two FLOPs, and a float32 element takes four bytes.
def crossing_batch(k, n, peak, bandwidth):
    gain = k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: numbers_not_bytes
# You counted elements instead of bytes. A float32 element takes four bytes. Multiply by 4.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - peak * (k + n)
    return -(-peak * k * n // gain) if gain > 0 else 0


# %% wrong: a_search_that_gives_up
# You tried one batch size after another up to a limit. Some layers cross later. Solve for the batch
# size at which both times are equal.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n // gain if gain > 0 else 0


# %% wrong: not_whole
# You returned the point at which both times are equal, which is rarely a whole number. Round it up
# to the next batch size.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n / gain if gain > 0 else 0


# %% wrong: formula_alone
# You did not treat layers that are memory-bound for every batch size. For these, your divisor is 0
# or negative. Test it before you divide.
def crossing_batch(k, n, peak, bandwidth):
    return -(-4 * peak * k * n // (2 * k * n * bandwidth - 4 * peak * (k + n)))


# %% wrong: divided_by_nothing
# For some layers, each further vector adds exactly as much data movement as arithmetic. Your
# divisor is then 0. Is such a layer ever compute-bound?
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain >= 0 else 0


# %% wrong: with_points
# You divided floats. If both times are exactly equal, the quotient is slightly too large, and
# `ceil` returns the next batch size. Use products of integers and `//`.
import math


def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n / peak - 4 * (k + n) / bandwidth
    return math.ceil(4 * k * n / bandwidth / gain) if gain > 0 else 0


# %% wrong: divided_by_nothing
# You divided by the gain per vector even if it is 0. A further vector then adds equal memory time
# and arithmetic time, so the layer never crosses. Return 0 in that case.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain >= 0 else 0


# %% wrong: in_32_bits
# You used 32-bit integers, as `jnp` does, which overflow above 2,147,483,647. Python's integers
# have no limit. Use them.
import jax.numpy as jnp


def crossing_batch(k, n, peak, bandwidth):
    k, n, peak, bandwidth = jnp.array([k, n, peak, bandwidth])
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% right: by_search
def crossing_batch(k, n, peak, bandwidth):
    def crossed(b):
        return 2 * b * k * n * bandwidth >= 4 * (k * n + b * k + b * n) * peak

    low, high = 0, 1
    while not crossed(high):
        low, high = high, 2 * high
        if high > 10**12:
            return 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if crossed(middle) else (middle, high)
    return high


# %% right: by_fractions
import math
from fractions import Fraction


def crossing_batch(k, n, peak, bandwidth):
    ridge = Fraction(peak, bandwidth)
    most = Fraction(k * n, 2 * (k + n))
    if most <= ridge:
        return 0
    return math.ceil(2 * ridge / (1 - ridge / most))


# %% right: by_divmod
def crossing_batch(k, n, peak, bandwidth):
    weights = 4 * k * n * peak
    each = 2 * k * n * bandwidth - 4 * (k + n) * peak
    if each < 1:
        return 0
    whole, rest = divmod(weights, each)
    return whole + (rest > 0)
