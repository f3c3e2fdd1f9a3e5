# ---
# title: Compute the spacing of floating-point values
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "Between two powers of two, all values of a format are equally far apart. With `fraction_bits`
#     fraction bits, into how many steps is this interval divided?"
#   - "`math.frexp(x)` returns a pair. Its second element is the exponent of the power of two
#     *above* `x`, so the power at or below `x` has an exponent one smaller. The exponent is never
#     less than that of the smallest normal value, `2 - 2 ** (exponent_bits - 1)`."
#   - "If that exponent is `power`, the spacing is `2.0 ** (power - fraction_bits)`. The largest
#     value has the exponent `2 ** (exponent_bits - 1) - 1` and all its fraction bits set."
# ---

# %% [markdown]
# Return the distance from `x` to the next larger value of a floating-point format, or `None` if `x`
# is the largest finite value.
#
# A format has a sign bit, `exponent_bits` exponent bits and `fraction_bits` fraction bits, laid out
# as in IEEE 754. float16 has 5 and 10, bfloat16 has 8 and 7, float32 has 8 and 23. `x` is a value
# of the format and at least 0. Let `bias = 2 ** (exponent_bits - 1) - 1`.
#
# - The smallest normal value is `2 ** (1 - bias)`. The largest power of two is `2 ** bias`.
# - From one power of two to the next, the values are equally far apart.
# - Between 0 and the smallest normal value lie the *subnormal* values. Their spacing is that of the
#   values just above the smallest normal value.
#
# For example, the bfloat16 value after 256 is 258, so the spacing is 2. The largest float16 value
# is 65504.
#
# `math.frexp(x)` returns a pair. For `x > 0`, its second element is the exponent of the smallest
# power of two greater than `x`. (The format e4m3 deviates from IEEE 754 at its upper end and does
# not occur.)

# %% given
import math


# %% answer
def spacing(x, exponent_bits, fraction_bits):
    """Return a number, or None. Four to six lines.

    (256.0, 8, 7) -> 2.0
    (65504.0, 5, 10) -> None
    """
    ### BEGIN SOLUTION
    bias = 2 ** (exponent_bits - 1) - 1
    if x >= 2.0**bias * (2 - 2.0**-fraction_bits):
        return None
    power = max(math.frexp(x)[1] - 1, 1 - bias) if x else 1 - bias
    return 2.0 ** (power - fraction_bits)
    ### END SOLUTION


# %% check
def a_number(draw):
    exponent_bits, fraction_bits = draw.each([(5, 10), (8, 7), (5, 2), (8, 23), (6, 4)])
    bias = 2 ** (exponent_bits - 1) - 1
    whole = 2**fraction_bits
    inside = 2.0 ** draw.int(-bias // 2, bias // 2)
    kind = draw.each(["inside", "power", "below", "zero", "subnormal", "largest", "least", "top"])
    x = {
        "inside": inside * (1 + draw.int(1, whole - 1) / whole),
        "power": inside,
        "below": inside * (1 - 0.5 / whole),  # the last value before a power of two
        "zero": 0.0,
        "subnormal": 2.0 ** (1 - bias) * draw.int(1, whole - 1) / whole,
        "largest": 2.0**bias * (2 - 1 / whole),
        "least": 2.0 ** (1 - bias),
        "top": 2.0**bias * (2 - 2 / whole),  # the second-largest value
    }[kind]
    return x, exponent_bits, fraction_bits


check(spacing, given=a_number, tolerance=1e-9)
