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
