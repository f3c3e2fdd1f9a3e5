# ---
# title: Warps enough to hide a latency
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "Follow one warp through one round. There are `latency + busy` cycles from one of its loads
#     to its next. How many of them does it use the scheduler for?"
#   - "One round gives the scheduler `1 + busy` cycles of work and lasts `latency + busy`. How many
#     warps fill the round? Round *up*: with one warp too few there is a gap."
#   - "Needed: `schedulers * -(-(latency + busy) // (1 + busy))`. Resident: all registers, 65536,
#     divided by the registers of one warp, 32 times those of one thread; at most 64."
# choices:
#   "65536": no multiple of 32 is 65,537
# ---

# %% [markdown]
# How many warps does one multiprocessor of a GPU *need* so that no scheduler ever waits, and how
# many warps *fit*?
#
# **Needed.** Each scheduler issues one instruction in each cycle, from any of its own warps that is
# ready; a warp stays with its scheduler, and switching costs nothing. Every warp goes round and
# round: it issues one load, then waits until the number is there, `latency` cycles after that
# issue, then issues `busy` instructions that need it, one in each cycle, then the next load. So a
# round lasts `latency + busy` cycles, and in `1 + busy` of them the warp has something to issue.
# Give the number for all schedulers together.
#
# **Fit.** The registers of all warps stay where they are, and there are 65,536. A warp is 32
# threads, each with `registers` of them. More than 64 warps never fit. Whether the schedulers can
# share them evenly does not matter here.

# %% answer
def warps(latency, busy, schedulers, registers):
    """(403, 9, 4, 40) -> (168, 51): needed and fit. Two lines."""
    ### BEGIN SOLUTION
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, min(64, 65536 // (32 * registers))
    ### END SOLUTION


# %% check
def multiprocessor(draw):
    # A round that is full to the last cycle, and one that needs a warp for its last cycle alone.
    busy, rest = draw.each([9, 20, 0, 5, 40]), draw.each([1, 0, draw.int(0, 9)])
    latency = draw.int(2, 15) * (1 + busy) + rest - busy
    registers = draw.each([40, 16, 32, 64, 96, 128, 255])
    return latency, busy, draw.each([4, 2, 4, 1]), registers


check(warps, given=multiprocessor)
