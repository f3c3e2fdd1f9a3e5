# %% wrong: weights_only
# You counted only the bytes of the weights. Inputs and results are moved as well, and their bytes
# grow with the batch size, so some layers are never compute-bound. Add the bytes of both.
def crossing_batch(k, n, peak, bandwidth):
    return -(-2 * peak // bandwidth)


# %% wrong: results_not_written
# You left out the results. Add the bytes of the `b` times `n` values that are written.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * k
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: strictly_longer
# You required the arithmetic to take *longer*. The layer is already compute-bound if both take
# equally long.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n // gain + 1 if gain > 0 else 0


# %% wrong: rounded_down
# You rounded down. At this batch size, the layer is still memory-bound. Round up.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n // gain if gain > 0 else 0


# %% wrong: not_whole
# You returned the point at which both times are equal, which is rarely a whole number. Round up to
# the next batch size.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n / gain if gain > 0 else 0


# %% wrong: no_special_case
# You did not treat layers that are memory-bound for every batch size. For these layers, your
# divisor is 0 or negative. Test the divisor before you divide.
def crossing_batch(k, n, peak, bandwidth):
    return -(-4 * peak * k * n // (2 * k * n * bandwidth - 4 * peak * (k + n)))


# %% wrong: division_by_zero
# For some layers, each further vector adds exactly as much data movement as arithmetic. Your
# divisor is then 0. Handle this case separately: decide whether such a layer is ever compute-bound.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain >= 0 else 0


# %% wrong: floating_point
# Your answer is right except where both times are exactly equal. There, floating-point division
# gives a slightly larger value, and `ceil` rounds it up to the next batch size. Calculate with
# integers, and divide with `//`.
import math


def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n / peak - 4 * (k + n) / bandwidth
    return math.ceil(4 * k * n / bandwidth / gain) if gain > 0 else 0


# %% wrong: multiply_adds
# You counted each multiply-add as one operation, or eight bytes for each value. The peak counts two
# operations, and a float32 value has four bytes. Your batch sizes are too large.
def crossing_batch(k, n, peak, bandwidth):
    gain = k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: elements_not_bytes
# You counted values instead of bytes. A float32 value has four bytes, and the bandwidth counts
# bytes. Multiply by four.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - peak * (k + n)
    return -(-peak * k * n // gain) if gain > 0 else 0


# %% wrong: int32_overflow
# You calculated with 32-bit integers, as `jnp` does. Products above 2,147,483,647 overflow. Use
# Python integers, which have no limit.
import jax.numpy as jnp


def crossing_batch(k, n, peak, bandwidth):
    k, n, peak, bandwidth = jnp.array([k, n, peak, bandwidth])
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: bounded_search
# You tried one batch size after another up to a limit. Some layers become compute-bound only at a
# much larger batch size. Compute the batch size at which both times are equal.
def crossing_batch(k, n, peak, bandwidth):
    for b in range(1, 4097):
        if 2 * b * k * n * bandwidth >= 4 * (k * n + b * k + b * n) * peak:
            return b
    return 0


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
