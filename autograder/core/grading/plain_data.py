"""The data that a plain Python function may take and return: trees of a few leaf types."""

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

DIGITS = 4300  # Python's default limit for converting integers to and from text
_MAX_BITS = int(DIGITS / math.log10(2))
ARGUMENT_TYPES = (bool, int, float, complex, str, np.ndarray, np.generic)


def copy_arguments(args: Any) -> Any:
    """Return a deep copy of the arguments of a call. Raise CourseError for unsupported types."""
    for path, leaf in leaves(args):
        if not isinstance(leaf, ARGUMENT_TYPES) and leaf is not None:
            problem = f"`given` draws argument{path}, which has the type {type(leaf).__name__}."
            raise CourseError(
                problem, "Draw numbers, strings, arrays, and dicts and lists of them."
            )
    return copy.deepcopy(args)


def as_data(value: Any) -> Any:
    """Convert a value to plain data. Raise StudentError for other types and very long integers.

    Plain data are integers, floats, booleans, strings, None, `...`, arrays, and dicts, tuples and
    lists of them. Fractions and decimal numbers become floats.
    """
    if isinstance(value, dict):
        return {_limit_digits(key): as_data(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return (list if isinstance(value, list) else tuple)(map(as_data, value))
    if isinstance(value, str):
        return str.__str__(value)  # subclasses such as numpy.str_ and StrEnum become str
    if hasattr(value, "__array__") and hasattr(value, "dtype"):  # NumPy and JAX arrays
        array = np.asarray(value)
        if array.dtype.kind in "UO":
            return as_data(array.tolist())
        return array.item() if not array.shape and array.dtype.kind in "biuf" else array
    if isinstance(value, int | float) or value is None or value is ...:
        return _limit_digits(value)
    if isinstance(value, Fraction | Decimal):
        with suppress(OverflowError, ValueError):  # a number that is too large, or a signaling NaN
            return float(value)
    if callable(value):
        raise StudentError("type", "The answer is a function. Call it, `f(...)`, for its result.")
    kind = type(value).__name__
    raise StudentError(
        "type", f"The answer is a {kind}. Return numbers, text, arrays, dicts or lists."
    )


def _limit_digits(value: Any) -> Any:
    if isinstance(value, int) and int.bit_length(value) > _MAX_BITS:
        raise StudentError(
            "type",
            f"The answer has a whole number of more than {DIGITS:,} digits. "
            "Look for a calculation that grows too fast.",
        )
    return value
