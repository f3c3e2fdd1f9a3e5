# ---
# title: Read a peak off a spec sheet
# kind: function
# points: 2
# minutes: 8
# hints:
#   - "How many multiply-adds does one core do in one tick? How many ticks are in a second?"
#   - "A register of 256 bits holds 256 // 32 numbers of float32: one for each lane. Each of the
#     `units` can start one multiply-add on every lane in each tick."
#   - "`chips * cores * units * (bits // 32) * 2 * mhz * 10**6`, all read from the sheet. The 2 is
#     the multiply *and* the add."
# choices:
#   "sheet['bits'] // 32": a unit has 128, 256 or 512 bits, so nothing is left over
# ---

# %% [markdown]
# Compute the float32 peak of a machine, in FLOP/s, from its spec sheet.
#
# The sheet is a dictionary. `chips` is how many chips sit in the machine, `cores` how many cores
# each chip has, `threads` how many programs may share one core, `bits` how wide a vector register
# is, `units` how many multiply-adds on whole registers a core can start in one tick, `mhz` the
# clock in millions of ticks a second that holds under load, `boost_mhz` the clock in a good
# moment. A float32 number has 32 bits. Use the clock that holds.

# %% answer
def peak(sheet):
    """{"chips": 1, "cores": 2, "threads": 2, "bits": 256, "units": 2, "mhz": 3000,
    "boost_mhz": 4000} -> 192_000_000_000. One to three lines."""
    ### BEGIN SOLUTION
    lanes = sheet["bits"] // 32
    per_tick = sheet["chips"] * sheet["cores"] * sheet["units"] * lanes * 2
    return per_tick * sheet["mhz"] * 1_000_000
    ### END SOLUTION


# %% check
check(
    peak,
    given="sheet: {chips: int in 1..4, cores: int in 1..64, threads: int in 1..4, "
    "bits: 128 | 256 | 512, units: int in 1..2, mhz: int in 1000..3000, "
    "boost_mhz: int in 3100..5000}",
)


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
