# %% wrong: rounded_down
# Your second number is right, but the number of warps needed is too small: either you rounded down,
# so some cycles stay idle, or you used `latency` as the length of an iteration. Divide `latency +
# busy` and round up.
def count_warps(latency, busy, schedulers, registers):
    needed = schedulers * ((latency + busy) // (1 + busy))
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: one_scheduler
# Your second number is right. For the number needed, you filled one scheduler. The SM has several,
# and each needs its own warps.
def count_warps(latency, busy, schedulers, registers):
    return -(-(latency + busy) // (1 + busy)), min(64, 65536 // (32 * registers))


# %% wrong: rounded_after_multiplying
# Your second number is right. For the number needed, you multiplied by the number of schedulers
# before rounding. A warp stays with its scheduler, so round up for each scheduler first.
def count_warps(latency, busy, schedulers, registers):
    needed = -(-schedulers * (latency + busy) // (1 + busy))
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: busy_cycles_forgotten
# Your second number is right. For the number needed, you counted one warp for each cycle of
# waiting, as if a warp only issued its load. A warp also hides the latency of others while it
# computes: it issues for `1 + busy` cycles in each iteration.
def count_warps(latency, busy, schedulers, registers):
    return schedulers * (latency + busy), min(64, 65536 // (32 * registers))


# %% wrong: threads_counted
# Your first number is right. For the number that fits, you divided by the registers of one thread,
# which counts threads. A warp has 32 threads.
def count_warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, min(64, 65536 // registers)


# %% wrong: no_limit
# Your first number is right, but the number that fits is too large. The registers could hold more
# than 64 warps, but the SM has a limit of 64.
def count_warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, 65536 // (32 * registers)


# %% wrong: load_cycle_forgotten
# Your second number is right. For the number needed, you left out the cycle in which a warp issues
# its load: in each iteration, it issues for `1 + busy` cycles.
def count_warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // max(busy, 1))
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: one_warp_too_many
# Your number of warps needed is one too high for each scheduler if the warps fill the iteration
# exactly. Either you always add one, or your iteration is one cycle too long. `latency` counts from
# the issue of the load, so an iteration takes `latency + busy` cycles; round up only if there is a
# remainder.
def count_warps(latency, busy, schedulers, registers):
    needed = schedulers * ((latency + busy) // (1 + busy) + 1)
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: needed_limited_by_fit
# Your second number is right, but you limited the number needed to it. The number of warps *needed*
# can be larger than the number that fits, which is the point of this task.
def count_warps(latency, busy, schedulers, registers):
    fit = min(64, 65536 // (32 * registers))
    return min(fit, schedulers * -(-(latency + busy) // (1 + busy))), fit


# %% wrong: results_swapped
# Your values are right, but their order is wrong. Return the number needed first, then the number
# that fits.
def count_warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return min(64, 65536 // (32 * registers)), needed


# %% wrong: needed_not_integer
# Your second number is right, but the number needed is not an integer. Round up for each scheduler.
def count_warps(latency, busy, schedulers, registers):
    needed = schedulers * (latency + busy) / (1 + busy)
    return needed, min(64, 65536 // (32 * registers))


# %% wrong: fit_not_integer
# Your first number is right, but the number that fits is not an integer. A part of a warp cannot
# run: round down.
def count_warps(latency, busy, schedulers, registers):
    needed = schedulers * -(-(latency + busy) // (1 + busy))
    return needed, min(64, 65536 / (32 * registers))


# %% right: with_ceil
import math


def count_warps(latency, busy, schedulers, registers):
    resident = min(64, math.floor(65536 / (32 * registers)))
    return schedulers * math.ceil((latency + busy) / (1 + busy)), resident


# %% right: by_search
def count_warps(latency, busy, schedulers, registers):
    each = 1
    while each * (1 + busy) < latency + busy:
        each += 1
    resident = 0
    while resident < 64 and (resident + 1) * 32 * registers <= 65536:
        resident += 1
    return each * schedulers, resident


# %% right: with_divmod
def count_warps(latency, busy, schedulers, registers):
    each, rest = divmod(latency + busy, busy + 1)
    if rest:
        each += 1
    threads = 65536 // registers
    return [each * schedulers, min(threads // 32, 64)]
