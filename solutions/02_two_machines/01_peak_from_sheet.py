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
