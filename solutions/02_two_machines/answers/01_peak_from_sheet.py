# %% wrong: one_operation_per_multiply_add
# Your peak is half of the expected value. Either you counted a multiply-add as one operation, or
# you used 64 bits per value. Count two operations for a multiply-add, and 32 bits for a float32
# value.
def peak(spec):
    lanes = spec["bits"] // 32
    return spec["chips"] * spec["cores"] * spec["units"] * lanes * spec["mhz"] * 10**6


# %% wrong: boost_clock
# You used the boost clock rate, which holds only for short periods. With all lanes busy, the chip
# heats up and slows down to `mhz`: use that clock rate.
def peak(spec):
    lanes = spec["bits"] // 32
    return spec["chips"] * spec["cores"] * spec["units"] * lanes * 2 * spec["boost_mhz"] * 10**6


# %% wrong: counted_threads
# You multiplied by `threads`. Two programs that share a core also share its arithmetic units, so
# leave `threads` out.
def peak(spec):
    lanes, cores = spec["bits"] // 32, spec["cores"] * spec["threads"]
    return spec["chips"] * cores * spec["units"] * lanes * 2 * spec["mhz"] * 10**6


# %% wrong: lanes_forgotten
# You left out the lanes. One instruction processes a whole register, which contains `bits // 32`
# values.
def peak(spec):
    return spec["chips"] * spec["cores"] * spec["units"] * 2 * spec["mhz"] * 10**6


# %% wrong: one_lane_per_bit
# You counted each bit as a lane. A float32 value occupies 32 bits, so a register of 256 bits has 8
# lanes.
def peak(spec):
    per_cycle = spec["chips"] * spec["cores"] * spec["units"] * spec["bits"] * 2
    return per_cycle * spec["mhz"] * 10**6


# %% wrong: one_chip
# You counted one chip. `cores` is the number of cores on *each* chip: multiply by `chips`.
def peak(spec):
    lanes = spec["bits"] // 32
    return spec["cores"] * spec["units"] * lanes * 2 * spec["mhz"] * 10**6


# %% wrong: one_unit
# You assumed that each core starts one instruction per clock cycle. A core can start `units` of
# them.
def peak(spec):
    lanes = spec["bits"] // 32
    return spec["chips"] * spec["cores"] * lanes * 2 * spec["mhz"] * 10**6


# %% wrong: gigaflops
# Your digits are right, but the unit is not: you answered in MFLOP/s or GFLOP/s. The task asks for
# FLOP/s, so multiply by a million for the M in MHz.
def peak(spec):
    lanes = spec["bits"] // 32
    return spec["chips"] * spec["cores"] * spec["units"] * lanes * 2 * spec["mhz"] / 1000


# %% wrong: megahertz
# Your answer is too low by a factor of a million. `mhz` is in millions of cycles per second, and
# the task asks for FLOP/s.
def peak(spec):
    lanes = spec["bits"] // 32
    return 2 * spec["chips"] * spec["cores"] * spec["units"] * lanes * spec["mhz"]


# %% wrong: one_lane_per_byte
# You divided the bits by 8, which gives bytes. A float32 value has 32 bits, so a register has one
# lane for each 32 bits.
def peak(spec):
    lanes = spec["bits"] // 8
    return 2 * spec["chips"] * spec["cores"] * spec["units"] * lanes * spec["mhz"] * 10**6


# %% wrong: one_core
# You counted one core of each chip. At the peak, all `cores` work.
def peak(spec):
    lanes = spec["bits"] // 32
    return spec["chips"] * spec["units"] * lanes * 2 * spec["mhz"] * 10**6


# %% wrong: gigahertz
# Your answer is too high by a factor of a thousand because you read MHz as GHz. `mhz` is in
# *millions* of cycles per second.
def peak(spec):
    lanes = spec["bits"] // 32
    return spec["chips"] * spec["cores"] * spec["units"] * lanes * 2 * spec["mhz"] * 10**9


# %% right: step_by_step
def peak(spec):
    bytes_in_register = spec["bits"] / 8
    lanes = bytes_in_register / 4
    multiply_adds_per_core = spec["units"] * lanes
    cores = spec["chips"] * spec["cores"]
    cycles = spec["mhz"] * 1e6
    return cores * multiply_adds_per_core * 2 * cycles


# %% right: with_prod
import math


def peak(spec):
    factors = [spec[name] for name in ("chips", "cores", "units", "bits", "mhz")]
    return math.prod(factors) * 2 * 10**6 // 32


# %% right: unpacked
def peak(spec):
    def per_cycle(*, chips, cores, bits, units, **_):
        return chips * cores * units * 2 * (bits >> 5)

    return per_cycle(**spec) * int(spec["mhz"] * 1e6)
