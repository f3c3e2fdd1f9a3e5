# ---
# title: Compute the peak rate from a data sheet
# kind: function
# points: 2
# minutes: 8
# hints:
#   - "How many multiply-adds does one core perform in one clock cycle? How many cycles are there in
#     a second?"
#   - "A register of 256 bits holds 256 // 32 float32 values, one for each lane. Each of the `units`
#     can start one multiply-add on all lanes in each cycle."
#   - "`chips * cores * units * (bits // 32) * 2 * mhz * 10**6`, all taken from the data sheet. The
#     2 counts the multiplication *and* the addition."
# choices:
#   "spec['bits'] // 32": a unit has 128, 256 or 512 bits, so nothing is left over
# ---

# %% [markdown]
# Return the float32 peak of a machine in FLOP/s. `spec` is its data sheet, a dictionary:
#
# | key | value |
# |---|---|
# | `chips` | the number of chips in the machine |
# | `cores` | the number of cores of each chip |
# | `threads` | the number of programs that can share one core |
# | `bits` | the width of a vector register |
# | `units` | the number of multiply-adds on whole registers that a core starts per clock cycle |
# | `mhz` | the clock rate under sustained load, in MHz |
# | `boost_mhz` | the highest clock rate for short periods, in MHz |
#
# A float32 value has 32 bits, and a multiply-add counts as two operations. Use the sustained clock
# rate.

# %% answer
def peak(spec):
    """{"chips": 1, "cores": 2, "threads": 2, "bits": 256, "units": 2, "mhz": 3000,
    "boost_mhz": 4000} -> 192_000_000_000. One to three lines."""
    ### BEGIN SOLUTION
    lanes = spec["bits"] // 32
    per_cycle = spec["chips"] * spec["cores"] * spec["units"] * lanes * 2
    return per_cycle * spec["mhz"] * 1_000_000
    ### END SOLUTION


# %% check
check(
    peak,
    given="spec: {chips: int in 1..4, cores: int in 1..64, threads: int in 1..4, "
    "bits: 128 | 256 | 512, units: int in 1..2, mhz: int in 1000..3000, "
    "boost_mhz: int in 3100..5000}",
)
