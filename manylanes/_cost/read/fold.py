"""Arithmetic on known whole numbers, as XLA does it: folded constants, counters, indices.

A number is known as a NumPy scalar, for an array that repeats it, or as the whole array. What
cannot be said for certain is None: a count may then be a bound, but it is never wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from manylanes._cost.read.program import Op, Value, numpy_type

LARGEST = 4096  # entries of an array whose numbers are kept one by one

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal,
    "GT": np.greater, "GE": np.greater_equal,
}  # fmt: skip


def _shift(by: Callable[[Any, Any], Any], beyond: Callable[[Any], Any]) -> Callable[..., Any]:
    """NumPy leaves a shift by more than there are bits to the machine; XLA does not."""

    def shift(number: Any, amount: Any) -> Any:
        bits = number.dtype.itemsize * 8
        inside = (amount >= 0) & (amount < bits)
        return np.where(inside, by(number, np.where(inside, amount, 0)), beyond(number))

    return shift


def _viewed(kind: str, fn: Callable[..., Any]) -> Callable[..., Any]:
    """The op on the same bits as signed (`i`) or unsigned (`u`) numbers."""

    def viewed(number: Any, amount: Any) -> Any:
        to = np.dtype(f"{kind}{number.dtype.itemsize}")
        return fn(number.astype(to), amount.astype(to)).astype(number.dtype)

    return viewed


_LEFT = _shift(np.left_shift, np.zeros_like)
_LOGICAL = _viewed("u", _shift(np.right_shift, np.zeros_like))
_ARITHMETIC = _viewed("i", _shift(np.right_shift, lambda x: np.where(x < 0, -1, 0)))


def _divide(a: Any, b: Any) -> Any:
    """Toward zero; None where something is divided by zero."""
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
_WHOLE: dict[str, Callable[..., Any]] = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "negate": np.negative,
    "abs": np.abs, "sign": np.sign, "power": _power, "divide": _divide,
    "remainder": lambda a, b: None if np.any(b == 0) else np.fmod(a, b),
    "shift_left": _LEFT, "shift_right_logical": _LOGICAL, "shift_right_arithmetic": _ARITHMETIC,
    "popcnt": lambda x: np.bitwise_count(x.view(f"u{x.dtype.itemsize}")),
}  # fmt: skip
# Of floats only that they are known matters: no count ever hangs on one (see `_rounded`). So any
# other op on known floats gives a float that is known, if not which.
_FLOAT: dict[str, Callable[..., Any]] = {
    "abs": np.abs, "add": np.add, "subtract": np.subtract, "multiply": np.multiply,
    "divide": np.divide, "negate": np.negative, "sqrt": np.sqrt, "maximum": np.maximum,
    "minimum": np.minimum, "exponential": np.exp, "log": np.log, "tanh": np.tanh, "sine": np.sin,
    "cosine": np.cos, "rsqrt": lambda x: 1 / np.sqrt(x), "power": np.power, "floor": np.floor,
    "ceil": np.ceil, "sign": np.sign, "select": np.where, "clamp": _BITS["clamp"],
}  # fmt: skip

SAME = {"convert", "reshape", "broadcast_in_dim", "optimization_barrier", "transpose"}


def fold(op: Op, known: list[Any]) -> Any:
    """The op's result, of operands that are known; None if it cannot be said."""
    if len(op.results) != 1 or _rounded(op):
        return None
    result = op.results[0]
    kind = numpy_type(result.dtype)
    kinds = [kind, *(numpy_type(v.dtype) for v in op.operands)]
    if any(k is None or (v.integral and k.kind not in "biu")
           for k, v in zip(kinds, (result, *op.operands), strict=True)):  # fmt: skip
        return None
    with np.errstate(all="ignore"):
        made = (
            _arranged(op, known) if op.name in (*_ARRANGED, "concatenate") else _compute(op, known)
        )
        if made is None:
            return None
        made = np.asarray(made).astype(kind)
        return made.reshape(-1)[0] if made.size == 1 else made


def _rounded(op: Op) -> bool:
    """Whether a whole number hangs on a float, whose last bit machines round differently."""
    return op.results[0].integral and not all(value.integral for value in op.operands)


def _compute(op: Op, known: list[Any]) -> Any:
    if op.name in ("convert", "optimization_barrier"):
        return known[0]
    if op.name == "compare":
        return _COMPARE[op.attrs["comparison_direction"]](*known)
    if not op.results[0].integral:
        return _FLOAT[op.name](*known) if op.name in _FLOAT else np.nan
    table = _BITS if op.results[0].dtype == "i1" else _BITS | _WHOLE
    return table[op.name](*known) if op.name in table else None


def _arranged(op: Op, known: list[Any]) -> Any:
    """The same numbers in another order or shape."""
    if op.name == "iota":
        return _iota(op)
    if op.name == "concatenate":
        return _concatenate(op, known) if op.results[0].size <= LARGEST else None
    first = np.asarray(known[0])
    if not first.shape:
        return first  # it repeats one number
    return _ARRANGED[op.name](op, first, known) if op.results[0].size <= LARGEST else None


def _iota(op: Op) -> Any:
    shape, axis = op.results[0].shape, op.attrs.get("iota_dimension")
    if op.results[0].size > LARGEST or axis is None:
        return None
    line = np.arange(shape[axis]).reshape([-1 if d == axis else 1 for d in range(len(shape))])
    return np.broadcast_to(line, shape)


def _broadcast(op: Op, first: Any, known: list[Any]) -> Any:
    shape = [1] * len(op.results[0].shape)
    for axis, size in zip(op.attrs["broadcast_dimensions"], first.shape, strict=True):
        shape[axis] = size
    return np.broadcast_to(first.reshape(shape), op.results[0].shape)


def _slice(op: Op, first: Any, known: list[Any]) -> Any:
    a = op.attrs
    steps = zip(a["start_indices"], a["limit_indices"], a["strides"], strict=True)
    return first[tuple(slice(*each) for each in steps)]


def _dynamic_slice(op: Op, first: Any, known: list[Any]) -> Any:
    sizes = op.results[0].shape
    starts = [
        min(max(int(s), 0), have - size)
        for s, have, size in zip(known[1:], first.shape, sizes, strict=True)
    ]
    return first[tuple(slice(s, s + size) for s, size in zip(starts, sizes, strict=True))]


def _concatenate(op: Op, known: list[Any]) -> Any:
    parts = [np.broadcast_to(k, v.shape) for k, v in zip(known, op.operands, strict=True)]
    return np.concatenate(parts, axis=op.attrs["dimension"])


_ARRANGED: dict[str, Callable[..., Any]] = {
    "iota": _iota,
    "reshape": lambda op, first, known: first.reshape(op.results[0].shape),
    "transpose": lambda op, first, known: first.transpose(op.attrs["permutation"]),
    "reverse": lambda op, first, known: np.flip(first, op.attrs["dimensions"]),
    "broadcast_in_dim": _broadcast,
    "slice": _slice,
    "dynamic_slice": _dynamic_slice,
}


def literal(value: Value) -> Any:
    """The number a value holds in every entry if it is written in the program, else None."""
    op = value.producer
    if op is None or not op.results:
        return None
    if op.name == "constant":
        return constant(op)
    if op.name not in SAME:
        return None
    number = literal(op.operands[op.results.index(value)])
    if number is None or len(op.results) > 1:  # a barrier: what goes in comes out
        return number
    return fold(op, [number])


def constant(op: Op) -> Any:
    """The one number a constant repeats; None for an array of different numbers."""
    numbers, kind = written(op), numpy_type(op.results[0].dtype)
    if numbers is None or kind is None:
        return None
    alike = numbers.size > 0 and (numbers.size == 1 or not any(numbers.strides))
    return numbers.reshape(-1)[0].astype(kind) if alike else None


def written(op: Op) -> Any:
    """A constant's array, if its numbers were read."""
    numbers = op.attrs.get("value")
    return None if numbers is None else np.asarray(numbers)


def whole(op: Op) -> Any:
    """A small constant of whole numbers, with each of them."""
    numbers, result = written(op), op.results[0]
    kind = numpy_type(result.dtype)
    if numbers is None or not result.integral or result.size > LARGEST or kind is None:
        return None
    return numbers.astype(kind).reshape(result.shape)[()]
