# %% wrong: normal_values_only
# Your answer is right only for normal values below the largest one. Below the smallest normal
# value, the spacing stays the same, `math.frexp(0)` does not return the exponent that 0 needs, and
# the largest finite value has no next value. Handle these three cases.
def spacing(x, exponent_bits, fraction_bits):
    return 2.0 ** (math.frexp(x)[1] - 1 - fraction_bits)


# %% wrong: subnormals_ignored
# Below the smallest normal value, you let the spacing shrink further, and for 0, you use
# `math.frexp(0)`, which is `(0.0, 0)`. The subnormal values, 0 included, have the spacing of the
# smallest normal value. Use the exponent of that value as a lower limit, and handle 0 separately.
#
# -    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
# +    power = math.frexp(x)[1] - 1


# %% wrong: frexp_of_zero
# For 0, you use `math.frexp(0)`, which is `(0.0, 0)`, as if 0 were near 1. The next value after 0
# is the smallest subnormal value. Handle 0 separately.
#
# -    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
# +    power = max(math.frexp(x)[1] - 1, 1 - bias)


# %% wrong: exponent_off_by_one
# Your spacing is twice as large as it should be. `math.frexp` returns the exponent of the power of
# two *above* `x`. The spacing depends on the power of two at or below `x`, so subtract 1.
#
# -    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
# +    power = max(math.frexp(x)[1], 1 - bias) if x else 1 - bias


# %% wrong: largest_value_ignored
# Your answer is right for all values except the largest finite one. The largest finite value has no
# next value. Return `None` for it.
#
# -    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
# -        return None


# %% wrong: none_for_top_binade
# You return `None` for every value from the largest power of two on. Only the largest finite value,
# with all its fraction bits set, has no next value. The other values have one.
#
# -    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
# +    if x >= 2.0**bias:


# %% wrong: fraction_of_x
# You return a fraction of `x`. Between two powers of two, the spacing is the same for all values.
# Compute the spacing from the power of two at or below `x`.
def spacing(x, exponent_bits, fraction_bits):
    return x * 2.0**-fraction_bits


# %% wrong: logarithm_truncated
# Your answer is wrong for values below 1. `int` rounds towards 0, and the logarithm of these values
# is negative, so you get the power of two *above* `x`. Use `math.floor`.
#
# -    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
# +    power = max(int(math.log2(x)), 1 - bias) if x else 1 - bias


# %% wrong: subnormal_spacing_halved
# Below the smallest normal value, your spacing is half of what it should be. The smallest normal
# value is `2 ** (1 - bias)`, not `2 ** -bias`, and all subnormal values have its spacing. Use
# `1 - bias` as the lower limit of the exponent.
#
# -    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
# +    power = max(math.frexp(x)[1] - 1, -bias) if x else -bias


# %% wrong: distance_down
# You return the distance to the next smaller value. The spacing changes at a power of two: the
# spacing above it is twice the spacing below. Use the spacing above.
def spacing(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    mantissa, power = math.frexp(x)
    power = power - 2 if mantissa == 0.5 else power - 1
    return 2.0 ** (max(power if x else 1 - bias, 1 - bias) - fraction_bits)


# %% wrong: step_above_one
# You return the spacing just above 1 for every `x`. The spacing doubles at each power of two.
# Multiply by the power of two at or below `x`.
def spacing(x, exponent_bits, fraction_bits):
    return 2.0**-fraction_bits


# %% wrong: next_value_returned
# You return the next value itself. Return the distance of that value from `x`.
#
# -    return 2.0 ** (power - fraction_bits)
# +    return x + 2.0 ** (power - fraction_bits)


# %% right: by_halving
def spacing(x, exponent_bits, fraction_bits):
    bias = 2 ** (exponent_bits - 1) - 1
    step = 2.0 ** (1 - bias - fraction_bits)
    while x >= step * 2 ** (fraction_bits + 1):
        step *= 2
    return None if x + step >= 2 * 2.0**bias else step


# %% right: with_logarithms
def spacing(x, exponent_bits, fraction_bits):
    bias = (1 << (exponent_bits - 1)) - 1
    smallest = math.ldexp(1, 1 - bias)
    step = math.ldexp(1, math.floor(math.log2(max(x, smallest))) - fraction_bits)
    return step if x + step < math.ldexp(1, bias) * 2 else None
