"""What a plain function may take and return, made of a few kinds of leaves."""

from __future__ import annotations

import copy
import math
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from autograder.core.inputs.tree import leaves
from autograder.core.messages.errors import CourseError, StudentError

# Python writes no longer whole number, and reads none: nothing asks for one.
DIGITS = 4300
_LONGEST = int(DIGITS / math.log10(2))  # bits
HANDED = (bool, int, float, complex, str, np.ndarray, np.generic)


def handed_over(args: Any) -> Any:
    """A copy of the arguments of a call; CourseError for what no process can hand to another."""
    for path, leaf in leaves(args):
        if not isinstance(leaf, HANDED) and leaf is not None:
            problem = f"`given` draws argument{path}, which is of type {type(leaf).__name__}."
            raise CourseError(problem, "Draw numbers, words, arrays, and dicts and lists of them.")
    return copy.deepcopy(args)


def as_data(value: Any) -> Any:
    """Numbers, words, arrays, and dicts, tuples and lists of them; anything else is refused."""
    if isinstance(value, dict):
        return {_short(key): as_data(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return (list if isinstance(value, list) else tuple)(map(as_data, value))
    if isinstance(value, str):
        return str.__str__(value)  # NumPy's text and an enumeration's are text
    if hasattr(value, "__array__") and hasattr(value, "dtype"):  # NumPy's and JAX's alike
        array = np.asarray(value)
        if array.dtype.kind in "UO":
            return as_data(array.tolist())
        return array.item() if not array.shape and array.dtype.kind in "biuf" else array
    if isinstance(value, int | float) or value is None or value is ...:
        return _short(value)
    if isinstance(value, Fraction | Decimal):
        with suppress(OverflowError, ValueError):  # too large, or no number at all
            return float(value)
    if callable(value):
        raise StudentError("type", "The answer is a function; call it, `f(...)`, for its result.")
    kind = type(value).__name__
    words = f"The answer is a {kind}; numbers, text, arrays and lists can be read."
    raise StudentError("type", words)


def _short(value: Any) -> Any:
    if isinstance(value, int) and int.bit_length(value) > _LONGEST:
        words = f"The answer has a whole number of more than {DIGITS:,} digits: what grew so large?"
        raise StudentError("type", words)
    return value
