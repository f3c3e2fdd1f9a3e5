# ---
# title: When is the trip worth it?
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "Write down two times for `n` bytes: staying at home, and going. Where are they equal?"
#   - "At home: `passes * n / host`. Going: a copy there and a copy back, `fixed + n / link` each,
#     and `passes * n / device` in between. Each byte saves the same time; together they must save
#     the two `fixed`."
#   - "`saved = passes / host - passes / device - 2 / link` for each byte. If it is above zero, the
#     answer is `2 * fixed / saved`, else 0."
# ---

# %% [markdown]
# From how many bytes on is it quicker to send an array to the GPU?
#
# The program passes over the array `passes` times, and both machines wait for memory only: the
# CPU moves `host` bytes in a nanosecond, the GPU `device`. The array lies in the CPU's memory, and
# the result, as long as the array, is wanted there. A copy of `n` bytes, in either direction,
# takes `fixed + n / link` nanoseconds. Nothing overlaps. Return the size at which both ways take
# equally long, and 0 if the GPU never catches up.

# %% answer
def break_even(fixed, link, host, device, passes):
    """(10_000, 50, 40, 4_000, 10) -> 96385.5 (about). Two or three lines."""
    ### BEGIN SOLUTION
    saved = passes / host - passes / device - 2 / link
    return 2 * fixed / saved if saved > 0 else 0
    ### END SOLUTION


# %% check
from fractions import Fraction


def journey(draw):
    worth = draw.each([False, True])  # a single pass pays for both copies
    # So much that the answer is many bytes, and a whole number of them is as near.
    fixed, link = 1000 * draw.int(10, 30), draw.int(60, 64) if worth else draw.int(8, 64)
    host, device = draw.int(20, 24 if worth else 90), draw.int(300, 4000)
    passes = draw.pick([1, 2, 3, 5, 8, 20])
    saved = passes * (Fraction(1, host) - Fraction(1, device)) - Fraction(2, link)
    if abs(saved) < Fraction(1, 1000):  # too near to never: rounding would decide
        passes += 9
    if draw.each([False, False, False, True]):  # never, and in powers of two nothing is rounded
        return 10_000, 16, 32, 64, 8
    return fixed, link, host, device, passes


check(break_even, given=journey, tolerance=1e-4)
