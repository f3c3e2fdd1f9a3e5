# ---
# title: How far to the next number?
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "Between a power of two and the next, all numbers of a format lie equally far apart. How many
#     steps are there in between, with so many fraction bits?"
#   - "`math.frexp(x)` gives a pair; its second is the power of two *above* `x`, so the power below
#     is one less. It never counts as less than that of the smallest normal number,
#     `2 - 2 ** (exponent_bits - 1)`."
#   - "With that power as `power`, the step is `2.0 ** (power - fraction_bits)`. The largest number
#     has the power `2 ** (exponent_bits - 1) - 1` and all its fraction bits set."
# ---

# %% [markdown]
# Give the distance from a number to the next larger one of a format: how finely it can count there.
#
# A format has a sign, `exponent_bits` and `fraction_bits`, as IEEE 754 lays them out: float16 has 5
# and 10, bfloat16 has 8 and 7, float32 has 8 and 23. With `bias = 2 ** (exponent_bits - 1) - 1` its
# normal numbers lie between powers of two from `2 ** (1 - bias)` up to `2 ** bias`. Below the
# smallest normal number and down to 0 (the *subnormal* numbers) the steps stay as they are just
# above it. After the largest finite number there is no other: from there the answer is `None`.
#
# `x` is a number of the format, 0 or more. `math.frexp(x)` takes it apart: its second result is the
# power of two above it. (e4m3 makes an exception at its upper end and is not
# asked for.)

# %% given
import math


# %% answer
def next_step(x, exponent_bits, fraction_bits):
    """-> a number, or None. Four to six lines.

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
        "below": inside * (1 - 0.5 / whole),  # the last one before a power of two
        "zero": 0.0,
        "subnormal": 2.0 ** (1 - bias) * draw.int(1, whole - 1) / whole,
        "largest": 2.0**bias * (2 - 1 / whole),
        "least": 2.0 ** (1 - bias),
        "top": 2.0**bias * (2 - 2 / whole),  # the last but one
    }[kind]
    return x, exponent_bits, fraction_bits


check(next_step, given=a_number, tolerance=1e-9)
