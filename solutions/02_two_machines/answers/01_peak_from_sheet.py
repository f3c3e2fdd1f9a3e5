# %% wrong: half
# Your peak is half of the expected one. Either you counted a multiply-add as one operation (it is a
# multiplication *and* an addition, two FLOP), or you used 64 bits per value (a float32 value has
# 32).
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * sheet["mhz"] * 10**6


# %% wrong: boost_clock
# You used the boost clock rate, which holds only for short periods. With all lanes busy, the chip
# heats up and slows down to `mhz`: use that.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * 2 * sheet["boost_mhz"] * 10**6


# %% wrong: counted_threads
# You multiplied by `threads`. Two programs that share a core also share its arithmetic units, so
# leave `threads` out.
def peak(sheet):
    lanes, cores = sheet["bits"] // 32, sheet["cores"] * sheet["threads"]
    return sheet["chips"] * cores * sheet["units"] * lanes * 2 * sheet["mhz"] * 10**6


# %% wrong: no_lanes
# You left out the lanes. One instruction processes a whole register, that is `bits // 32` values at
# once.
def peak(sheet):
    return sheet["chips"] * sheet["cores"] * sheet["units"] * 2 * sheet["mhz"] * 10**6


# %% wrong: bits_for_lanes
# You counted each bit as a lane. A float32 value occupies 32 bits, so a register of 256 bits has 8
# lanes.
def peak(sheet):
    per_cycle = sheet["chips"] * sheet["cores"] * sheet["units"] * sheet["bits"] * 2
    return per_cycle * sheet["mhz"] * 10**6


# %% wrong: one_chip
# You counted one chip. `cores` is the number of cores on *each* chip: multiply by `chips`.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["cores"] * sheet["units"] * lanes * 2 * sheet["mhz"] * 10**6


# %% wrong: one_unit
# You assumed that each core starts one instruction per clock cycle. It can start `units` of them.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * lanes * 2 * sheet["mhz"] * 10**6


# %% wrong: gigaflops
# Your digits are right, but the unit is not: you answered in MFLOP/s or GFLOP/s. The task asks for
# FLOP/s, so multiply by a million for the M in MHz.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * 2 * sheet["mhz"] / 1000


# %% wrong: megahertz_for_hertz
# Your answer is a million times too low. `mhz` is in millions of cycles per second, and the task
# asks for FLOP/s.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return 2 * sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * sheet["mhz"]


# %% wrong: bytes_for_lanes
# You divided the bits by 8, which gives bytes. A float32 value has 32 bits, so a register has one
# lane for each 32 bits.
def peak(sheet):
    lanes = sheet["bits"] // 8
    return 2 * sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * sheet["mhz"] * 10**6


# %% wrong: one_core
# You counted one core of each chip. At the peak, all `cores` work.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["units"] * lanes * 2 * sheet["mhz"] * 10**6


# %% wrong: giga_for_mega
# Your answer is a thousand times too high because you read MHz as GHz. `mhz` is in *millions* of
# cycles per second.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * 2 * sheet["mhz"] * 10**9


# %% right: step_by_step
def peak(sheet):
    bytes_in_register = sheet["bits"] / 8
    lanes = bytes_in_register / 4
    multiply_adds_per_core = sheet["units"] * lanes
    cores = sheet["chips"] * sheet["cores"]
    cycles = sheet["mhz"] * 1e6
    return cores * multiply_adds_per_core * 2 * cycles


# %% right: with_prod
import math


def peak(sheet):
    factors = [sheet[name] for name in ("chips", "cores", "units", "bits", "mhz")]
    return math.prod(factors) * 2 * 10**6 // 32


# %% right: unpacked
def peak(sheet):
    def per_cycle(*, chips, cores, bits, units, **_):
        return chips * cores * units * 2 * (bits >> 5)

    return per_cycle(**sheet) * int(sheet["mhz"] * 1e6)
