"""Compare an output with the right one and report the first property in which they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from autograder.core.grading.expected import Expected
from autograder.core.grading.plain_data import as_data
from autograder.core.grading.show_values import (
    array_type,
    describe_type,
    format_distinct,
    is_shortened,
    show,
    to_float64,
)
from autograder.core.grading.structure_hints import (
    ANSWER,
    MAX_NAMES,
    all_arrays,
    first_difference,
    get_path,
    wrong_structure,
)
from autograder.core.inputs.tree import leaves, map_leaves, structure
from autograder.core.messages.explain_error import WIDE
from autograder.core.messages.verdict import Finding
from autograder.core.programs.device_copies import TWO, is_conflict

DIFFERENT_COPIES = (
    "Every device must hold all of this array, but two devices hold different values of it. "
    "Combine the parts of all devices with a collective, such as `psum` or `all_gather`."
)
DEFAULT_TOLERANCE = 1e-6  # allows for float32 rounding errors in plain functions and values


def leaf_kinds(tree: Any) -> list[tuple[str, str]]:
    """Return each leaf's path with its dtype and shape, or with its type if it is not an array."""
    return [
        (path, array_type(leaf) if hasattr(leaf, "dtype") else type(leaf).__name__)
        for path, leaf in leaves(tree)
    ]


def _lists_to_tuples(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _lists_to_tuples(item) for key, item in tree.items()}
    return tuple(map(_lists_to_tuples, tree)) if isinstance(tree, tuple | list) else tree


def _leaves(tree: Any) -> list[tuple[str, Any]]:
    return list(leaves(tree))


def _where(path: str) -> str:
    return f"At `output{path}`: " if path else ""


def shapes(expected: Expected, output: Any) -> Finding | None:
    """Return a finding for a wrong structure, shape or dtype, or None.

    Copies of an array that differ between devices are reported as well. Return None if `expected`
    requires no shapes, as for plain data.
    """
    if expected.arrays is None:
        return None
    want, have = _lists_to_tuples(expected.arrays), _lists_to_tuples(output)
    if structure(want) != structure(have) or not all_arrays(have):
        return _compare_copies(want, have) or wrong_structure(ANSWER, want, have)
    for (path, spec), (_, array) in zip(_leaves(want), _leaves(have), strict=True):
        correct = array_type(spec)
        if spec.shape != array.shape:
            message = f"{_where(path)}The shape is wrong.{_shape_advice(spec, array)}"
            return Finding("shape", False, message, correct, array_type(array))
        if spec.dtype != array.dtype:
            message = f"{_where(path)}The dtype is wrong. {_dtype_advice(spec, array)}"
            return Finding("dtype", False, message, correct, array_type(array))
    return None


def _compare_copies(want: Any, have: Any) -> Finding | None:
    """Return a finding if two devices hold different copies of an array, or None."""
    keys = first_difference(want, have)
    copies = get_path(have, keys)
    if not is_conflict(copies):
        return None
    where = _where("".join(f"[{key!r}]" for key in keys))
    got = " and ".join(format_distinct(*(copies[device] for device in TWO)))
    message = f"{where}{DIFFERENT_COPIES}"
    return Finding("values", False, message, "the same values on all devices", got)


def _arrays_to_tuples(want: Any, have: Any) -> Any:
    """Convert arrays to tuples where the expected value is a tuple."""
    if isinstance(want, dict) and isinstance(have, dict):
        return {key: _arrays_to_tuples(want.get(key), item) for key, item in have.items()}
    if not isinstance(want, tuple):
        return have
    if isinstance(have, np.ndarray) and have.ndim:
        have = tuple(as_data(item) for item in have)
    if not isinstance(have, tuple):
        return have
    return (*map(_arrays_to_tuples, want, have), *have[len(want) :])


def _is_overflow(want: Any, have: Any) -> bool:
    """Return True if `have` is the whole number `want` after an overflow in 32 bits."""

    def whole(item: Any) -> bool:
        return isinstance(item, int) or (isinstance(item, float) and item.is_integer())

    both = whole(want) and whole(have)
    return both and abs(want) >= 1 << 31 and want != have and not (want - have) % (1 << 32)


def _shape_advice(spec: Any, array: Any) -> str:
    if array.shape == spec.shape[::-1] and array.ndim == 2:
        return " The axes are swapped: use `.T`."
    if sorted(array.shape) == sorted(spec.shape):
        return " The axes are in a different order: use `jnp.transpose` or `jnp.moveaxis`."
    if not array.shape:
        return (
            " You returned a single number. To get one result per entry, use `vmap` or `axis=`; "
            "the second result of `scan`, `[1]`, has one entry per step."
        )
    if array.size == spec.size and _long_axes(array.shape) != _long_axes(spec.shape):
        return " The number of elements is right, but the axes are not: use `.reshape`."
    if array.ndim + 1 == spec.ndim:
        return (
            " An axis is missing: `keepdims=True` keeps the axis of a reduction, `[:, None]` adds "
            "an axis."
        )
    if array.ndim - 1 == spec.ndim:
        return " There is an extra axis: reduce it, for example with `sum`, or select `[:, 0]`."
    return ""


def _long_axes(shape: Sequence[int]) -> list[int]:
    """Return the lengths of the axes whose length is not 1."""
    return [length for length in shape if length != 1]


def _dtype_advice(spec: Any, array: Any) -> str:
    dtype = f"jnp.{np.dtype(spec.dtype).name}"
    if np.dtype(spec.dtype).kind in "iu" and array.dtype.kind in "biu":
        return f"Convert the result with `.astype({dtype})`."
    if np.dtype(spec.dtype).kind in "biu":
        return "`/` and floats give floats; `//`, comparisons and whole numbers do not."
    if array.dtype.kind == "b":
        return (
            "You returned `True` and `False`, but floats are expected. To choose values by a "
            "condition, use `jnp.where`."
        )
    if array.dtype.kind in "iu":
        return (
            "You returned whole numbers, but floats are expected. Convert counts with `.astype`. "
            "`argmin`, `argmax` and `argsort` return indices: use them to select the values."
        )
    return (
        "A NumPy number or an array of a different dtype takes part in the calculation. "
        f"Convert it, or your result, with `.astype({dtype})`."
    )


def arrays(expected: Expected, output: Any, nan_is_nan: bool = False) -> Finding | None:
    """Return a finding for the first array with an entry outside of the tolerance, or None.

    With `nan_is_nan`, entries that are not finite are compared like all other entries. A difference
    then has the property "values" instead of "finite".
    """
    trees = [_lists_to_tuples(expected.values), _lists_to_tuples(output)]
    if expected.tolerance is None:
        trees.append(map_leaves(lambda _: 0, trees[0]))
    else:
        trees.append(_lists_to_tuples(expected.tolerance))
    rows = zip(*map(_leaves, trees), strict=True)
    for (path, want), (_, got), (_, tolerance) in rows:
        right = np.asarray(want).astype(got.dtype)
        one, other = to_float64(right), to_float64(got)
        not_finite = np.isfinite(one) & ~np.isfinite(other)
        if not_finite.any() and not nan_is_nan:
            message = f"{_where(path)}{_count(not_finite)} not finite (NaN or infinity)."
            return Finding("finite", False, message, show(right), show(got))
        near = _within(one, other, tolerance)
        if not near.all():
            error = _describe_error(one, other, 0 if right.dtype.kind in "biu" else tolerance)
            message = (
                f"{_where(path)}{_count(~near)} wrong{error}.{_describe_first(right, got, ~near)}"
            )
            return Finding("values", False, message, *format_distinct(right, got))
    return None


def _describe_error(one: Any, other: Any, tolerance: float) -> str:
    """Describe the largest error beside the tolerance; return "" without a tolerance."""
    with np.errstate(invalid="ignore"):
        errors = np.abs(one - other)
    errors = errors[np.isfinite(errors)]
    if not tolerance or not errors.size:
        return ""
    worst = float(errors.max())
    return f" (off by up to {worst:.3g}; rounding explains {tolerance:.3g})"


def _describe_first(right: Any, got: Any, wrong: Any) -> str:
    """Describe the first wrong entry if the report shows only a part of the array."""
    if not is_shortened(right):
        return ""
    index = tuple(map(int, np.argwhere(wrong)[0]))
    one, other = (text.split(" ", 1)[1] for text in format_distinct(right[index], got[index]))
    return f" The first is [{', '.join(map(str, index))}]: expected {one}, got {other}."


def _count(marked: Any) -> str:
    count, size = int(marked.sum()), int(marked.size)
    if size == 1:
        return "The value is"
    return f"{count} of {size} entries {'is' if count == 1 else 'are'}"


def data(want: Any, have: Any, tolerance: float | None, label: str) -> Finding | None:
    """Return a finding for the first difference between two values of plain data, or None.

    Numbers of any type, also in arrays, are equal if they differ by at most the relative
    `tolerance`. Without one, two Python integers must be equal, and all other numbers get
    DEFAULT_TOLERANCE. Strings, booleans and None must be equal and have the same type.
    """
    originals = want, have
    want = _lists_to_tuples(want)
    have = _arrays_to_tuples(want, _lists_to_tuples(have))
    if structure(want) != structure(have) or (have is None and want is not None):
        keys = first_difference(want, have)
        expected, got = (show(get_path(tree, keys)) for tree in originals)
        return replace(wrong_structure(label, want, have), expected=expected, got=got)
    for (path, one), (_, other) in zip(_leaves(want), _leaves(have), strict=True):
        if problem := _compare_leaves(one, other, tolerance):
            subject = f"{label}, at `{path}`," if path else label
            texts = (
                format_distinct(one, other)
                if problem == "values"
                else (describe_type(one), show(other))
            )
            message = f"{subject} is not right." + (f" {WIDE}" if _is_overflow(one, other) else "")
            message += list_words(want, one, other)
            return Finding(problem, False, message, *texts)
    return None


def list_words(want: Any, one: Any, other: Any) -> str:
    """Return a sentence that lists the expected strings, or "" if the list would not help."""
    words = sorted({leaf for _, leaf in _leaves(want) if isinstance(leaf, str)})
    is_listed = isinstance(other, str) and other in words
    if not isinstance(one, str) or is_listed or not 1 < len(words) <= MAX_NAMES:
        return ""
    return f" The expected words are {', '.join(map(repr, words))}."


def _compare_leaves(want: Any, have: Any, tolerance: float | None) -> str:
    """Return the property in which two leaves differ, or "" if they are equal."""
    numbers = (int, float, np.ndarray)
    if isinstance(want, bool) or not isinstance(want, numbers):
        if type(want) is not type(have):
            return "type"
        return "" if want == have else "values"
    if isinstance(have, bool) or not isinstance(have, numbers):
        return "type"
    if isinstance(want, int) and isinstance(have, int):
        limit = abs(want) * Fraction(str(tolerance or 0))  # large integers are inexact as floats
        return "" if abs(want - have) <= limit else "values"
    return _compare_numbers(want, have, DEFAULT_TOLERANCE if tolerance is None else tolerance)


def _compare_numbers(want: Any, have: Any, tolerance: float) -> str:
    if np.shape(want) != np.shape(have):
        return "shape"
    try:
        one, other = map(_as_float, (want, have))
    except (TypeError, ValueError):  # text, objects or complex
        return "type"
    except OverflowError:  # an integer too large for a float
        return "values"
    if np.isfinite(one).all() and not np.isfinite(other).all():
        return "finite"
    largest = float(np.max(np.abs(one), initial=0.0, where=np.isfinite(one)))
    return "" if bool(_within(one, other, tolerance * (largest or 1.0)).all()) else "values"


def _as_float(item: Any) -> Any:
    """Convert a number or array to float64, including Python integers of more than 64 bits."""
    item = float(item) if isinstance(item, int) else item
    return np.asarray(item).astype(np.float64, casting="same_kind")


def _within(one: Any, other: Any, tolerance: Any) -> Any:
    """Compare entries of two arrays. Infinity and NaN equal only themselves, at any tolerance."""
    with np.errstate(invalid="ignore"):
        near = np.isfinite(one) & (np.abs(one - other) <= tolerance)
    return near | (one == other) | (np.isnan(one) & np.isnan(other))
