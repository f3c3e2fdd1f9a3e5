# %% wrong: next_itself
# You gave the next number. The task asks how far it is from `x`.
#
# -    return 2.0 ** (power - fraction_bits)
# +    return x + 2.0 ** (power - fraction_bits)


# %% wrong: relative
# You took a share of `x`. Between two powers of two the steps are all equal: they depend on the
# power below `x`, and not on `x` itself.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    return max(x, 2.0 ** (1 - bias)) * 2.0**-fraction_bits


# %% wrong: normal_numbers_alone
# Right in the middle of the format, but not at its ends. Below the smallest normal number the steps
# do not get finer any more, and `math.frexp(0)` gives a wrong power; and after the largest number
# there is no other.
def next_step(x, exponent_bits, fraction_bits):
    return 2.0 ** (math.frexp(x)[1] - 1 - fraction_bits)


# %% wrong: power_above
# Twice too far: `math.frexp` gives the power of two above `x`. The steps belong to the power below,
# one less.
#
# -    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
# +    power = max(math.frexp(x)[1], 1 - bias) if x else 1 - bias


# %% wrong: power_above_and_of_zero
# Twice too far: `math.frexp` gives the power of two above `x`. The steps belong to the power below,
# one less. And look at 0 by itself: `math.frexp(0)` is `(0.0, 0)`, as if 0 were near 1.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    return 2.0 ** (max(math.frexp(x)[1], 1 - bias) - fraction_bits)


# %% wrong: power_of_zero
# Look at 0 by itself: `math.frexp(0)` is `(0.0, 0)`, and a power of 0 is that of numbers near 1. No
# power of two lies below 0; its steps are those of the subnormal numbers.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    return 2.0 ** (max(math.frexp(x)[1] - 1, 1 - bias) - fraction_bits)


# %% wrong: pythons_own_step
# That is how finely Python's own floats count, which have 52 fraction bits. The format in question
# is handed over: `exponent_bits` and `fraction_bits`.
def next_step(x, exponent_bits, fraction_bits):
    return math.ulp(x)


# %% wrong: share_of_the_number
# You took a share of `x`. Between two powers of two the steps are all alike: they belong to the
# power below `x`, not to `x`.
def next_step(x, exponent_bits, fraction_bits):
    return x * 2.0**-fraction_bits


# %% wrong: step_above_one
# That is the step just above 1, the same for every `x`. The steps double from one power of two to
# the next.
def next_step(x, exponent_bits, fraction_bits):
    return 2.0**-fraction_bits


# %% wrong: twice_everywhere
# Your steps are twice as long as they are, everywhere. A stretch from one power of two to the next
# has `2 ** fraction_bits` steps, and it is as long as the power below.
#
# -    return 2.0 ** (power - fraction_bits)
# +    return 2.0 ** (power - fraction_bits + 1)


# %% wrong: half_everywhere
# Your steps are half as long as they are, everywhere: that is as far as rounding may go. The task
# asks for the way to the next number.
#
# -    return 2.0 ** (power - fraction_bits)
# +    return 2.0 ** (power - fraction_bits - 1)


# %% wrong: logarithm_cut_off
# Right from 1 on. `int` cuts towards 0, so below 1, where logarithms are below 0, it gives the
# power *above*. `math.floor` goes down.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    power = max(int(math.log2(x)), 1 - bias) if x else 1 - bias
    return 2.0 ** (power - fraction_bits)


# %% wrong: logarithm_of_zero
# 0 has no logarithm, and `math.log2(0)` stops. Look at 0 by itself: no power of two lies below it,
# and its steps are those of the subnormal numbers.
#
# -    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
# +    power = max(math.floor(math.log2(x)), 1 - bias)


# %% wrong: no_floor
# Below the smallest normal number the steps do not get finer any more: take its power at least. And
# look at 0 by itself: `math.frexp(0)` is `(0.0, 0)`, as if 0 were near 1.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    return 2.0 ** (math.frexp(x)[1] - 1 - fraction_bits)


# %% wrong: no_subnormals
# Below the smallest normal number the steps do not get finer any more: take its power at least.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    return 2.0 ** (math.frexp(x)[1] - 1 - fraction_bits) if x else 2.0 ** (1 - bias - fraction_bits)


# %% wrong: floor_too_deep
# Below the smallest normal number your steps are half of what they should be. That number is
# `2 ** (1 - bias)`, not `2 ** -bias`, and below it the steps stay as they are just above.
#
# -    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
# +    power = max(math.frexp(x)[1] - 1, -bias) if x else -bias


# %% wrong: zero_takes_all
# From 0 the next number is not the smallest normal one: the subnormal numbers lie in between.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    if not x:
        return 2.0 ** (1 - bias)
    return 2.0 ** (max(math.frexp(x)[1] - 1, 1 - bias) - fraction_bits)


# %% wrong: no_end
# Right, but your format has no end. After its largest finite number there is no other.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
    return 2.0 ** (power - fraction_bits)


# %% wrong: ends_too_early
# You let the format end too early. Above its largest power of two there are as many numbers as
# between any two powers: only the largest, with all its fraction bits set, has none after it.
#
# -    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
# +    if x >= 2.0**bias:


# %% wrong: distance_down
# At a power of two the steps change. You gave the one below it; the task asks for the way up.
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    mantissa, power = math.frexp(x)
    power = power - 2 if mantissa == 0.5 else power - 1
    return 2.0 ** (max(power if x else 1 - bias, 1 - bias) - fraction_bits)


# %% wrong: infinity
# Infinity is not a finite number of the format, and not a distance. Where there is no next number,
# say `None`.
#
# -        return None
# +        return math.inf


# %% right: by_halving
def next_step(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    step = 2.0 ** (1 - bias - fraction_bits)
    while x >= step * 2 ** (fraction_bits + 1):
        step *= 2
    return None if x + step >= 2 * 2.0**bias else step


# %% right: with_logarithms
def next_step(x, exponent_bits, fraction_bits):
    bias = (1 << (exponent_bits - 1)) - 1
    smallest = math.ldexp(1, 1 - bias)
    step = math.ldexp(1, math.floor(math.log2(max(x, smallest))) - fraction_bits)
    return step if x + step < math.ldexp(1, bias) * 2 else None
