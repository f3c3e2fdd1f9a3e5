"""Compute work and span of one op from its shapes, as the table in `table.py` specifies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import prod

from manylanes._cost.price.collective import collective
from manylanes._cost.price.lapack import ceil_log2, factorisation
from manylanes._cost.price.memory import update_operands
from manylanes._cost.read.fold import literal
from manylanes._cost.read.program import Block, Op

WorkDepth = tuple[int, int]  # of one call of a region

# The work of an elementwise op for each complex element; ops that are not listed count 2.
_COMPLEX = {"complex": 1, "abs": 4, "multiply": 6, "chlo.square": 6, "divide": 11}
_AXES = re.compile(r"(\w+) = \[([\d, ]+)\]")
_COMPARES_OR_SELECTS = {"compare", "select", "and", "or", "not", "maximum", "minimum"}
MAX_COMPARISON_OPS = 12  # per pair of operands; JAX emits up to 11 ops to compare two numbers


def elementwise(op: Op, functions: Sequence[WorkDepth] = ()) -> WorkDepth:
    """Count one op for each element, more for complex numbers; a same-type convert is free."""
    if op.name == "convert" and op.operands[0].dtype == op.results[0].dtype:
        return 0, 0
    is_complex = any(value.dtype.startswith("complex") for value in (*op.operands, *op.results))
    weight = _COMPLEX.get(op.name, 2) if is_complex else 1
    return weight * op.results[0].size, 1


def is_comparison(region: Block) -> bool:
    """Return True for a reducer or comparator that counts as one op.

    Such a function compares at least once, only compares and selects, and has at most
    MAX_COMPARISON_OPS ops for each pair of operands.
    """
    ops = [op for op in region.ops if op.name not in ("constant", "real", "imag")]
    # A function without a `compare` is not a comparison: each of its ops counts.
    only_compares = any(op.name == "compare" for op in ops) and all(
        op.name in _COMPARES_OR_SELECTS
        and (op.name not in ("and", "or", "not") or op.results[0].dtype == "i1")
        for op in ops
    )
    pairs = sum(1 + arg.dtype.startswith("complex") for arg in region.args) // 2
    return only_compares and len(ops) <= MAX_COMPARISON_OPS * max(1, pairs)


def _reduce(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    (work, depth), inputs, results = functions[0], op.operands[0].size, op.results[0].size
    return work * inputs, depth * _tree_depth(op, inputs // results if results else 0)


def _tree_depth(op: Op, n: int) -> int:
    """Return the depth of a tree over n elements, and over the initial value if it is computed."""
    starts = op.operands[len(op.operands) // 2 :]
    return ceil_log2(n + any(literal(start) is None for start in starts))


def _window(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    (work, depth), sizes, result = functions[0], op.attrs["window_dimensions"], op.results[0]
    if cumulative(op):
        return work * result.size, depth * _tree_depth(op, prod(sizes))
    ones = (1,) * len(sizes)
    strides, window_dilation = (
        op.attrs.get(n, ones) for n in ("window_strides", "window_dilations")
    )
    dilation, low_padding = _base_dilation(op)
    tap_count = prod(
        _count_taps(
            result.shape[i], taps, strides[i], window_dilation[i], dilation[i], low_padding[i]
        )
        for i, taps in enumerate(sizes)
    )
    return work * tap_count, depth * _tree_depth(op, prod(sizes))


def _base_dilation(op: Op) -> tuple[list[int], list[int]]:
    """Return the base dilation and the low padding of a window, axis by axis.

    The gradient of a pooling op dilates its operand with a separate `pad` op, whose padding value
    is the window's initial value. The dilation and padding of this `pad` are included.
    """
    axes = range(len(op.attrs["window_dimensions"]))
    dilation = list(op.attrs.get("base_dilations", [1 for _ in axes]))
    low_padding = [int(op.attrs["padding"][d][0]) if "padding" in op.attrs else 0 for d in axes]
    pad = op.operands[0].producer
    if pad is None or pad.name != "pad" or set(dilation) != {1} or len(op.results) > 1:
        # With several operands, padding of one operand may meet elements of another operand.
        return dilation, low_padding
    start = literal(op.operands[-1])
    if start is None or literal(pad.operands[1]) != start:
        return dilation, low_padding
    between, before = pad.attrs["interior_padding"], pad.attrs["edge_padding_low"]
    return [n + 1 for n in between], [low + n for low, n in zip(low_padding, before, strict=True)]


def cumulative(op: Op) -> bool:
    """Return True for a cumulative window: as long as its only axis, padded on one side only."""
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


def _scan(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    (work, depth), body = functions[0], op.regions[0]
    n = op.operands[0].shape[op.attrs["dimension"]]
    elements = body.args[-1].size if is_comparison(body) else 1
    steps = _tree_depth(op, n) if op.attrs.get("is_associative") else n
    return work * n * elements, depth * steps


def _window_gradient(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    (select_work, select_depth), (scatter_work, scatter_depth) = functions
    taps = prod(op.attrs["window_dimensions"])
    work = (select_work * taps + scatter_work) * op.operands[1].size
    return work, select_depth * ceil_log2(taps) + scatter_depth


def _dot(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    numbers, left = op.attrs["dot_dimension_numbers"], op.operands[0]
    k = prod(left.shape[d] for d in numbers.lhs_contracting_dimensions)
    return _flops_per_product(op) * k * op.results[0].size, 1 + ceil_log2(k)


def _ragged_dot(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    left, _, groups = op.operands
    numbers = dict(_AXES.findall(op.attrs["ragged_dot_dimension_numbers"]))
    contracted, ragged = (
        {int(axis) for axis in numbers[f"lhs_{kind}_dimensions"].split(",")}
        for kind in ("contracting", "ragged")
    )
    k = prod(left.shape[axis] for axis in contracted)
    parts = groups.shape[-1] if ragged <= contracted else 1  # the groups share k
    return _flops_per_product(op) * k * op.results[0].size // max(parts, 1), 1 + ceil_log2(k)


def _flops_per_product(op: Op) -> int:
    return 8 if op.results[0].dtype.startswith("complex") else 2


def _convolution(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    numbers, kernel = op.attrs["dimension_numbers"], op.operands[1].shape
    spatial = numbers.kernel_spatial_dimensions
    channels = kernel[numbers.kernel_input_feature_dimension]
    ones = (1,) * len(spatial)
    strides = op.attrs.get("window_strides", ones)
    dilation = op.attrs.get("lhs_dilation", ones)
    window_dilation = op.attrs.get("rhs_dilation", ones)
    pads = op.attrs["padding"] if "padding" in op.attrs else [(0, 0)] * len(spatial)
    out, pairs = op.results[0], 1
    output_dims = numbers.output_spatial_dimensions
    for i, d in enumerate(spatial):
        window = strides[i], window_dilation[i], dilation[i], int(pads[i][0])
        pairs *= _count_taps(out.shape[output_dims[i]], kernel[d], *window)
    others = out.size // prod(out.shape[d] for d in output_dims) if out.size else 0
    taps = prod(kernel[d] for d in spatial)
    return _flops_per_product(op) * others * pairs * channels, 1 + ceil_log2(taps * channels)


def _count_taps(
    results: int, taps: int, stride: int, window_dilation: int, dilation: int, pad: int
) -> int:
    """Count the (result, tap) pairs of an axis whose tap is not between dilated elements."""
    if dilation == 1:
        return results * taps
    starts = _residues(results, stride, dilation)
    offsets = _residues(taps, window_dilation, dilation)
    return sum(n * starts[(pad - offset) % dilation] for offset, n in offsets.items())


def _residues(count: int, step: int, dilation: int) -> Counter[int]:
    """Count the first `count` multiples of `step` by their remainder modulo `dilation`."""
    counts: Counter[int] = Counter()
    for at in range(min(count, dilation)):
        counts[at * step % dilation] += len(range(at, count, dilation))
    return counts


def _sort(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    """Count the comparisons of a sort, and the elements that are permuted but not compared."""
    (work, depth), (operand, *carried) = functions[0], op.operands
    n = operand.shape[op.attrs.get("dimension", -1)] if operand.shape else 1
    moved = sum(value.size for value in carried)
    levels = ceil_log2(n)
    return work * operand.size * levels + moved, depth * (levels * (levels + 1) // 2)


def _top_k(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    operand, depth = op.operands[0], ceil_log2(op.operands[0].shape[-1])
    return operand.size * max(1, ceil_log2(op.results[0].shape[-1])), depth * (depth + 1) // 2


def _fft(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    n = prod(op.attrs["fft_length"])
    kind = op.attrs["fft_type"]
    points = op.results[0].size if kind == "IRFFT" else op.operands[0].size
    work = 5 * points * ceil_log2(n)
    return (work // 2 if "R" in kind else work), 2 * ceil_log2(n)


def _update(op: Op, functions: Sequence[WorkDepth]) -> WorkDepth:
    """Count the updates that are combined; the span assumes that all have the same address."""
    if op.name == "dynamic_update_slice" or not op.regions[0].ops:
        return 0, 0
    (work, depth), new = functions[0], op.operands[-1]  # all update operands have this shape
    window_dims = op.attrs["scatter_dimension_numbers"].update_window_dims
    updates_per_address = prod(n for d, n in enumerate(new.shape) if d not in window_dims)
    return work * new.size, depth * max(ceil_log2(updates_per_address + 1), 1)


def elements_looked_up(op: Op) -> int:
    """Return the number of elements that `op` reads or writes at its addresses."""
    return sum(value.size for value in (update_operands(op) or op.results))


RULES: dict[str, Callable[[Op, Sequence[WorkDepth]], WorkDepth]] = {
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
    "factorisation": lambda op, functions: factorisation(op),
}
