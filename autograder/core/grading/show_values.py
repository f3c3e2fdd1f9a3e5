"""Format values compactly for reports: arrays with dtype and shape, whole floats without `.0`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import Any

import numpy as np

from autograder.core.inputs.generator import DTYPES
from autograder.core.inputs.tree import leaves

NAMES = {dtype: name for name, dtype in DTYPES.items()}
WIDTH = 72
EXACT = 1e16  # whole Python floats below this number are written as integers
ENTRIES = 64  # arrays with more entries are shortened
EDGE = 2  # entries shown at each end of an axis of a shortened array
MAX_CHARS = 2000  # maximum length of a formatted value; a student's value can have any length


def dtype_name(dtype: np.dtype[Any]) -> str:
    """Return the short name of a dtype, such as `f32` for float32, or else NumPy's name."""
    long = {"float64": "f64", "int64": "i64"}
    return NAMES.get(dtype) or long.get(str(dtype), str(dtype))


def array_type(array: Any) -> str:
    """Return the type of an array or array description, such as `f32[2, 3]`."""
    return f"{dtype_name(array.dtype)}[{', '.join(map(str, array.shape))}]"


def format_number(value: Any) -> str:
    """Format a number with six significant digits, or as an integer if it is whole and < 1e9."""
    value = float(value)
    if np.isfinite(value) and value == int(value) and abs(value) < 1e9:
        return str(int(value))
    return f"{value:.6g}"


def format_distinct(expected: Any, got: Any) -> tuple[str, str]:
    """Format two different values, if possible so that the two strings differ.

    If needed, the strings contain all digits or the types. The strings for two long values may be
    equal, because parts of long values are left out.
    """
    for texts in ((show(expected), show(got)), (show(expected, str), show(got, str))):
        if texts[0] != texts[1] or is_shortened(expected):
            return texts
    return f"{texts[0]} ({type(expected).__name__})", f"{texts[1]} ({type(got).__name__})"


def is_shortened(value: Any) -> bool:
    """Return True if `show` leaves out the middle entries of an array."""
    return int(np.size(value)) > ENTRIES


def show(value: Any, digits: Callable[[Any], str] = format_number) -> str:
    """Format any output or argument in about MAX_CHARS characters at most.

    The function `digits` formats the floats of an array. With any other function than the default,
    Python floats are written with all digits.
    """
    text = _text(value, digits)
    return text if len(text) <= MAX_CHARS else f"{text[:MAX_CHARS]} ..."


def _text(value: Any, digits: Callable[[Any], str]) -> str:
    if isinstance(value, np.ndarray | np.generic):
        return _array(np.asarray(value), digits)
    if isinstance(value, dict):
        return _mapping((key, show(item, digits)) for key, item in value.items())
    if isinstance(value, tuple | list):
        inner = _join_parts(show(item, digits) for item in value)
        if len(inner) > 3 * WIDTH and not any(isinstance(x, np.ndarray) for _, x in leaves(value)):
            inner = inner[: 3 * WIDTH] + " ..."
        comma = "," if len(value) == 1 else ""
        return f"({inner}{comma})" if isinstance(value, tuple) else f"[{inner}]"
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < EXACT
        return (
            str(int(value))
            if whole
            else f"{value:.10g}"
            if digits is format_number
            else repr(value)
        )
    text = repr(value)
    return text if len(text) < 3 * WIDTH else text[: 3 * WIDTH] + " ..."


def _mapping(items: Iterable[tuple[Any, str]]) -> str:
    """Format a dict. Each key is written on one line and cut after WIDTH characters."""
    return (
        "{"
        + _join_parts(f"{' '.join(str(key)[:WIDTH].split())}: {text}" for key, text in items)
        + "}"
    )


def _join_parts(parts: Iterable[str]) -> str:
    """Join parts with commas. After about MAX_CHARS characters, leave out the remaining parts."""
    joined: list[str] = []
    length = 0
    for part in parts:
        if length > MAX_CHARS:
            return ", ".join([*joined, "..."])
        joined.append(part)
        length += len(part)
    return ", ".join(joined)


def describe_type(leaf: Any) -> str:
    """Return a text for the type of a leaf of a tree, such as `f32[3]` or `a number`."""
    if hasattr(leaf, "dtype"):
        return array_type(leaf)
    if isinstance(leaf, bool):
        return "True or False"
    names = {str: "text", int: "a number", float: "a number", type(None): "None"}
    return names.get(type(leaf), type(leaf).__name__)


def describe_structure(tree: Any) -> str:
    """Describe the structure of a tree, such as `{b: f32[3], w: f32[2, 3]}`."""
    if isinstance(tree, dict):
        return _mapping((key, describe_structure(tree[key])) for key in sorted(tree, key=str))
    if isinstance(tree, tuple | list):
        inner = (
            ", ".join(map(describe_structure, tree))
            if len(tree) <= 4
            else f"{describe_structure(tree[0])}, ..."
        )
        count = "1 value" if len(tree) == 1 else f"{len(tree)} values"
        return f"{count}: {inner}" if tree else "an empty list"
    return describe_type(tree)


def to_float64(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Convert an array to float64 without a warning about signaling NaNs of 8 or 16 bits."""
    with np.errstate(invalid="ignore"):
        return array.astype(np.float64)


def _array(array: np.ndarray[Any, Any], digits: Callable[[Any], str]) -> str:
    name = array_type(array)
    # With very many axes, the text is long even if each axis is shortened.
    if prod(min(n, 2 * EDGE) for n in array.shape) > 4 * ENTRIES:
        array = array.reshape(-1)
    if array.dtype.kind not in "biuf" and array.dtype not in NAMES:
        return f"{name} {array!r}"[: 3 * WIDTH]
    real = array.dtype.kind not in "biu"
    if real and digits is format_number:
        array = to_float64(array)
    if not array.shape:
        return f"{name} {array.item() if array.dtype.kind == 'b' else digits(array[()])}"
    with np.printoptions(threshold=ENTRIES, edgeitems=EDGE, linewidth=WIDTH):
        text = np.array2string(array, separator=" ", formatter={"all": digits} if real else None)
    return f"{name} {text}" if "\n" not in text else f"{name}\n{text}"
