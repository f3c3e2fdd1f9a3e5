"""Values in a few monospace characters: arrays with their dtype and shape, whole floats bare."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import Any

import numpy as np

from autograder.core.inputs.generator import DTYPES
from autograder.core.inputs.tree import leaves

NAMES = {dtype: name for name, dtype in DTYPES.items()}
WIDTH = 72
EXACT = 1e16  # below it a float holds every whole number
ENTRIES = 64  # more than this, and the middle of an array is left out
EDGE = 2  # entries at either end of an axis that are shown then
LETTERS = 2000  # of one value, whatever it is: what came is as long as somebody likes


def dtype_name(dtype: np.dtype[Any]) -> str:
    """`f32` for float32; a dtype that tasks cannot ask for keeps its own name."""
    long = {"float64": "f64", "int64": "i64"}
    return NAMES.get(dtype) or long.get(str(dtype), str(dtype))


def kind(array: Any) -> str:
    """`f32[2, 3]`, of an array or of what describes one."""
    return f"{dtype_name(array.dtype)}[{', '.join(map(str, array.shape))}]"


def number(value: Any) -> str:
    """A number as one would write it: 3, not 3.0; six digits are mostly enough to tell two."""
    value = float(value)
    if np.isfinite(value) and value == int(value) and abs(value) < 1e9:
        return str(int(value))
    return f"{value:.6g}"


def apart(asked: Any, got: Any) -> tuple[str, str]:
    """Two values that differ, in texts that differ: with all digits, with types if need be. Of
    long arrays the middle is left out, and may be where they do."""
    for texts in ((show(asked), show(got)), (show(asked, str), show(got, str))):
        if texts[0] != texts[1] or shortened(asked):
            return texts
    return f"{texts[0]} ({type(asked).__name__})", f"{texts[1]} ({type(got).__name__})"


def shortened(value: Any) -> bool:
    """Whether the middle of an array is left out."""
    return int(np.size(value)) > ENTRIES


def show(value: Any, digits: Callable[[Any], str] = number) -> str:
    """Any output or argument, compactly; `digits` writes the numbers of an array."""
    text = _text(value, digits)
    return text if len(text) <= LETTERS else f"{text[:LETTERS]} ..."


def _text(value: Any, digits: Callable[[Any], str]) -> str:
    if isinstance(value, np.ndarray | np.generic):
        return _array(np.asarray(value), digits)
    if isinstance(value, dict):
        return _mapping((key, show(item, digits)) for key, item in value.items())
    if isinstance(value, tuple | list):
        inner = _joined(show(item, digits) for item in value)
        if len(inner) > 3 * WIDTH and not any(isinstance(x, np.ndarray) for _, x in leaves(value)):
            inner = inner[: 3 * WIDTH] + " ..."
        comma = "," if len(value) == 1 else ""
        return f"({inner}{comma})" if isinstance(value, tuple) else f"[{inner}]"
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < EXACT
        return str(int(value)) if whole else f"{value:.10g}" if digits is number else repr(value)
    text = repr(value)
    return text if len(text) < 3 * WIDTH else text[: 3 * WIDTH] + " ..."


def _mapping(items: Iterable[tuple[Any, str]]) -> str:
    """Each key on one line, and no longer than one."""
    return (
        "{" + _joined(f"{' '.join(str(key)[:WIDTH].split())}: {text}" for key, text in items) + "}"
    )


def _joined(parts: Iterable[str]) -> str:
    """As many as are shown; no other is even written."""
    kept: list[str] = []
    letters = 0
    for part in parts:
        if letters > LETTERS:
            return ", ".join([*kept, "..."])
        kept.append(part)
        letters += len(part)
    return ", ".join(kept)


def word(leaf: Any) -> str:
    """What kind of thing a leaf is, without its value."""
    if hasattr(leaf, "dtype"):
        return kind(leaf)
    if isinstance(leaf, bool):
        return "True or False"
    words = {str: "text", int: "a number", float: "a number", type(None): "None"}
    return words.get(type(leaf), type(leaf).__name__)


def form(tree: Any) -> str:
    """How a tree is put together: `{b: f32[3], w: f32[2, 3]}`, `(a number, text)`."""
    if isinstance(tree, dict):
        return _mapping((key, form(tree[key])) for key in sorted(tree, key=str))
    if isinstance(tree, tuple | list):
        inner = ", ".join(map(form, tree)) if len(tree) <= 4 else f"{form(tree[0])}, ..."
        count = "1 value" if len(tree) == 1 else f"{len(tree)} values"
        return f"{count}: {inner}" if tree else "an empty list"
    return word(tree)


def widened(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """In float64, without the warning that NumPy gives for a nan of few bits."""
    with np.errstate(invalid="ignore"):
        return array.astype(np.float64)


def _array(array: np.ndarray[Any, Any], digits: Callable[[Any], str]) -> str:
    name = kind(array)
    if prod(min(n, 2 * EDGE) for n in array.shape) > 4 * ENTRIES:  # many axes have many ends
        array = array.reshape(-1)
    if array.dtype.kind not in "biuf" and array.dtype not in NAMES:
        return f"{name} {array!r}"[: 3 * WIDTH]
    real = array.dtype.kind not in "biu"
    if real and digits is number:
        array = widened(array)
    if not array.shape:
        return f"{name} {array.item() if array.dtype.kind == 'b' else digits(array[()])}"
    with np.printoptions(threshold=ENTRIES, edgeitems=EDGE, linewidth=WIDTH):
        text = np.array2string(array, separator=" ", formatter={"all": digits} if real else None)
    return f"{name} {text}" if "\n" not in text else f"{name}\n{text}"
