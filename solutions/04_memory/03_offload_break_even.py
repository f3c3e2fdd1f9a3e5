# ---
# title: Find the array size from which the GPU is faster
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "Write down two times for `n` bytes, one for the CPU and one for the GPU. For which `n` are
#     they equal?"
#   - "On the CPU: `passes * n / host`. On the GPU: two copies, `fixed + n / link` each, and `passes
#     * n / device` between them. Every byte saves the same time, and all bytes together must save
#     the two `fixed`."
#   - "`saved = passes / host - passes / device - 2 / link` is the time that one byte saves. If it
#     is above zero, return `2 * fixed / saved`, otherwise 0."
# ---

# %% [markdown]
# Return the array size, in bytes, at which the CPU and the GPU take the same time. If the GPU takes
# longer for every size, return 0. You need not round.
#
# The program makes `passes` passes over the array, and both processors are memory-bound. Nothing
# overlaps. The costs are:
#
# - The CPU moves `host` bytes per nanosecond, and the GPU moves `device` bytes per nanosecond.
# - The array is in the memory of the CPU. Before the first pass on the GPU, it is copied there.
# - The result is as large as the array, and it must end in the memory of the CPU. After the last
#   pass on the GPU, it is copied back.
# - A copy of `n` bytes, in either direction, takes `fixed + n / link` nanoseconds.

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
    worth = draw.each([False, True])  # whether a single pass saves more than both copies cost
    # So large that the answer may be rounded to a whole number of bytes.
    fixed, link = 1000 * draw.int(10, 30), draw.int(60, 64) if worth else draw.int(8, 64)
    host, device = draw.int(20, 24 if worth else 90), draw.int(300, 4000)
    passes = draw.pick([1, 2, 3, 5, 8, 20])
    saved = passes * (Fraction(1, host) - Fraction(1, device)) - Fraction(2, link)
    if abs(saved) < Fraction(1, 1000):  # so near to 0 that rounding would decide
        passes += 9
    if draw.each([False, False, False, True]):  # saves exactly 0: powers of two are not rounded
        return 10_000, 16, 32, 64, 8
    return fixed, link, host, device, passes


check(break_even, given=journey, tolerance=1e-4)
