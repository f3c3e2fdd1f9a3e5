# ---
# title: Count the warps that hide a latency
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "Follow one warp through one iteration. There are `latency + busy` cycles from one of its
#     loads to the next. In how many of them does it use the scheduler?"
#   - "In one iteration, a warp uses the scheduler for `1 + busy` of `latency + busy` cycles. How
#     many warps fill the iteration? Round *up*: with one warp too few, some cycles stay idle."
#   - "Needed: `schedulers * -(-(latency + busy) // (1 + busy))`. Resident: all registers, 65536,
#     divided by the registers of one warp, which are 32 times those of one thread; at most 64."
# choices:
#   "65536": 65,537 gives the same result because it is not a multiple of 32
# ---

# %% [markdown]
# Return two integers for one streaming multiprocessor (SM) of a GPU: how many warps it *needs* so
# that no scheduler is idle once all of them run, and how many warps *fit*. More may be needed than
# fit.
#
# **Needed**, for all `schedulers` schedulers together:
#
# - Each scheduler issues one instruction per clock cycle, from any of its own warps that is ready.
#   A warp stays with its scheduler, and switching between warps costs nothing.
# - Every warp repeats the same iteration. It issues one load and waits until the value arrives,
#   `latency` cycles after that issue. Then it issues `busy` instructions that need the value, one
#   per cycle, and then the next load.
# - An iteration therefore takes `latency + busy` cycles, and in `1 + busy` of them the warp has an
#   instruction to issue.
#
# **Fit**:
#
# - The SM has 65,536 registers, which hold the values of all its warps at the same time.
# - A warp has 32 threads, and each needs `registers` registers.
# - At most 64 warps fit, however few registers they need.
# - The number need not be a multiple of the number of schedulers.

# %% answer
def count_warps(latency, busy, schedulers, registers):
    """(403, 9, 4, 40) -> (168, 51): needed and fit. Two lines."""
    ### BEGIN SOLUTION
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, min(64, 65536 // (32 * registers))
    ### END SOLUTION


# %% check
def inputs(draw):
    # An iteration that is full to the last cycle, and one whose last cycle needs one more warp.
    busy, rest = draw.each([9, 20, 0, 5, 40]), draw.each([1, 0, draw.int(0, 9)])
    latency = draw.int(2, 15) * (1 + busy) + rest - busy
    registers = draw.each([40, 16, 32, 64, 96, 128, 255])
    return latency, busy, draw.each([4, 2, 4, 1]), registers


check(count_warps, given=inputs)
