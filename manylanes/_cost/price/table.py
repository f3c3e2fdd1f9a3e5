"""The published table: what each op costs. The counting code takes its groups from here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table: a group of ops that are counted alike."""

    group: str
    ops: tuple[str, ...]
    work: str
    span: str
    bytes: str


def table() -> tuple[Row, ...]:
    """What each StableHLO op costs, group by group: the one published cost table."""
    return ROWS


def group_of(op: str) -> str | None:
    """The group an op is counted in; None for an op the table does not list."""
    return _GROUPS.get(op)


_ELEMENTWISE = """
abs add and atan2 cbrt ceil clamp compare complex convert cosine count_leading_zeros divide
exponential exponential_minus_one floor is_finite log log_plus_one logistic maximum minimum
multiply negate not or popcnt power reduce_precision remainder round_nearest_afz
round_nearest_even rsqrt select shift_left shift_right_arithmetic shift_right_logical sign sine
sqrt subtract tan tanh xor
chlo.acos chlo.acosh chlo.asin chlo.asinh chlo.atan chlo.atanh chlo.bessel_i1e chlo.conj chlo.cosh
chlo.digamma chlo.erf chlo.erf_inv chlo.erfc chlo.is_inf chlo.is_neg_inf chlo.is_pos_inf
chlo.lgamma chlo.mulhi chlo.next_after chlo.polygamma chlo.sinh chlo.square chlo.tan chlo.zeta
"""

ROWS = (
    Row(
        "free",
        ("constant", "iota", "reshape", "optimization_barrier", "after_all", "create_token",
         "get_dimension_size", "sdy.sharding_constraint", "unshard", "partition_id", "replica_id",
         "shape_assertion", "Sharding", "annotate_device_placement"),
        "0", "0", "0; an array of one repeated value and an iota are made where they are read",
    ),
    Row(
        "view",
        ("broadcast_in_dim", "transpose", "slice", "dynamic_slice", "reverse", "bitcast_convert",
         "real", "imag", "shard"),
        "0; a dynamic_slice at an address computed from data 1 for each element", "0; then 1",
        "an op that reads the view reads the bytes behind it; a view that must be stored is copied "
        "(except a transpose of a product that nothing else reads), and so is a view that repeats "
        "entries if the op that reads it does not fuse, or updates it",
    ),
    Row(
        "move",
        ("gather", "pad", "concatenate"),
        "0; a gather at addresses computed from data 1 for each element", "0; then 1",
        "fuses like elementwise; a gather reads its indices and the entries it takes",
    ),
    Row(
        "elementwise",
        tuple(_ELEMENTWISE.split()),
        "1 for each element of the result, whatever the op; of complex numbers 2, abs 4, multiply "
        "and square 6, divide 11, and 1 to make one of two real numbers",
        "1",
        "a chain fuses: its inputs are read once; an intermediate is stored only if it would be "
        "carried out again, later, from three times its bytes or more",
    ),
    Row(
        "reduce",
        ("reduce",),
        "1 for each element that goes in (the starting value counts as one of the two operands); "
        "a reducer counts what is in it, one that only compares and chooses (at most 12 ops for "
        "each pair of operands, 24 of complex ones) 1",
        "ceil(log2 n) for n elements into one, times the reducer's",
        "reads what its elementwise producers read; writes its result",
    ),
    Row(
        "window",
        ("reduce_window",),
        "1 for each element of the window, for each result, times the reducer; a tap on padding "
        "counts, a tap between the entries of a spread operand does not; a cumulative window "
        "(as long as its axis) is a prefix: 1 for each element",
        "ceil(log2 n) for n elements in the window",
        "operand and result, once",
    ),
    Row(
        "scan",
        ("chlo.scan",),
        "n times the body for n steps (what JAX writes for a cumulative sum on some platforms); a "
        "body that only compares and chooses counts 1 for each element, as a reducer does",
        "ceil(log2 n) times the body's if it is associative, else n times",
        "operands and results, once",
    ),
    Row(
        "window gradient",
        ("select_and_scatter",),
        "1 for each element of the window and 1 more, for each element of the source; what is in "
        "the two functions counts",
        "ceil(log2 n) + 1",
        "operand, source and result, once",
    ),
    Row(
        "dot",
        ("dot_general",),
        "2 * b * m * k * n: a multiply and an add for each of the b * m * k * n products; "
        "complex: 8",
        "1 + ceil(log2 k)",
        "both operands and the result, once; operands that are elementwise chains, or show an "
        "entry again and again (repeat, broadcast_to), are stored first",
    ),
    Row(
        "ragged dot",
        ("chlo.ragged_dot",),
        "as dot, each entry of the ragged axis in one group; where JAX writes a product for each "
        "group instead, as for the CPU, all of them count",
        "1 + ceil(log2 k)",
        "operands, sizes of the groups, and the result, once",
    ),
    Row(
        "convolution",
        ("convolution",),
        "2 * results * taps * channels in a group; a tap on padding counts, "
        "a tap in the holes of a dilated input does not",
        "1 + ceil(log2(taps * channels in a group))",
        "input, kernel and result, once",
    ),
    Row(
        "sort",
        ("sort",),
        "n * ceil(log2 n) comparisons for each sorted line of n; a comparator counts as a reducer "
        "does; 1 for each element of every operand after the first, which is carried along",
        "L * (L + 1) / 2 with L = ceil(log2 n): merge sort whose merges are parallel",
        "every operand and result, once",
    ),
    Row(
        "top_k",
        ("chlo.top_k",),
        "n * ceil(log2 k), at least n, for each line of n",
        "as sort",
        "operand and results, once",
    ),
    Row(
        "fft",
        ("fft",),
        "5 * n * ceil(log2 n) for each transform of n points, half of it if one side is real",
        "2 * ceil(log2 n)",
        "operand and result, once",
    ),
    Row(
        "update",
        ("dynamic_update_slice", "scatter"),
        "0 to replace at a fixed address, 1 for each element at one computed from data; 1 for each "
        "update that is combined (scatter-add)",
        "0 at a fixed address, 1 at one computed from data; combining k updates adds "
        "ceil(log2(k + 1)), for they may all meet",
        "in place, as if the argument were donated: indices and updates are read, the entries "
        "written (read as well if combined); the rest of the array is not touched, but an array of "
        "one repeated value is written first, if that is not done before a loop",
    ),
    Row(
        "factorisation",
        ("cholesky", "triangular_solve", "potrf", "getrf", "trsm", "geqrf", "orgqr", "ungqr"),
        "LAPACK Working Note 41: Cholesky about n^3/3, LU 2n^3/3, QR 2mn^2 - 2n^3/3, "
        "triangular solve n^2 for each right-hand side, lower terms included; complex: "
        "6 for each multiply, 2 for each add",
        "Cholesky 3n, LU n * (ceil(log2 m) + 3), QR and its Q n * (2 ceil(log2 m) + 4), solve 2n",
        "operands and results, once",
    ),
    Row(
        "collective",
        ("all_reduce", "reduce_scatter", "all_gather", "all_to_all", "collective_permute",
         "collective_broadcast"),
        "what one of p devices combines on a ring: (p - 1)/p of the n elements, times the reducer",
        "p - 1 times the reducer's",
        "operands and results, once; sent over a link of the ring: (p - 1)/p of the operand in "
        "p - 1 messages, twice both for all_reduce; all_gather p - 1 operands; permute one",
    ),
    Row(
        "loop",
        ("while",),
        "trips * body and (trips + 1) * test; the counter and comparing it are free",
        "trips * depth of the body and (trips + 1) * depth of the test",
        "trips * body and (trips + 1) * what the test reads: "
        "arrays carried and changed are read and written in each trip, "
        "single numbers stay in 32 registers of four bytes (where a loop hands on or reads more, "
        "all of them are in memory), the starting buffer is free if it is one repeated value",
    ),
    Row(
        "branch",
        ("case", "if"),
        "the branch that is taken, if constants and counters decide; 1 and the dearest if data do, "
        "and the count is at most; the first platform's if the index is the platform",
        "of the branch that is taken, else 1 and of the deepest",
        "of the branch that is taken, else of the dearest, and what the index reads",
    ),
)  # fmt: skip

_GROUPS = {op: row.group for row in ROWS for op in row.ops}
