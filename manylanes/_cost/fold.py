"""Arithmetic on single known numbers: folded constants and loop counters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from manylanes._cost.program import Op, Value, numpy_type

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal,
    "GT": np.greater, "GE": np.greater_equal,
}  # fmt: skip

_PLAIN: dict[str, Callable[..., Any]] = {
    "abs": np.abs, "add": np.add, "and": np.bitwise_and, "ceil": np.ceil, "floor": np.floor,
    "maximum": np.maximum, "minimum": np.minimum, "multiply": np.multiply,
    "negate": np.negative, "not": np.invert, "or": np.bitwise_or, "power": np.power,
    "shift_left": np.left_shift, "shift_right_arithmetic": np.right_shift,
    "sign": np.sign, "sqrt": np.sqrt, "subtract": np.subtract, "xor": np.bitwise_xor,
    "exponential": np.exp, "log": np.log, "tanh": np.tanh, "sine": np.sin, "cosine": np.cos,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "clamp": lambda low, x, high: np.minimum(np.maximum(low, x), high),
    "select": np.where,
}  # fmt: skip

SAME = {"convert", "reshape", "broadcast_in_dim", "optimization_barrier", "transpose"}


def fold(op: Op, known: list[Any]) -> Any:
    """The op's result where each operand is one known number repeated; None if not foldable."""
    kind = numpy_type(op.results[0].dtype)
    if kind is None or len(op.results) != 1 or _is_rounded(op):
        return None
    with np.errstate(all="ignore"):
        result = _compute(op, known)
        return None if result is None else np.asarray(result).astype(kind)[()]


def _is_rounded(op: Op) -> bool:
    """Whether a whole number hangs on a float, whose last bit machines round differently."""
    return op.results[0].integral and not all(value.integral for value in op.operands)


def _compute(op: Op, known: list[Any]) -> Any:
    if op.name in SAME:
        return known[0]
    if op.name == "compare":
        return _COMPARE[op.attrs["comparison_direction"]](*known)
    if op.name == "divide" and op.results[0].integral:
        return _toward_zero(*known)
    if op.name == "divide":
        return np.divide(*known)
    if op.name == "remainder":
        return np.fmod(*known) if known[1] != 0 or not op.results[0].integral else None
    return _PLAIN[op.name](*known) if op.name in _PLAIN else None


def _toward_zero(a: Any, b: Any) -> Any:
    if b == 0:
        return None
    size = abs(int(a)) // abs(int(b))
    return size if (a < 0) == (b < 0) else -size


def literal(value: Value) -> Any:
    """The number a value holds in every entry if it is written in the program, else None."""
    while value.maker is not None and value.maker.name in SAME and value.maker.operands:
        value = value.maker.operands[0]
    if value.maker is None or value.maker.name != "constant":
        return None
    return constant(value.maker)


def constant(op: Op) -> Any:
    """The one number a constant repeats; None for an array of different numbers."""
    numbers = op.attrs.get("value")
    kind = numpy_type(op.results[0].dtype)
    if numbers is None or kind is None:
        return None
    numbers = np.asarray(numbers)
    alike = numbers.size > 0 and (numbers.size == 1 or not any(numbers.strides))
    return numbers.reshape(-1)[0].astype(kind) if alike else None
