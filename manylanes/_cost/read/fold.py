"""Fold arithmetic on known values. Integer results equal those of XLA.

A known value is a NumPy scalar (a splat: one repeated value) or a whole array. `fold` returns None
if the result is uncertain or too large, or if the op is not supported or has several results. A
count that depends on such a result becomes a bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from manylanes._cost.read.program import Op, Value, numpy_type

# Size of the largest array whose elements are stored. A splat of any size is stored as one value.
MAX_ELEMENTS = 4096

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal,
    "GT": np.greater, "GE": np.greater_equal,
}  # fmt: skip


def _shift(by: Callable[[Any, Any], Any], overflow: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return a shift function that, unlike a NumPy shift, accepts amounts beyond the bit width."""

    def shift(number: Any, amount: Any) -> Any:
        bits = number.dtype.itemsize * 8
        inside = (amount >= 0) & (amount < bits)
        return np.where(inside, by(number, np.where(inside, amount, 0)), overflow(number))

    return shift


def _reinterpret(dtype: str, fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return `fn` with its operands cast to signed (`i`) or unsigned (`u`) integers."""

    def reinterpret(number: Any, amount: Any) -> Any:
        to = np.dtype(f"{dtype}{number.dtype.itemsize}")
        return fn(number.astype(to), amount.astype(to)).astype(number.dtype)

    return reinterpret


_LEFT = _shift(np.left_shift, np.zeros_like)
_LOGICAL = _reinterpret("u", _shift(np.right_shift, np.zeros_like))
_ARITHMETIC = _reinterpret("i", _shift(np.right_shift, lambda x: np.where(x < 0, -1, 0)))


def _divide(a: Any, b: Any) -> Any:
    """Divide and round toward zero. Return None if any divisor is zero."""
    if np.any(b == 0):
        return None
    down = a // b
    return down + ((a - down * b != 0) & ((a < 0) != (b < 0))).astype(down.dtype)


def _power(a: Any, b: Any) -> Any:
    return None if np.any(b < 0) else np.power(a, b)


_BITS: dict[str, Callable[..., Any]] = {
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "not": np.invert,
    "maximum": np.maximum, "minimum": np.minimum, "select": np.where,
    "clamp": lambda low, x, high: np.minimum(np.maximum(low, x), high),
}  # fmt: skip
_INTEGER: dict[str, Callable[..., Any]] = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "negate": np.negative,
    "abs": np.abs, "sign": np.sign, "power": _power, "divide": _divide,
    "remainder": lambda a, b: None if np.any(b == 0) else np.fmod(a, b),
    "shift_left": _LEFT, "shift_right_logical": _LOGICAL, "shift_right_arithmetic": _ARITHMETIC,
    "popcnt": lambda x: np.bitwise_count(x.view(f"u{x.dtype.itemsize}")),
}  # fmt: skip
# Counts depend on whether a float is known, but not on its value (see `fold`). The
# float result of an arithmetic op that is not in `_FLOAT` is therefore NaN.
_FLOAT: dict[str, Callable[..., Any]] = {
    "abs": np.abs, "add": np.add, "subtract": np.subtract, "multiply": np.multiply,
    "divide": np.divide, "negate": np.negative, "sqrt": np.sqrt, "maximum": np.maximum,
    "minimum": np.minimum, "exponential": np.exp, "log": np.log, "tanh": np.tanh, "sine": np.sin,
    "cosine": np.cos, "rsqrt": lambda x: 1 / np.sqrt(x), "power": np.power, "floor": np.floor,
    "ceil": np.ceil, "sign": np.sign, "select": np.where, "clamp": _BITS["clamp"],
}  # fmt: skip

_SAME_VALUE = {"convert", "reshape", "broadcast_in_dim", "optimization_barrier", "transpose"}


def fold(op: Op, values: list[Any]) -> Any:
    """Return the result of an op on known operands, or None.

    Return None if the result is uncertain or too large, or if the op is not supported or has
    several results. A result of one element is a scalar. A result of floats may be NaN instead of
    its true value.
    """
    if len(op.results) != 1:
        return None
    result = op.results[0]
    # An integer or a boolean derived from floats may depend on rounding, which differs between
    # machines.
    if result.is_integer and not all(value.is_integer for value in op.operands):
        return None
    dtype = numpy_type(result.dtype)
    dtypes = [dtype, *(numpy_type(v.dtype) for v in op.operands)]
    if any(k is None or (v.is_integer and k.kind not in "biu")
           for k, v in zip(dtypes, (result, *op.operands), strict=True)):  # fmt: skip
        return None
    with np.errstate(all="ignore"):
        array = _rearrange(op, values) if op.name in _REARRANGE else _compute(op, values)
        if array is None:
            return None
        array = np.asarray(array).astype(dtype)
        return array.reshape(-1)[0] if array.size == 1 else array


def _compute(op: Op, values: list[Any]) -> Any:
    if op.name in ("convert", "optimization_barrier"):
        return values[0]
    if op.name == "compare":
        return _COMPARE[op.attrs["comparison_direction"]](*values)
    if not op.results[0].is_integer:
        return _FLOAT[op.name](*values) if op.name in _FLOAT else np.nan
    table = _BITS if op.results[0].dtype == "i1" else _BITS | _INTEGER
    return table[op.name](*values) if op.name in table else None


def _rearrange(op: Op, values: list[Any]) -> Any:
    """Return the result of `iota` or an op that selects, repeats, joins or reorders elements."""
    if op.name == "iota":
        return _iota(op)
    first = np.asarray(values[0])
    if op.name != "concatenate" and not first.shape:
        return first  # a splat
    return _REARRANGE[op.name](op, first, values) if op.results[0].size <= MAX_ELEMENTS else None


def _iota(op: Op) -> Any:
    shape, axis = op.results[0].shape, op.attrs.get("iota_dimension")
    if op.results[0].size > MAX_ELEMENTS or axis is None:
        return None
    line = np.arange(shape[axis]).reshape([-1 if d == axis else 1 for d in range(len(shape))])
    return np.broadcast_to(line, shape)


def _broadcast(op: Op, first: Any, values: list[Any]) -> Any:
    shape = [1] * len(op.results[0].shape)
    for axis, size in zip(op.attrs["broadcast_dimensions"], first.shape, strict=True):
        shape[axis] = size
    return np.broadcast_to(first.reshape(shape), op.results[0].shape)


def _slice(op: Op, first: Any, values: list[Any]) -> Any:
    a = op.attrs
    steps = zip(a["start_indices"], a["limit_indices"], a["strides"], strict=True)
    return first[tuple(slice(*each) for each in steps)]


def _dynamic_slice(op: Op, first: Any, values: list[Any]) -> Any:
    sizes = op.results[0].shape
    starts = [
        min(max(int(s), 0), size_of_axis - size)
        for s, size_of_axis, size in zip(values[1:], first.shape, sizes, strict=True)
    ]
    return first[tuple(slice(s, s + size) for s, size in zip(starts, sizes, strict=True))]


def _concatenate(op: Op, first: Any, values: list[Any]) -> Any:
    parts = [np.broadcast_to(k, v.shape) for k, v in zip(values, op.operands, strict=True)]
    return np.concatenate(parts, axis=op.attrs["dimension"])


_REARRANGE: dict[str, Callable[..., Any]] = {
    "iota": _iota,
    "reshape": lambda op, first, values: first.reshape(op.results[0].shape),
    "transpose": lambda op, first, values: first.transpose(op.attrs["permutation"]),
    "reverse": lambda op, first, values: np.flip(first, op.attrs["dimensions"]),
    "broadcast_in_dim": _broadcast,
    "slice": _slice,
    "dynamic_slice": _dynamic_slice,
    "concatenate": _concatenate,
}


def literal(value: Value) -> Any:
    """Return the constant that every element of a value equals, or None."""
    op = value.producer
    if op is None or not op.results:
        return None
    if op.name == "constant":
        return splat_constant(op)
    if op.name not in _SAME_VALUE:
        return None
    number = literal(op.operands[op.results.index(value)])
    if number is None or len(op.results) > 1:  # an optimization_barrier returns its operands
        return number
    return fold(op, [number])


def splat_constant(op: Op) -> Any:
    """Return the element that a constant repeats, or None if its elements differ."""
    numbers, dtype = constant_array(op), numpy_type(op.results[0].dtype)
    if numbers is None or dtype is None:
        return None
    is_splat = numbers.size > 0 and (numbers.size == 1 or not any(numbers.strides))
    return numbers.reshape(-1)[0].astype(dtype) if is_splat else None


def constant_array(op: Op) -> Any:
    """Return the elements of a constant, or None if only their digest is stored."""
    numbers = op.attrs.get("value")
    return None if numbers is None else np.asarray(numbers)


def integer_constant(op: Op) -> Any:
    """Return the elements of an integer or boolean constant, or None.

    Return None for more than MAX_ELEMENTS elements, or if only their digest is stored.
    """
    numbers, result = constant_array(op), op.results[0]
    dtype = numpy_type(result.dtype)
    if numbers is None or not result.is_integer or result.size > MAX_ELEMENTS or dtype is None:
        return None
    return numbers.astype(dtype).reshape(result.shape)[()]
