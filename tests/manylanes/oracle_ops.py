"""Run each op in NumPy and price it by the published table."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from itertools import product
from math import ceil, log2, prod
from typing import Any

import jax
import numpy as np
from jax import lax
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

COMPARE = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal,
           "GT": np.greater, "GE": np.greater_equal}  # fmt: skip
NUMBERS: dict[str, Callable[..., Any]] = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "maximum": np.maximum,
    "minimum": np.minimum, "negate": np.negative, "abs": np.abs, "sign": np.sign,
    "sine": np.sin, "cosine": np.cos, "tanh": np.tanh, "exponential": np.exp, "sqrt": np.sqrt,
    "log": np.log, "logistic": lambda x: 1 / (1 + np.exp(-x)), "rsqrt": lambda x: 1 / np.sqrt(x),
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "not": np.invert,
    "select": np.where, "clamp": lambda low, x, high: np.minimum(np.maximum(low, x), high),
    "remainder": np.fmod, "power": np.power, "floor": np.floor, "is_finite": np.isfinite,
    "shift_left": np.left_shift, "shift_right_logical": np.right_shift,
    "shift_right_arithmetic": np.right_shift, "convert": lambda x: x,
    "divide": lambda a, b: np.trunc(a / b) if a.dtype.kind in "iu" else a / b,
    "ceil": np.ceil, "round_nearest_even": np.rint, "tan": np.tan,
    "round_nearest_afz": lambda x: np.trunc(x + np.copysign(0.5, x)), "cbrt": np.cbrt,
    "log_plus_one": np.log1p, "exponential_minus_one": np.expm1, "atan2": np.arctan2,
    "chlo.square": np.square, "chlo.erf": np.vectorize(math.erf, otypes=[float]),
    "chlo.erf_inv": np.tanh, "chlo.erfc": np.vectorize(math.erfc, otypes=[float]),  # any number
    "chlo.lgamma": np.vectorize(math.lgamma, otypes=[float]), "chlo.digamma": np.sin,
    "chlo.next_after": np.nextafter, "reduce_precision": lambda x: x,
    "complex": lambda a, b: a + 1j * b, "popcnt": np.bitwise_count,
    "count_leading_zeros": lambda x: x.dtype.itemsize * 8 - np.ceil(np.log2(np.abs(x) + 1.0)),
    "compare": None,
}  # fmt: skip
ARRANGE = ("broadcast_in_dim", "transpose", "slice", "dynamic_slice", "reverse", "concatenate",
           "pad", "iota", "reshape", "optimization_barrier", "real", "imag",
           "bitcast_convert")  # fmt: skip
ADDRESSED: dict[str, Callable[[int], Sequence[int]]] = {
    "dynamic_slice": lambda n: range(1, n),
    "gather": lambda n: (1,),
    "dynamic_update_slice": lambda n: range(2, n),
    "scatter": lambda n: (n // 2,),
}


_COMPLEX = re.compile(r"dense<\(([^,()]+),([^,()]+)\)>")


def lg(n: int) -> int:
    return ceil(log2(n)) if n > 1 else 0


def attr(op: Any, name: str) -> Any:
    return op.attributes[name]


def ints(op: Any, name: str) -> list[int]:
    return list(ir.DenseI64ArrayAttr(attr(op, name)))


def table(op: Any, name: str) -> Any:
    return np.array(ir.DenseIntElementsAttr(attr(op, name)))


def dtype_of(kind: Any) -> Any:
    word = str(kind)
    names = {"i1": "bool", "complex<f32>": "complex64", "complex<f64>": "complex128",
             "bf16": jax.numpy.bfloat16}  # fmt: skip
    return np.dtype(
        names.get(word) or re.sub(r"^(u?)i(?=\d)", r"\1int", word).replace("f", "float")
    )


def result_of(op: Any, at: int = 0) -> tuple[tuple[int, ...], Any]:
    kind = ir.RankedTensorType(op.results[at].type)
    return tuple(kind.shape), dtype_of(kind.element_type)


def written(op: Any) -> Any:
    shape, dtype = result_of(op)
    if dtype.kind == "c":  # the bindings cannot read complex constants
        match = _COMPLEX.search(str(op))
        assert match is not None
        parts = [math.nan if "0x" in part else float(part) for part in match.groups()]
        return np.full(shape, complex(*parts), dtype)
    value = attr(op, "value")
    if getattr(value, "is_splat", False):
        return np.full(shape, value.get_splat_value().value, dtype)
    return np.array(value).astype(dtype).reshape(shape)


def run_op(op: Any, name: str, inputs: list[Any]) -> list[Any]:
    """Return the results of an op in its result types."""
    if name == "compare":
        way = stablehlo.ComparisonDirectionAttr(attr(op, "comparison_direction")).value
        made: Any = [COMPARE[way](*inputs)]
    elif name in NUMBERS:
        with np.errstate(all="ignore"):
            made = [NUMBERS[name](*inputs)]
    else:
        with np.errstate(all="ignore"):
            made = RUN[name](op, *inputs)
        made = made if isinstance(made, list) else [made]
    kinds = [result_of(op, at) for at in range(len(op.results))]
    made = [_as(np.asarray(m), dtype) for m, (_, dtype) in zip(made, kinds, strict=True)]
    assert [m.shape for m in made] == [shape for shape, _ in kinds], (name, kinds)
    return list(made)


def _as(x: Any, dtype: Any) -> Any:
    """Convert like XLA: floats saturate at the integer range, and NaN becomes 0."""
    if x.dtype.kind == "f" and dtype.kind in "iu":
        ends = np.iinfo(dtype)
        x = np.nan_to_num(np.asarray(x, np.float64), nan=0, posinf=ends.max, neginf=ends.min)
        return np.array([min(max(int(n), ends.min), ends.max) for n in x.reshape(-1)],
                        dtype).reshape(x.shape)  # fmt: skip
    return x.astype(dtype)


def _broadcast(op: Any, x: Any) -> Any:
    shape, _ = result_of(op)
    thin = [1] * len(shape)
    for axis, size in zip(ints(op, "broadcast_dimensions"), x.shape, strict=True):
        thin[axis] = size
    return np.broadcast_to(x.reshape(thin), shape)


def _at(x: Any, starts: Sequence[Any], sizes: Sequence[int]) -> tuple[slice, ...]:
    first = [min(max(int(s), 0), n - k) for s, n, k in zip(starts, x.shape, sizes, strict=True)]
    return tuple(slice(s, s + k) for s, k in zip(first, sizes, strict=True))


def _slice(op: Any, x: Any) -> Any:
    parts = (ints(op, n) for n in ("start_indices", "limit_indices", "strides"))
    return x[tuple(slice(*p) for p in zip(*parts, strict=True))]


def _update(op: Any, x: Any, new: Any, *starts: Any) -> Any:
    x = x.copy()
    x[_at(x, starts, new.shape)] = new
    return x


def _pad(op: Any, x: Any, value: Any) -> Any:
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    return lax.pad(x, value.astype(x.dtype), [*zip(*(ints(op, n) for n in names), strict=True)])


def _gather(op: Any, x: Any, indices: Any) -> Any:
    d = stablehlo.GatherDimensionNumbers(attr(op, "dimension_numbers"))
    numbers = lax.GatherDimensionNumbers(
        *map(tuple, (d.offset_dims, d.collapsed_slice_dims, d.start_index_map)),
        *map(tuple, (d.operand_batching_dims, d.start_indices_batching_dims)),
    )
    indices = _vector_last(indices, d.index_vector_dim)
    return lax.gather(x, indices, numbers, ints(op, "slice_sizes"), mode="clip")


def _scatter(op: Any, x: Any, indices: Any, new: Any) -> Any:
    d = stablehlo.ScatterDimensionNumbers(attr(op, "scatter_dimension_numbers"))
    numbers = lax.ScatterDimensionNumbers(
        *map(tuple, (d.update_window_dims, d.inserted_window_dims)),
        *map(tuple, (d.scattered_dims_to_operand_dims, d.input_batching_dims)),
        tuple(d.scatter_indices_batching_dims),
    )
    scatter = lax.scatter_add if op_names(op) else lax.scatter  # any combination will do
    return scatter(x, _vector_last(indices, d.index_vector_dim), new, numbers, mode="drop")


def _vector_last(indices: Any, axis: int) -> Any:
    return np.moveaxis(indices, axis, -1) if axis < indices.ndim else indices[..., None]


def op_names(op: Any) -> list[str]:
    """Return the names of the ops in a called function."""
    names = [
        o.operation.name.removeprefix("stablehlo.") for o in op.regions[0].blocks[0].operations
    ]
    return [n for n in names if n not in ("return", "constant")]


def _reduce(op: Any, *inputs: Any) -> list[Any]:
    axes = tuple(ints(op, "dimensions"))
    half = len(inputs) // 2
    names = op_names(op)
    if half == 2:  # argmax and argmin
        first = inputs[0]
        (axis,) = axes
        by = np.argmax if "GT" in str(op.regions[0].blocks[0]) else np.argmin
        return [first.max(axis) if by is np.argmax else first.min(axis),
                np.take_along_axis(inputs[1], by(first, axis)[..., None], -1)[..., 0]
                if axis == first.ndim - 1 else by(first, axis)]  # fmt: skip
    by = {"add": np.sum, "maximum": np.max, "minimum": np.min, "multiply": np.prod,
          "or": np.any, "and": np.all, "xor": np.bitwise_xor.reduce}[names[0]]  # fmt: skip
    return [by(inputs[0], axis=axes)]


def _window(op: Any, x: Any, start: Any, *more: Any) -> Any:
    if more:  # a window over several arrays
        return _stand_in(op)
    names = ("window_strides", "base_dilations", "window_dilations")
    strides, holes, spread = (_per_axis(op, name, x.ndim) for name in names)
    by = {"maximum": lax.max, "minimum": lax.min}.get(op_names(op)[0], lax.add)
    return lax.reduce_window(
        x, start, by, ints(op, "window_dimensions"), strides, _padding(op, x.ndim), holes, spread
    )


def _dot(op: Any, a: Any, b: Any) -> Any:
    d = stablehlo.DotDimensionNumbers(attr(op, "dot_dimension_numbers"))
    contracting = [*d.lhs_contracting_dimensions], [*d.rhs_contracting_dimensions]
    batch = [*d.lhs_batching_dimensions], [*d.rhs_batching_dimensions]
    return lax.dot_general(a, b, (contracting, batch), precision="highest")


def _sort(op: Any, *inputs: Any) -> list[Any]:
    axis = int(ir.IntegerAttr(attr(op, "dimension")).value)
    order = np.argsort(inputs[0], axis=axis, kind="stable")
    return [np.take_along_axis(x, order, axis) for x in inputs]


def _stand_in(op: Any, *inputs: Any) -> list[Any]:
    """Return arbitrary values of the right shape, for ops whose count depends on shapes only."""
    kinds = [result_of(op, at) for at in range(len(op.results))]
    return [np.full(shape, 0.5 if dtype.kind in "fc" else 0, dtype) for shape, dtype in kinds]


RUN: dict[str, Callable[..., Any]] = {
    "broadcast_in_dim": _broadcast,
    "transpose": lambda op, x: x.transpose(ints(op, "permutation")),
    "slice": _slice,
    "dynamic_slice": lambda op, x, *starts: x[_at(x, starts, result_of(op)[0])],
    "dynamic_update_slice": _update,
    "reverse": lambda op, x: np.flip(x, ints(op, "dimensions")),
    "reshape": lambda op, x: x.reshape(result_of(op)[0]),
    "optimization_barrier": lambda op, *xs: list(xs),
    "real": lambda op, x: x.real,
    "imag": lambda op, x: x.imag,
    "bitcast_convert": lambda op, x: x.view(result_of(op)[1]),
    "concatenate": lambda op, *xs: np.concatenate(
        xs, int(ir.IntegerAttr(attr(op, "dimension")).value)),
    "pad": _pad,
    "iota": lambda op: np.indices(result_of(op)[0])[
        int(ir.IntegerAttr(attr(op, "iota_dimension")).value)],
    "gather": _gather, "scatter": _scatter, "reduce": _reduce, "reduce_window": _window,
    "dot_general": _dot, "sort": _sort, "convolution": _stand_in, "fft": _stand_in,
    "chlo.top_k": _stand_in, "custom_call": _stand_in,
    "cholesky": _stand_in, "triangular_solve": _stand_in, "select_and_scatter": _stand_in,
}  # fmt: skip


def price(op: Any, name: str, inputs: list[Any], values: list[Any]) -> int:
    """Return the work of an op by the table, from its run-time arrays."""
    if name in NUMBERS:
        same = name == "convert" and inputs[0].value.dtype == values[0].dtype
        complex_work = {"complex": 1, "abs": 4, "multiply": 6, "chlo.square": 6, "divide": 11}
        kinds = {array.dtype.kind for array in (*(i.value for i in inputs), *values)}
        each = complex_work.get(name, 2) if "c" in kinds else 1
        return 0 if same else each * int(values[0].size)
    rule = PRICES.get(name)
    return int(rule(op, [i.value for i in inputs], values)) if rule else 0


def elements_addressed(name: str, inputs: list[Any], values: list[Any]) -> int:
    """Return the number of elements read or written at addresses computed from data."""
    at = {"scatter": -1, "dynamic_update_slice": 1}.get(name)
    return int((values[0] if at is None else inputs[at].value).size)


def combines(op: Any, name: str) -> bool:
    return name == "scatter" and bool(op_names(op))


def depth_of(op: Any, name: str, inputs: list[Any], values: list[Any]) -> int:
    """Return the depth of an op by the table."""
    if name in NUMBERS:
        return int(inputs[0].value.dtype != values[0].dtype or name != "convert")
    rule = DEPTHS.get(name)
    return int(rule(op, [i.value for i in inputs], values)) if rule else 0


def swaps(op: Any, name: str, inputs: list[Any]) -> bool:
    """Return True if a transpose swaps the last two axes, or if the operands of a product have one
    free axis each.
    """
    if name == "transpose":
        order = ints(op, "permutation")
        return len(order) > 1 and order == [*sorted(order)[:-2], *sorted(order)[:-3:-1]]
    if name != "dot_general":
        return False
    d = stablehlo.DotDimensionNumbers(attr(op, "dot_dimension_numbers"))
    taken = len(d.lhs_batching_dimensions) + len(d.lhs_contracting_dimensions)
    return all(i.value.ndim == taken + 1 for i in inputs)


_CHOOSING = {"compare", "select", "and", "or", "not", "maximum", "minimum", "real", "imag"}


def _called(op: Any) -> int:
    """Return the work of one call of a function: 1 if it only compares and selects."""
    names = op_names(op)
    return 1 if names and set(names) <= _CHOOSING else sum(name in NUMBERS for name in names)


def _waits(op: Any) -> int:
    """Return the depth of one call of a function."""
    body, depths = op.regions[0].blocks[0], {}
    if not op_names(op) or set(op_names(op)) <= _CHOOSING:
        return _called(op)
    for each in body.operations:
        own = int(each.operation.name.removeprefix("stablehlo.") in NUMBERS)
        at = own + max((depths.get(v, 0) for v in each.operands), default=0)
        depths.update(dict.fromkeys(each.results, at))
    return max(depths.values())


def _reached(results: int, taps: int, stride: int, spread: int, hole: int, low: int) -> int:
    """Count the taps of one axis that meet an element or padding, not a hole."""
    places = (r * stride + t * spread - low for r, t in product(range(results), range(taps)))
    return sum(place % hole == 0 for place in places)


def _per_axis(op: Any, name: str, rank: int) -> list[int]:
    return ints(op, name) if name in op.attributes else [1] * rank


def _padding(op: Any, rank: int) -> Any:
    return table(op, "padding") if "padding" in op.attributes else np.zeros((rank, 2), int)


def _taps(op: Any, x: Any, made: Any) -> int:
    sizes, rank = ints(op, "window_dimensions"), x.ndim
    pads = _padding(op, rank)
    wide = [a for a, n in enumerate(sizes) if n > 1]
    cumulative = len(wide) == 1 and sizes[wide[0]] == x.shape[wide[0]] and made.shape == x.shape
    if cumulative and sorted(pads[wide[0]]) == [0, x.shape[wide[0]] - 1]:
        return int(made.size)
    parts = (_per_axis(op, f"window_{name}", rank) for name in ("strides", "dilations"))
    holes, lows = _per_axis(op, "base_dilations", rank), pads[:, 0]
    producer = op.operands[0].owner
    if getattr(producer, "name", "") == "stablehlo.pad" and set(holes) == {1}:  # a pool backwards
        holes = [n + 1 for n in ints(producer, "interior_padding")]
        lows = lows + np.array(ints(producer, "edge_padding_low"))
    axes = zip(made.shape, sizes, *parts, holes, map(int, lows), strict=True)
    return prod(_reached(*axis) for axis in axes)


def _convolved(op: Any, inputs: list[Any], values: list[Any]) -> int:
    d = stablehlo.ConvDimensionNumbers(attr(op, "dimension_numbers"))
    kernel, out, rank = inputs[1].shape, values[0].shape, len(d.kernel_spatial_dimensions)
    pads = _padding(op, rank)
    axes = zip(
        [out[a] for a in d.output_spatial_dimensions],
        [kernel[a] for a in d.kernel_spatial_dimensions],
        *(_per_axis(op, name, rank) for name in ("window_strides", "rhs_dilation", "lhs_dilation")),
        map(int, pads[:, 0]), strict=True,
    )  # fmt: skip
    met = prod(_reached(*axis) for axis in axes)
    others = prod(n for a, n in enumerate(out) if a not in d.output_spatial_dimensions)
    return 2 * met * others * kernel[d.kernel_input_feature_dimension]


def routine(op: Any) -> str:
    """Return the LAPACK routine in a custom call's name, without its type."""
    if "call_target_name" not in op.attributes:
        return {"cholesky": "potrf", "triangular_solve": "trsm"}[op.name.split(".")[1]]
    name = str(op.attributes["call_target_name"]).strip('"')
    return name.removeprefix("lapack_")[1:].removesuffix("_ffi").replace("ungqr", "orgqr")


def _textbook(op: Any, inputs: list[Any], values: list[Any]) -> int:
    """Count the operations of the textbook algorithm, column by column."""
    name, x = routine(op), inputs[0]
    m, n = x.shape[-2:]
    batch = x.size // (m * n)
    columns = range(min(m, n))
    if name == "potrf":
        each = [(1 + (n - 1 - j) + j * (n - j), j * (n - j)) for j in columns]
    elif name == "getrf":  # a reciprocal of each pivot, a column times it, a square behind it
        square = [(m - 1 - j) * (n - 1 - j) for j in columns]
        each = [(m - j + s, s) for j, s in zip(columns, square, strict=True)]
    elif name == "trsm":
        sides = inputs[1].size // (batch * n)
        each = [(sides * (1 + j), sides * j) for j in columns]
    elif name == "geqrf":  # a norm, a column scaled by it, and the columns behind reflected
        each = [(2 * (m - j) + 4 + (n - 1 - j) * (2 * (m - j) + 1),
                 m - j + 1 + (n - 1 - j) * 2 * (m - j)) for j in columns]  # fmt: skip
    else:
        assert name == "orgqr", name
        each = [((n - 1 - j) * (2 * (m - j) + 1) + m - j - 1, (n - 1 - j) * 2 * (m - j) + 1)
                for j in range(inputs[1].shape[-1])]  # fmt: skip
    times, plus = (6, 2) if x.dtype.kind == "c" else (1, 1)
    return int(batch * sum(times * a + plus * b for a, b in each))


def _transformed(op: Any, inputs: list[Any], values: list[Any]) -> int:
    n, kind = prod(ints(op, "fft_length")), stablehlo.FftTypeAttr(attr(op, "fft_type")).value
    points = (values if kind == "IRFFT" else inputs)[0].size
    return 5 * points * lg(n) // (2 if kind in ("RFFT", "IRFFT") else 1)


def _multiplied(op: Any, inputs: list[Any], values: list[Any]) -> int:
    d = stablehlo.DotDimensionNumbers(attr(op, "dot_dimension_numbers"))
    each = 8 if values[0].dtype.kind == "c" else 2
    return each * values[0].size * prod(inputs[0].shape[a] for a in d.lhs_contracting_dimensions)


def _sorted(op: Any, inputs: list[Any], values: list[Any]) -> int:
    n = inputs[0].shape[int(ir.IntegerAttr(attr(op, "dimension")).value)]
    return inputs[0].size * lg(n) * _called(op) + sum(each.size for each in inputs[1:])


PRICES: dict[str, Callable[..., int]] = {
    "dot_general": _multiplied,
    "convolution": _convolved,
    "sort": _sorted,
    "reduce": lambda op, inputs, values: inputs[0].size * _called(op),
    "reduce_window": lambda op, inputs, values: _taps(op, inputs[0], values[0]) * _called(op),
    "select_and_scatter": lambda op, inputs, values: (
        (prod(ints(op, "window_dimensions")) + 1) * inputs[1].size),
    "scatter": lambda op, inputs, values: inputs[2].size * _called(op),
    "chlo.top_k": lambda op, inputs, values: (
        inputs[0].size * max(1, lg(values[0].shape[-1]))),
    "fft": _transformed,
    "custom_call": _textbook, "cholesky": _textbook, "triangular_solve": _textbook,
}  # fmt: skip


def _sums(op: Any, x: Any, kernel: Any) -> int:
    d = stablehlo.ConvDimensionNumbers(attr(op, "dimension_numbers"))
    return lg(kernel.size // kernel.shape[d.kernel_output_feature_dimension])


def _terms(op: Any, x: Any) -> int:
    d = stablehlo.DotDimensionNumbers(attr(op, "dot_dimension_numbers"))
    return lg(prod(x.shape[a] for a in d.lhs_contracting_dimensions))


def _leaves(op: Any, x: Any) -> int:
    leaves = prod(x.shape[a] for a in ints(op, "dimensions")) if x.size else 0
    return lg(leaves + _starts_computed(op))


def _starts_computed(op: Any) -> bool:
    """Return True if an initial value of a reduction is not a constant, perhaps broadcast."""
    starts = [start.owner for start in list(op.operands)[len(op.operands) // 2 :]]
    makers = [
        made.operands[0].owner if "broadcast_in_dim" in str(made) else made for made in starts
    ]
    return any("stablehlo.constant" not in str(maker) for maker in makers)


def _merges(n: int) -> int:
    return lg(n) * (lg(n) + 1) // 2


def _meeting(op: Any, new: Any) -> int:
    """Return the depth of combining updates, which may all have the same address."""
    d = stablehlo.ScatterDimensionNumbers(attr(op, "scatter_dimension_numbers"))
    k = prod(n for a, n in enumerate(new.shape) if a not in d.update_window_dims)
    return max(lg(k + 1), 1) * _waits(op)


def _columns(op: Any, inputs: list[Any], values: list[Any]) -> int:
    """Return the depth of a factorisation or a solve, column by column."""
    name, (m, n) = routine(op), inputs[0].shape[-2:]
    if name in ("potrf", "trsm"):
        return int((3 if name == "potrf" else 2) * n)
    if name == "orgqr":
        return int(inputs[1].shape[-1] * (2 * lg(m) + 4))
    return int(min(m, n) * (lg(m) + 3 if name == "getrf" else 2 * lg(m) + 4))


DEPTHS: dict[str, Callable[..., int]] = {
    "dot_general": lambda op, inputs, values: 1 + _terms(op, inputs[0]),
    "convolution": lambda op, inputs, values: 1 + _sums(op, *inputs),
    "sort": lambda op, inputs, values: _waits(op) * _merges(
        inputs[0].shape[int(ir.IntegerAttr(attr(op, "dimension")).value)]),
    "reduce": lambda op, inputs, values: _leaves(op, inputs[0]) * _waits(op),
    "reduce_window": lambda op, inputs, values: (
        lg(prod(ints(op, "window_dimensions")) + _starts_computed(op)) * _waits(op)),
    "select_and_scatter": lambda op, inputs, values: lg(prod(ints(op, "window_dimensions"))) + 1,
    "scatter": lambda op, inputs, values: _meeting(op, inputs[2]) if op_names(op) else 0,
    "chlo.top_k": lambda op, inputs, values: _merges(inputs[0].shape[-1]),
    "fft": lambda op, inputs, values: 2 * lg(prod(ints(op, "fft_length"))),
    "custom_call": _columns, "cholesky": _columns, "triangular_solve": _columns,
}  # fmt: skip
