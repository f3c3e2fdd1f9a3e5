"""Work and span of one op from its shapes, as the table in `table.py` words them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import prod

from manylanes._cost.price.collective import collective
from manylanes._cost.price.depth import ceil_log2
from manylanes._cost.price.lapack import factorisation
from manylanes._cost.price.memory import updates
from manylanes._cost.read.fold import literal
from manylanes._cost.read.program import Block, Op

Each = tuple[int, int]  # work and depth of one use of a region

_COMPLEX = {"complex": 1, "abs": 4, "multiply": 6, "chlo.square": 6, "divide": 11}  # else 2
_AXES = re.compile(r"(\w+) = \[([\d, ]+)\]")
_CHOOSING = {"compare", "select", "and", "or", "not", "maximum", "minimum"}
CHOICE = 12  # ops a pair of operands: JAX needs up to eleven to put two numbers in order


def elementwise(op: Op, each: Sequence[Each] = ()) -> Each:
    """Count one for each element, more for complex numbers; a same-type convert is free."""
    if op.name == "convert" and op.operands[0].dtype == op.results[0].dtype:
        return 0, 0
    is_complex = any(value.dtype.startswith("complex") for value in (*op.operands, *op.results))
    weight = _COMPLEX.get(op.name, 2) if is_complex else 1
    return weight * op.results[0].size, 1


def chooses(region: Block) -> bool:
    """True for a function that only puts two elements in order: it counts as one op."""
    ops = [op for op in region.ops if op.name not in ("constant", "real", "imag")]
    alike = any(op.name == "compare" for op in ops) and all(  # forty maxima are forty
        op.name in _CHOOSING
        and (op.name not in ("and", "or", "not") or op.results[0].dtype == "i1")
        for op in ops
    )
    pairs = sum(1 + arg.dtype.startswith("complex") for arg in region.args) // 2
    return alike and len(ops) <= CHOICE * max(1, pairs)


def _reduce(op: Op, each: Sequence[Each]) -> Each:
    (work, depth), taken, left = each[0], op.operands[0].size, op.results[0].size
    return work * taken, depth * ceil_log2(taken // left if left else 0)


def _window(op: Op, each: Sequence[Each]) -> Each:
    (work, depth), sizes, result = each[0], op.attrs["window_dimensions"], op.results[0]
    if cumulative(op):
        return work * result.size, depth * ceil_log2(prod(sizes))
    ones = (1,) * len(sizes)
    strides, spread = (op.attrs.get(n, ones) for n in ("window_strides", "window_dilations"))
    holes, lows = _holes(op)
    met = prod(
        _taps(result.shape[i], taps, strides[i], spread[i], holes[i], lows[i])
        for i, taps in enumerate(sizes)
    )
    return work * met, depth * ceil_log2(prod(sizes))


def _holes(op: Op) -> tuple[list[int], list[int]]:
    """How far apart the entries under a window lie, and what is before the first, axis by axis.

    JAX writes a pool's gradient with a `pad` that puts the window's own starting value between.
    """
    axes = range(len(op.attrs["window_dimensions"]))
    holes = list(op.attrs.get("base_dilations", [1 for _ in axes]))
    lows = [int(op.attrs["padding"][d][0]) if "padding" in op.attrs else 0 for d in axes]
    pad = op.operands[0].producer
    if pad is None or pad.name != "pad" or set(holes) != {1} or len(op.results) > 1:
        return holes, lows  # of several operands, one may have entries in another's holes
    start = literal(op.operands[-1])
    if start is None or literal(pad.operands[1]) != start:
        return holes, lows
    between, before = pad.attrs["interior_padding"], pad.attrs["edge_padding_low"]
    return [n + 1 for n in between], [low + n for low, n in zip(lows, before, strict=True)]


def cumulative(op: Op) -> bool:
    """A window as long as its axis, padded on one side only, is a prefix sum in disguise."""
    sizes = op.attrs["window_dimensions"]
    wide = [d for d, n in enumerate(sizes) if n > 1]
    ones = (1,) * len(sizes)
    plain = all(
        tuple(op.attrs.get(name, ones)) == ones
        for name in ("window_strides", "base_dilations", "window_dilations")
    )
    if len(wide) != 1 or not plain:
        return False
    axis, n = wide[0], sizes[wide[0]]
    pads = sorted(int(p) for p in op.attrs["padding"][axis]) if "padding" in op.attrs else []
    return bool(n == op.operands[0].shape[axis] and pads == [0, n - 1])


def _scan(op: Op, each: Sequence[Each]) -> Each:
    (work, depth), body = each[0], op.regions[0]
    n = op.operands[0].shape[op.attrs["dimension"]]
    wide = body.args[-1].size if chooses(body) else 1
    return work * n * wide, depth * (ceil_log2(n) if op.attrs.get("is_associative") else n)


def _window_gradient(op: Op, each: Sequence[Each]) -> Each:
    (choose, deep), (combine, last) = each
    taps = prod(op.attrs["window_dimensions"])
    return (choose * taps + combine) * op.operands[1].size, deep * ceil_log2(taps) + last


def _dot(op: Op, each: Sequence[Each]) -> Each:
    numbers, left = op.attrs["dot_dimension_numbers"], op.operands[0]
    k = prod(left.shape[d] for d in numbers.lhs_contracting_dimensions)
    return _products(op) * k * op.results[0].size, 1 + ceil_log2(k)


def _ragged_dot(op: Op, each: Sequence[Each]) -> Each:
    left, _, groups = op.operands
    numbers = dict(_AXES.findall(op.attrs["ragged_dot_dimension_numbers"]))
    contracted, ragged = (
        {int(axis) for axis in numbers[f"lhs_{kind}_dimensions"].split(",")}
        for kind in ("contracting", "ragged")
    )
    k = prod(left.shape[axis] for axis in contracted)
    parts = groups.shape[-1] if ragged <= contracted else 1  # each group has a part of k
    return _products(op) * k * op.results[0].size // max(parts, 1), 1 + ceil_log2(k)


def _products(op: Op) -> int:
    return 8 if op.results[0].dtype.startswith("complex") else 2


def _convolution(op: Op, each: Sequence[Each]) -> Each:
    numbers, kernel = op.attrs["dimension_numbers"], op.operands[1].shape
    spatial = numbers.kernel_spatial_dimensions
    channels = kernel[numbers.kernel_input_feature_dimension]
    ones = (1,) * len(spatial)
    strides = op.attrs.get("window_strides", ones)
    holes = op.attrs.get("lhs_dilation", ones)
    spread = op.attrs.get("rhs_dilation", ones)
    pads = op.attrs["padding"] if "padding" in op.attrs else [(0, 0)] * len(spatial)
    out, pairs = op.results[0], 1
    seen = numbers.output_spatial_dimensions
    for i, d in enumerate(spatial):
        pairs *= _taps(
            out.shape[seen[i]], kernel[d], strides[i], spread[i], holes[i], int(pads[i][0])
        )
    others = out.size // prod(out.shape[d] for d in seen) if out.size else 0
    taps = prod(kernel[d] for d in spatial)
    return _products(op) * others * pairs * channels, 1 + ceil_log2(taps * channels)


def _taps(results: int, taps: int, stride: int, spread: int, holes: int, pad: int) -> int:
    """How many (result, tap) pairs of one axis meet an entry and not a hole between entries."""
    if holes == 1:
        return results * taps
    places = _residues(results, stride, holes)
    return sum(n * places[(pad - at) % holes] for at, n in _residues(taps, spread, holes).items())


def _residues(count: int, step: int, holes: int) -> Counter[int]:
    """How many of these steps end so far behind an entry."""
    found: Counter[int] = Counter()
    for at in range(min(count, holes)):
        found[at * step % holes] += len(range(at, count, holes))
    return found


def _sort(op: Op, each: Sequence[Each]) -> Each:
    """Comparisons; an operand beside the first is put into the same order, entry by entry."""
    (work, depth), (operand, *carried) = each[0], op.operands
    n = operand.shape[op.attrs.get("dimension", -1)] if operand.shape else 1
    moved = sum(value.size for value in carried)
    levels = ceil_log2(n)
    return work * operand.size * levels + moved, depth * (levels * (levels + 1) // 2)


def _top_k(op: Op, each: Sequence[Each]) -> Each:
    operand, depth = op.operands[0], ceil_log2(op.operands[0].shape[-1])
    return operand.size * max(1, ceil_log2(op.results[0].shape[-1])), depth * (depth + 1) // 2


def _fft(op: Op, each: Sequence[Each]) -> Each:
    n = prod(op.attrs["fft_length"])
    kind = op.attrs["fft_type"]
    points = op.results[0].size if kind == "IRFFT" else op.operands[0].size
    work = 5 * points * ceil_log2(n)
    return (work // 2 if "R" in kind else work), 2 * ceil_log2(n)


def _update(op: Op, each: Sequence[Each]) -> Each:
    """Updates may all meet, whatever is said of their addresses: nobody checks it."""
    if op.name == "dynamic_update_slice" or not op.regions[0].ops:
        return 0, 0
    (work, depth), new = each[0], op.operands[-1]  # of several, all have this shape
    beside = op.attrs["scatter_dimension_numbers"].update_window_dims
    meeting = prod(n for d, n in enumerate(new.shape) if d not in beside)
    return work * new.size, depth * max(ceil_log2(meeting + 1), 1)


def looked_up(op: Op) -> int:
    """Entries that data say where to find, or where to put: each is a choice, as a select is."""
    return sum(value.size for value in (updates(op) or op.results))


RULES: dict[str, Callable[[Op, Sequence[Each]], Each]] = {
    "elementwise": elementwise,
    "reduce": _reduce,
    "window": _window,
    "scan": _scan,
    "window gradient": _window_gradient,
    "dot": _dot,
    "ragged dot": _ragged_dot,
    "convolution": _convolution,
    "sort": _sort,
    "top_k": _top_k,
    "fft": _fft,
    "update": _update,
    "collective": collective,
    "factorisation": lambda op, each: factorisation(op),
}
