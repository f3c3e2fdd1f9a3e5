# ---
# title: Find the planted error
# kind: function
# points: 2
# minutes: 15
# hints:
#   - "Compute each figure of the advertisement from the sheet. The first that differs tells you
#     where to look; by what factor it differs tells you what was done."
#   - "Lanes: `lanes * 2 * mhz`, in millions of FLOP/s. Matrix units: `dense_tflops` as it is.
#     Memory: `bus_bits * gbit_per_pin / 8`, in GB/s; eight bits are a byte."
#   - "Check two chips first: they double lanes, matrix units and memory at once. The lanes alone
#     can be halved (MAC) or be too many for the clock (boost)."
# choices:
#   "/ 8": a bus has a multiple of 64 bits, so nothing is left over
# ---

# %% [markdown]
# An advertisement was made from a spec sheet, with at most one error in it. Name the error.
#
# The sheet is of one chip: `lanes`; `mhz`, the clock that holds, and `boost_mhz`, that of a good
# moment; `dense_tflops`, the peak of its matrix units; `bus_bits` wires to the memory, each
# carrying `gbit_per_pin` gigabits a second. The advertisement claims `mflops` (millions of FLOP/s
# on the lanes, at the clock that holds), `matrix_tflops` (dense), `gbytes_per_s` (bandwidth of
# the memory) and `clock`, such as `"1400 MHz"`. Answer with one of:
#
# | answer | what was done |
# |---|---|
# | `"none"` | all figures follow from the sheet |
# | `"two chips for one"` | every rate is that of a board with two such chips |
# | `"sparse for dense"` | the peak of the matrix units counts the half that are times zero |
# | `"boost for base"` | the lanes run at the clock of a good moment |
# | `"MAC for FLOP"` | a multiply-add was counted as one operation |
# | `"bits for bytes"` | bits of the memory were printed as bytes |
# | `"bytes for hertz"` | the clock is given in a unit of storage |

# %% answer
def planted_error(sheet, advertisement):
    """({"lanes": 2496, "mhz": 562, "boost_mhz": 875, "dense_tflops": 20, "bus_bits": 384,
    "gbit_per_pin": 5}, {"mflops": 4368000, "matrix_tflops": 20, "gbytes_per_s": 240,
    "clock": "562 MHz"}) -> "boost for base". About ten lines."""
    ### BEGIN SOLUTION
    mflops = sheet["lanes"] * 2 * sheet["mhz"]
    gbytes = sheet["bus_bits"] * sheet["gbit_per_pin"] // 8
    if not advertisement["clock"].endswith("MHz"):
        return "bytes for hertz"
    if advertisement["gbytes_per_s"] == 8 * gbytes:
        return "bits for bytes"
    if advertisement["gbytes_per_s"] == 2 * gbytes:
        return "two chips for one"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    if 2 * advertisement["mflops"] == mflops:
        return "MAC for FLOP"
    return "none" if advertisement["mflops"] == mflops else "boost for base"
    ### END SOLUTION


# %% check
ERRORS = (
    "none", "two chips for one", "sparse for dense", "boost for base", "MAC for FLOP",
    "bits for bytes", "bytes for hertz",
)  # fmt: skip


def print_advertisement(draw):
    error = draw.each(ERRORS)
    mhz = draw.int(500, 1500)
    sheet = {
        "lanes": 32 * draw.int(10, 500),
        "mhz": mhz,
        "boost_mhz": mhz + draw.int(50, 400),
        "dense_tflops": draw.int(20, 900),
        "bus_bits": 64 * draw.int(2, 12),
        "gbit_per_pin": draw.int(4, 20),
    }
    chips = 1 + (error == "two chips for one")
    clock = sheet["boost_mhz" if error == "boost for base" else "mhz"]
    bits = sheet["bus_bits"] * sheet["gbit_per_pin"]
    return sheet, {
        "mflops": chips * sheet["lanes"] * (1 if error == "MAC for FLOP" else 2) * clock,
        "matrix_tflops": chips * sheet["dense_tflops"] * (1 + (error == "sparse for dense")),
        "gbytes_per_s": chips * bits // (1 if error == "bits for bytes" else 8),
        "clock": f"{mhz} {'MB' if error == 'bytes for hertz' else 'MHz'}",
    }


check(planted_error, given=print_advertisement)
