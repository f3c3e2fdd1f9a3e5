# %% wrong: half
# Your peak is half of what it should be. Either you counted a multiply-add as one operation (it
# is a multiplication *and* an addition, two FLOPs), or you filled the registers with numbers of 64
# bits (a float32 number has 32).
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * sheet["mhz"] * 10**6


# %% wrong: boost_clock
# You used the boost clock, which holds only for a moment. With every lane busy the chip grows hot
# and slows down to `mhz`.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * 2 * sheet["boost_mhz"] * 10**6


# %% wrong: counted_threads
# You multiplied by `threads`. Two programs that share a core share its arithmetic units: there is
# one set of lanes for both.
def peak(sheet):
    lanes, cores = sheet["bits"] // 32, sheet["cores"] * sheet["threads"]
    return sheet["chips"] * cores * sheet["units"] * lanes * 2 * sheet["mhz"] * 10**6


# %% wrong: no_lanes
# You left out the lanes: one instruction works on a whole register, `bits // 32` numbers at once.
def peak(sheet):
    return sheet["chips"] * sheet["cores"] * sheet["units"] * 2 * sheet["mhz"] * 10**6


# %% wrong: bits_for_lanes
# You counted bits as lanes. A float32 number fills 32 bits, so a register of 256 bits has 8 lanes.
def peak(sheet):
    per_tick = sheet["chips"] * sheet["cores"] * sheet["units"] * sheet["bits"] * 2
    return per_tick * sheet["mhz"] * 10**6


# %% wrong: one_chip
# You counted one chip; `cores` is the number on *each* chip.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["cores"] * sheet["units"] * lanes * 2 * sheet["mhz"] * 10**6


# %% wrong: one_unit
# You let each core start one instruction in a tick. It can start `units` of them.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * lanes * 2 * sheet["mhz"] * 10**6


# %% wrong: gigaflops
# The digits are right, but the unit is not: you answered in millions or thousands of millions. The
# task asks for FLOP/s, so multiply by a million for the M in MHz.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * 2 * sheet["mhz"] / 1000


# %% wrong: megahertz_for_hertz
# Your answer is in millions. `mhz` is in millions of ticks a second, and the peak is asked for in
# FLOP/s.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return 2 * sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * sheet["mhz"]


# %% wrong: bytes_for_lanes
# You divided the bits by 8: those are bytes. A float32 number has 32 bits, so a register has a lane
# for each 32 of its bits.
def peak(sheet):
    lanes = sheet["bits"] // 8
    return 2 * sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * sheet["mhz"] * 10**6


# %% wrong: one_core
# You counted one core of each chip. All `cores` of them work at the peak.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["units"] * lanes * 2 * sheet["mhz"] * 10**6


# %% wrong: giga_for_mega
# Your answer is a thousand times too high: you read MHz as GHz. `mhz` is in *millions* of ticks a
# second.
def peak(sheet):
    lanes = sheet["bits"] // 32
    return sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * 2 * sheet["mhz"] * 10**9


# %% right: step_by_step
def peak(sheet):
    bytes_in_register = sheet["bits"] / 8
    numbers = bytes_in_register / 4
    multiply_adds_per_core = sheet["units"] * numbers
    cores = sheet["chips"] * sheet["cores"]
    ticks = sheet["mhz"] * 1e6
    return cores * multiply_adds_per_core * 2 * ticks


# %% right: with_prod
import math


def peak(sheet):
    factors = [sheet[name] for name in ("chips", "cores", "units", "bits", "mhz")]
    return math.prod(factors) * 2 * 10**6 // 32


# %% right: unpacked
def peak(sheet):
    def per_tick(*, chips, cores, bits, units, **_):
        return chips * cores * units * 2 * (bits >> 5)

    return per_tick(**sheet) * int(sheet["mhz"] * 1e6)
