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


# %% wrong: finds_nothing
# You find nothing wrong with any advertisement. Compute each of its figures from the sheet and
# compare.
def planted_error(sheet, advertisement):
    return "none"


# %% wrong: two_chips_taken_for_sparse
# The matrix units claim double, so you said sparse. Look at the other lines: if lanes and memory
# are doubled as well, it is a second chip.
def planted_error(sheet, advertisement):
    mflops = sheet["lanes"] * 2 * sheet["mhz"]
    if "MHz" not in advertisement["clock"]:
        return "bytes for hertz"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    if advertisement["gbytes_per_s"] > sheet["bus_bits"] * sheet["gbit_per_pin"] // 8:
        return "bits for bytes"
    if 2 * advertisement["mflops"] == mflops:
        return "MAC for FLOP"
    return "none" if advertisement["mflops"] == mflops else "boost for base"


# %% wrong: unit_not_read
# You compared numbers only. Read the units as well: a clock is ticks in a second, hertz; a byte
# is a place to keep something.
#
# -    if not advertisement["clock"].endswith("MHz"):
# -        return "bytes for hertz"


# %% wrong: boost_is_fine
# You let the boost clock pass. The advertisement claims its rate at the clock that holds.
def planted_error(sheet, advertisement):
    gbytes = sheet["bus_bits"] * sheet["gbit_per_pin"] // 8
    if "MHz" not in advertisement["clock"]:
        return "bytes for hertz"
    if advertisement["gbytes_per_s"] == 8 * gbytes:
        return "bits for bytes"
    if advertisement["gbytes_per_s"] == 2 * gbytes:
        return "two chips for one"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    halved = advertisement["mflops"] == sheet["lanes"] * sheet["mhz"]
    return "MAC for FLOP" if halved else "none"


# %% wrong: mac_is_the_measure
# You counted a multiply-add as one operation yourself, so that the right figure looked doubled
# and the wrong one looked right. A multiply and an add are two FLOPs.
def planted_error(sheet, advertisement):
    macs = sheet["lanes"] * sheet["mhz"]
    gbytes = sheet["bus_bits"] * sheet["gbit_per_pin"] // 8
    if "MHz" not in advertisement["clock"]:
        return "bytes for hertz"
    if advertisement["gbytes_per_s"] == 8 * gbytes:
        return "bits for bytes"
    if advertisement["mflops"] == 2 * macs or advertisement["gbytes_per_s"] == 2 * gbytes:
        return "two chips for one"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    return "none" if advertisement["mflops"] == macs else "boost for base"


# %% wrong: pins_in_bytes
# You did not divide by eight: each wire carries giga*bits* a second, and the claim is in bytes.
def planted_error(sheet, advertisement):
    mflops = sheet["lanes"] * 2 * sheet["mhz"]
    if "MHz" not in advertisement["clock"]:
        return "bytes for hertz"
    if advertisement["mflops"] == 2 * mflops:
        return "two chips for one"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    if 2 * advertisement["mflops"] == mflops:
        return "MAC for FLOP"
    if advertisement["mflops"] != mflops:
        return "boost for base"
    right = advertisement["gbytes_per_s"] == sheet["bus_bits"] * sheet["gbit_per_pin"]
    return "none" if right else "bits for bytes"


# %% wrong: two_left_out
# You left out the 2 in your own figure: a multiply-add in each lane is two operations. So a claim
# that is right looks twice too high to you.
def planted_error(sheet, advertisement):
    if not advertisement["clock"].endswith("Hz"):
        return "bytes for hertz"
    claimed, mflops = advertisement["mflops"], sheet["lanes"] * sheet["mhz"]
    if claimed == 2 * mflops:
        return "two chips for one"
    if claimed == mflops / 2:
        return "MAC for FLOP"
    if claimed == sheet["lanes"] * sheet["boost_mhz"]:
        return "boost for base"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    if advertisement["gbytes_per_s"] == sheet["bus_bits"] * sheet["gbit_per_pin"]:
        return "bits for bytes"
    return "none"


# %% wrong: whatever_is_more_is_boost
# You said boost for every rate that is too high. Twice as high is more than any boost: look whether
# the matrix units and the memory claim double as well.
def planted_error(sheet, advertisement):
    if not advertisement["clock"].endswith("Hz"):
        return "bytes for hertz"
    claimed, mflops = advertisement["mflops"], 2 * sheet["lanes"] * sheet["mhz"]
    if claimed != mflops:
        return "boost for base" if claimed > mflops else "MAC for FLOP"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    if advertisement["gbytes_per_s"] == sheet["bus_bits"] * sheet["gbit_per_pin"]:
        return "bits for bytes"
    return "none"


# %% wrong: whatever_is_less_is_boost
# You said boost for a rate of the lanes that is too *low*. A faster clock makes it higher. By what
# factor is it too low?
def planted_error(sheet, advertisement):
    claimed, mflops = advertisement["mflops"], 2 * sheet["lanes"] * sheet["mhz"]
    if not advertisement["clock"].endswith("MHz"):
        return "bytes for hertz"
    if claimed == 2 * mflops:
        return "two chips for one"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    if advertisement["gbytes_per_s"] == sheet["bus_bits"] * sheet["gbit_per_pin"]:
        return "bits for bytes"
    return "none" if claimed == mflops else "boost for base"


# %% wrong: memory_not_read
# You let any bandwidth pass. Work it out from the wires and compare: is it in bits or in bytes?
def planted_error(sheet, advertisement):
    claimed, mflops = advertisement["mflops"], 2 * sheet["lanes"] * sheet["mhz"]
    if not advertisement["clock"].endswith("MHz"):
        return "bytes for hertz"
    if claimed == 2 * mflops:
        return "two chips for one"
    if advertisement["matrix_tflops"] == 2 * sheet["dense_tflops"]:
        return "sparse for dense"
    if 2 * claimed == mflops:
        return "MAC for FLOP"
    return "none" if claimed == mflops else "boost for base"


# %% wrong: matrix_units_not_read
# You let any peak of the matrix units pass. The sheet has the dense one: compare.
def planted_error(sheet, advertisement):
    claimed, mflops = advertisement["mflops"], 2 * sheet["lanes"] * sheet["mhz"]
    if not advertisement["clock"].endswith("MHz"):
        return "bytes for hertz"
    if claimed == 2 * mflops:
        return "two chips for one"
    if advertisement["gbytes_per_s"] == sheet["bus_bits"] * sheet["gbit_per_pin"]:
        return "bits for bytes"
    if 2 * claimed == mflops:
        return "MAC for FLOP"
    return "none" if claimed == mflops else "boost for base"


# %% right: reprint_and_compare
def planted_error(sheet, advertisement):
    def advertise(chips=1, sparse=1, clock="mhz", flops=2, bits=8, unit="MHz"):
        return {
            "mflops": chips * sheet["lanes"] * flops * sheet[clock],
            "matrix_tflops": chips * sparse * sheet["dense_tflops"],
            "gbytes_per_s": chips * sheet["bus_bits"] * sheet["gbit_per_pin"] // bits,
            "clock": f"{sheet['mhz']} {unit}",
        }

    made = {
        "none": advertise(),
        "two chips for one": advertise(chips=2),
        "sparse for dense": advertise(sparse=2),
        "boost for base": advertise(clock="boost_mhz"),
        "MAC for FLOP": advertise(flops=1),
        "bits for bytes": advertise(bits=1),
        "bytes for hertz": advertise(unit="MB"),
    }
    return next(error for error, printed in made.items() if printed == advertisement)


# %% right: by_factors
def planted_error(sheet, advertisement):
    lanes = advertisement["mflops"] / (2 * sheet["lanes"] * sheet["mhz"])
    matrix = advertisement["matrix_tflops"] / sheet["dense_tflops"]
    memory = 8 * advertisement["gbytes_per_s"] / (sheet["bus_bits"] * sheet["gbit_per_pin"])
    if advertisement["clock"].split()[1] == "MB":
        return "bytes for hertz"
    found = {
        (1, 1, 1): "none",
        (2, 2, 2): "two chips for one",
        (1, 2, 1): "sparse for dense",
        (0.5, 1, 1): "MAC for FLOP",
        (1, 1, 8): "bits for bytes",
    }
    return found.get((lanes, matrix, memory), "boost for base")
