# %% wrong: weights_only
# You counted the bytes of the weights and forgot those of the batch. Inputs and results move too,
# and they grow with the batch: that is why some layers never cross.
def crossing_batch(k, n, peak, bandwidth):
    return -(-2 * peak // bandwidth)


# %% wrong: never_forgotten
# Some layers never cross: each further vector brings more bytes to wait for than FLOPs to do. Your
# formula then gives a number that is not a batch. Answer 0.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain else 0


# %% wrong: strictly_longer
# Nearly: you asked for arithmetic that takes *longer*. Where the two take equally long the layer
# has crossed already.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n // gain + 1 if gain > 0 else 0


# %% wrong: results_not_written
# You forgot the results: `b` times `n` numbers are written.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * k
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: inputs_not_read
# You forgot the inputs: `b` times `k` numbers are read.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * n
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: a_search_that_gives_up
# You tried one batch after another and gave up. A layer that crosses late is not one that never
# does. Work the batch out: which one makes both times equal?
def crossing_batch(k, n, peak, bandwidth):
    for b in range(1, 4097):
        if 2 * b * k * n * bandwidth >= 4 * (k * n + b * k + b * n) * peak:
            return b
    return 0


# %% wrong: with_points
# Nearly: where both take exactly as long, division gives a number that is very slightly too large,
# and `ceil` goes on to the next batch. Compare products of whole numbers, and divide with `//`.
import math


def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n / peak - 4 * (k + n) / bandwidth
    return math.ceil(4 * k * n / bandwidth / gain) if gain > 0 else 0


# %% wrong: in_32_bits
# Your whole numbers have 32 bits, as those of `jnp` do, and wrap round beyond 2,147,483,647. Those
# of Python have no end.
import jax.numpy as jnp


def crossing_batch(k, n, peak, bandwidth):
    k, n, peak, bandwidth = jnp.array([k, n, peak, bandwidth])
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: rounded_down
# At this batch the layer still waits for memory. You rounded down; the first whole batch that
# crosses is the next one.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n // gain if gain > 0 else 0


# %% wrong: rounded_to_the_nearest
# You rounded to the nearest whole number, and half of the time that is down: there the layer still
# waits for memory. Round up.
#
# -    return -(-4 * peak * k * n // gain)
# +    return round(4 * peak * k * n / gain)


# %% wrong: multiply_adds
# You counted each multiply-add as one FLOP, or eight bytes for each number. The peak counts two
# FLOPs, a float32 number has four bytes: your layers cross too late.
def crossing_batch(k, n, peak, bandwidth):
    gain = k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain > 0 else 0


# %% wrong: numbers_not_bytes
# You moved numbers, not bytes: each has four, and the bandwidth counts bytes.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - peak * (k + n)
    return -(-peak * k * n // gain) if gain > 0 else 0


# %% wrong: divided_by_nothing
# There are layers where a further vector brings exactly as much to move as to compute. You divide
# by the difference, and it is 0. Do these layers ever cross?
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return -(-4 * peak * k * n // gain) if gain >= 0 else 0


# %% wrong: formula_alone
# Some layers never cross: each further vector brings as many bytes to wait for as FLOPs to do, or
# more. What you divide by is 0 then, or less than 0. Look at it before you divide.
def crossing_batch(k, n, peak, bandwidth):
    return -(-4 * peak * k * n // (2 * k * n * bandwidth - 4 * peak * (k + n)))


# %% wrong: not_whole
# That is where the two times meet, and it is seldom a whole number. A batch is one: the first that
# is not below it.
def crossing_batch(k, n, peak, bandwidth):
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    return 4 * peak * k * n / gain if gain > 0 else 0


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
