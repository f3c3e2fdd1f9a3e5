# %% wrong: rounded_down
# The warps that fit are right. Those needed are too few, for one of two reasons: you rounded down,
# and then some cycles stay empty; or you took `latency` for the whole round and rounded up. A round
# lasts `latency + busy` cycles; divide that, and round up.
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


# %% wrong: rounded_down_and_short
# The warps that fit are right. Of those needed you left out the `busy` cycles of the round, and
# rounded down. A round lasts `latency + busy` cycles, and a part of a warp counts as a whole one:
# round up.
def warps(latency, busy, schedulers, registers):
    return schedulers * (latency // (1 + busy)), min(64, 65536 // (32 * registers))


# %% wrong: load_is_free
# The warps that fit are right. A round gives the scheduler `1 + busy` cycles of work: issuing the
# load takes one as well.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // max(busy, 1))
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: dealt_out_evenly
# The warps needed are right. You let only as many fit as the schedulers can share evenly. The task
# does not ask for that.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    resident = min(64, 65536 // (32 * registers))
    return needed, resident // schedulers * schedulers


# %% wrong: one_more_to_be_safe
# Nearly: one warp too many where the round is full to its last cycle. Either you always add one,
# where rounding up adds one only if something is left over; or your round is a cycle too long:
# `latency` counts from the issue of the load, so it is `latency + busy`.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * ((latency + busy) // (1 + busy) + 1)
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: needed_is_what_fits
# Your second number is right. How many warps are *needed* does not depend on how many fit. It can
# be more: that is what this task shows.
def warps(latency, busy, schedulers, registers):
    fit = min(64, 65536 // (32 * registers))
    return min(fit, schedulers * -(-(latency + busy) // (1 + busy))), fit


# %% wrong: fit_first
# Right, but the order is wrong: first how many are needed, then how many fit.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return min(64, 65536 // (32 * registers)), needed


# %% wrong: a_part_is_needed
# The warps that fit are right. Those needed come out with a part of a warp. Warps are whole: round
# up, for each scheduler.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * (latency + busy) / (1 + busy)
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: a_part_fits
# The warps needed are right. You let a part of a warp fit. A part of a warp cannot run: round down.
def warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, min(64, 65536 / (32 * registers))


# %% wrong: latency_over_busy
# You divided `latency` by `busy`. A whole round lasts `latency + busy` cycles, and issuing the load
# is work as well: count both.
#
# -    needed = schedulers * -(-(latency + busy) // (1 + busy))
# +    needed = schedulers * -(-latency // max(busy, 1))


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
