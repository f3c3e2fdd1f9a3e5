# ---
# title: Warps enough to hide a latency
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "Follow one warp through one round. From one of its loads to its next pass `latency + busy`
#     cycles. How many of them does it use the scheduler for?"
#   - "One round gives the scheduler `1 + busy` cycles of work and lasts `latency + busy`. How many
#     warps fill the round? Round *up*: with one warp too few there is a gap."
#   - "Needed: `schedulers * -(-(latency + busy) // (1 + busy))`. Resident: all registers, 65536,
#     divided by the registers of one warp, 32 times those of one thread; at most 64."
# ---

# %% [markdown]
# How many warps does one multiprocessor of a GPU need so that it never waits, and how many fit?
#
# A warp is 32 threads that go in step. Each *scheduler* issues one instruction in each cycle,
# from any of its warps that is ready. Every warp goes round and round: it issues one load, which
# takes one cycle to issue; `latency` cycles after that issue its number is there; then the warp
# issues `busy` instructions that need it, one in each cycle; then the next load. So from one load
# to the next pass `latency + busy` cycles. Warps are dealt out evenly among the schedulers, and
# switching between them costs nothing.
#
# The context of a waiting warp stays in the registers, so they limit how many fit: 65,536
# registers for all, `registers` for each thread, and never more than 64 warps.

# %% answer
def warps(latency, busy, schedulers, registers):
    """(400, 9, 4, 64) -> (needed, resident) = (164, 32). Two lines."""
    ### BEGIN SOLUTION
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, min(64, 65536 // (32 * registers))
    ### END SOLUTION


# %% check
check(
    warps,
    given="latency: int in 2..600, busy: int in 0..40, schedulers: 1 | 2 | 4, "
    "registers: 16 | 32 | 40 | 64 | 96 | 128 | 255",
)


# %% wrong: rounded_down
# The warps that fit are right. The warps needed you rounded down: with one warp less than needed
# some cycles stay empty. Round up.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * ((latency + busy) // (1 + busy))
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: one_scheduler
# The warps that fit are right. You filled one scheduler; the multiprocessor has several, and each
# needs warps of its own.
def warps(latency, busy, schedulers, registers):
    return -(-(latency + busy) // (1 + busy)), min(64, 65536 // (32 * registers))


# %% wrong: rounded_at_the_end
# Nearly: you multiplied by the schedulers first and rounded then. A warp stays with its
# scheduler, so each of them rounds up by itself.
def warps(latency, busy, schedulers, registers):
    needed = -(-schedulers * (latency + busy) // (1 + busy))
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: work_forgotten
# The warps that fit are right. You asked for as many warps as there are cycles to wait, as if
# each warp had only its load to issue. While it computes, a warp hides the waits of others too:
# it gives `1 + busy` cycles of work in each round.
def warps(latency, busy, schedulers, registers):
    return schedulers * (latency + busy), min(64, 65536 // (32 * registers))


# %% wrong: threads_for_warps
# The warps needed are right. You divided the registers by those of one thread: that counts
# threads. A warp has 32 of them.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, min(64, 65536 // registers)


# %% wrong: no_limit
# The warps needed are right. Registers would hold more than 64 warps, but the multiprocessor
# keeps track of 64 at most.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, 65536 // (32 * registers)


# %% right: with_ceil
import math


def warps(latency, busy, schedulers, registers):
    resident = min(64, math.floor(65536 / (32 * registers)))
    return schedulers * math.ceil((latency + busy) / (1 + busy)), resident


# %% right: by_trying
def warps(latency, busy, schedulers, registers):
    each = 1
    while each * (1 + busy) < latency + busy:
        each += 1
    resident = 0
    while resident < 64 and (resident + 1) * 32 * registers <= 65536:
        resident += 1
    return each * schedulers, resident


# %% right: with_divmod
def warps(latency, busy, schedulers, registers):
    each, rest = divmod(latency + busy, busy + 1)
    if rest:
        each += 1
    threads = 65536 // registers
    return [each * schedulers, min(threads // 32, 64)]
