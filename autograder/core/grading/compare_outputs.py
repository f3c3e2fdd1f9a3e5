"""An output beside the right one: the first property in which they differ, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from autograder.core.grading.expected import Expected
from autograder.core.grading.plain_data import as_data
from autograder.core.grading.show_values import apart, kind, shortened, show, widened, word
from autograder.core.grading.structure_hints import (
    ANSWER,
    NAMED,
    all_arrays,
    down,
    fork,
    other_form,
)
from autograder.core.inputs.tree import change, leaves, structure
from autograder.core.messages.explain_error import WIDE
from autograder.core.messages.verdict import Finding
from autograder.core.programs.device_copies import TWO, differing

APART = (
    "Every device must hold all of this array, and two devices hold different values of it. "
    "Combine the parts of all devices with a collective, such as `psum` or `all_gather`."
)
CLOSE = 1e-6  # of plain functions: enough for a few operations in float32, in any order


def leaf_kinds(tree: Any) -> list[tuple[str, str]]:
    """Where each array stands, with its dtype and shape; what is none, with its type."""
    return [
        (path, kind(leaf) if hasattr(leaf, "dtype") else type(leaf).__name__)
        for path, leaf in leaves(tree)
    ]


def _lists(tree: Any) -> Any:
    """Tuples for lists: which of the two it is decides nothing."""
    if isinstance(tree, dict):
        return {key: _lists(item) for key, item in tree.items()}
    return tuple(map(_lists, tree)) if isinstance(tree, tuple | list) else tree


def _leaves(tree: Any) -> list[tuple[str, Any]]:
    return list(leaves(tree))


def _where(path: str) -> str:
    return f"At `output{path}`: " if path else ""


def shapes(expected: Expected, output: Any) -> Finding | None:
    """The first array that is not of the form asked for; nothing is asked of plain data."""
    if expected.arrays is None:
        return None
    want, have = _lists(expected.arrays), _lists(output)
    if structure(want) != structure(have) or not all_arrays(have):
        return _copies(want, have) or other_form(ANSWER, want, have)
    for (path, spec), (_, array) in zip(_leaves(want), _leaves(have), strict=True):
        asked = kind(spec)
        if spec.shape != array.shape:
            message = (
                f"{_where(path)}The shape is not the one asked for.{_shape_advice(spec, array)}"
            )
            return Finding("shape", False, message, asked, kind(array))
        if spec.dtype != array.dtype:
            message = f"{_where(path)}The dtype is not the one asked for. " + _dtype_advice(
                spec, array
            )
            return Finding("dtype", False, message, asked, kind(array))
    return None


def _copies(want: Any, have: Any) -> Finding | None:
    """Return a finding if devices hold different copies of an array."""
    keys = fork(want, have)
    copies = down(have, keys)
    if not differing(copies):
        return None
    where = _where("".join(f"[{key!r}]" for key in keys))
    got = " and ".join(apart(*(copies[device] for device in TWO)))
    return Finding("values", False, f"{where}{APART}", "the same values on all devices", got)


def _as_asked(want: Any, have: Any) -> Any:
    """An array in the place of a list is that list."""
    if isinstance(want, dict) and isinstance(have, dict):
        return {key: _as_asked(want.get(key), item) for key, item in have.items()}
    if not isinstance(want, tuple):
        return have
    if isinstance(have, np.ndarray) and have.ndim:
        have = tuple(as_data(item) for item in have)
    if not isinstance(have, tuple):
        return have
    return (*map(_as_asked, want, have), *have[len(want) :])


def _wrapped(want: Any, have: Any) -> bool:
    """Whether a whole number ran over the end of 32 bits."""

    def whole(item: Any) -> bool:
        return isinstance(item, int) or (isinstance(item, float) and item.is_integer())

    both = whole(want) and whole(have)
    return both and abs(want) >= 1 << 31 and want != have and not (want - have) % (1 << 32)


def _shape_advice(spec: Any, array: Any) -> str:
    if array.shape == spec.shape[::-1] and array.ndim == 2:
        return " The axes are the other way round: `.T`."
    if sorted(array.shape) == sorted(spec.shape):
        return " The same axes stand in another order: `jnp.transpose`, `jnp.moveaxis`."
    if not array.shape:
        return (
            " One number came, and each entry needs its own: use `vmap` or an `axis`; of what "
            "`scan` returns, take `[1]`."
        )
    if array.size == spec.size and _wide(array.shape) != _wide(spec.shape):
        return " So many numbers are right, and their axes are not: `.reshape` joins or cuts axes."
    if array.ndim + 1 == spec.ndim:
        return (
            " An axis is missing: `keepdims=True` keeps one that is added up, `[:, None]` adds one."
        )
    if array.ndim - 1 == spec.ndim:
        return " An axis is left over: add up along it, or take out what is asked for, `[:, 0]`."
    return ""


def _wide(shape: Sequence[int]) -> list[int]:
    """Its axes of more than one number."""
    return [length for length in shape if length != 1]


def _dtype_advice(spec: Any, array: Any) -> str:
    wanted = f"jnp.{np.dtype(spec.dtype).name}"
    if np.dtype(spec.dtype).kind in "iu" and array.dtype.kind in "biu":
        return f"Convert the result with `.astype({wanted})`."
    if np.dtype(spec.dtype).kind in "biu":
        return "`/` and floats make floats; `//`, comparisons and whole numbers do not."
    if array.dtype.kind == "b":
        return (
            "`True` and `False` came back where floats were asked for; `jnp.where` chooses by them."
        )
    if array.dtype.kind in "iu":
        return (
            "Whole numbers came back where floats were asked for. A count is whole: `.astype` "
            "converts it. `argmin`, `argmax` and `argsort` give places: look the values up there."
        )
    return (
        "A NumPy number or an array of another dtype takes part. "
        f"`.astype({wanted})` converts it, or what you return."
    )


def arrays(expected: Expected, output: Any, nan_is_nan: bool = False) -> Finding | None:
    """The first array whose entries are off by more than there is room for."""
    trees = [_lists(expected.values), _lists(output)]
    trees.append(
        _lists(expected.room) if expected.room is not None else change(lambda _: 0, trees[0])
    )
    rows = zip(*map(_leaves, trees), strict=True)
    for (path, want), (_, have), (_, room) in rows:
        asked, got = np.asarray(want).astype(have.dtype), have
        wide, other = widened(asked), widened(got)
        strange = np.isfinite(wide) & ~np.isfinite(other)
        if strange.any() and not nan_is_nan:
            message = f"{_where(path)}{_count(strange)} not finite (nan or inf)."
            return Finding("finite", False, message, show(asked), show(got))
        near = _within(wide, other, room)
        if not near.all():
            message = (
                f"{_where(path)}{_count(~near)} not what was asked for{_off(wide, other, room)}."
                f"{_first(asked, got, ~near)}"
            )
            return Finding("values", False, message, *apart(asked, got))
    return None


def _off(wide: Any, other: Any, room: float) -> str:
    with np.errstate(invalid="ignore"):
        gaps = np.abs(wide - other)
    gaps = gaps[np.isfinite(gaps)]
    if not room or not gaps.size:
        return ""
    worst = float(gaps.max())
    return f" (off by up to {worst:.3g}; rounding explains {room:.3g})"


def _first(asked: Any, got: Any, wrong: Any) -> str:
    """The first entry that differs, of an array that is too long to be shown whole."""
    if not shortened(asked):
        return ""
    place = tuple(map(int, np.argwhere(wrong)[0]))
    one, other = (text.split(" ", 1)[1] for text in apart(asked[place], got[place]))
    return f" The first is [{', '.join(map(str, place))}]: {one} was asked for, {other} came."


def _count(marked: Any) -> str:
    count, size = int(marked.sum()), int(marked.size)
    if size == 1:
        return "The value is"
    return f"{count} of {size} entries {'is' if count == 1 else 'are'}"


def data(want: Any, have: Any, tolerance: float | None, label: str) -> Finding | None:
    """Plain data. Numbers by value, whatever their Python type; words exactly."""
    as_came = want, have
    want = _lists(want)
    have = _as_asked(want, _lists(have))
    if structure(want) != structure(have) or (have is None and want is not None):
        keys = fork(want, have)
        asked, got = (show(down(tree, keys)) for tree in as_came)
        return replace(other_form(label, want, have), asked=asked, got=got)
    for (path, one), (_, other) in zip(_leaves(want), _leaves(have), strict=True):
        if problem := _leaf(one, other, tolerance):
            at = f"{label}, at `{path}`," if path else label
            texts = apart(one, other) if problem == "values" else (word(one), show(other))
            message = f"{at} is not right." + (f" {WIDE}" if _wrapped(one, other) else "")
            message += words_of(want, one, other)
            return Finding(problem, False, message, *texts)
    return None


def words_of(want: Any, one: Any, other: Any) -> str:
    """Where one of a few words was asked for and another came: the words, if there is a choice."""
    words = sorted({leaf for _, leaf in _leaves(want) if isinstance(leaf, str)})
    knows = isinstance(other, str) and other in words
    if not isinstance(one, str) or knows or not 1 < len(words) <= NAMED:
        return ""
    return f" The words that are asked for are {', '.join(map(repr, words))}."


def _leaf(want: Any, have: Any, tolerance: float | None) -> str:
    """The property in which two leaves differ, or nothing."""
    numbers = (int, float, np.ndarray)
    if isinstance(want, bool) or not isinstance(want, numbers):
        if type(want) is not type(have):
            return "type"
        return "" if want == have else "values"
    if isinstance(have, bool) or not isinstance(have, numbers):
        return "type"
    if isinstance(want, int) and isinstance(have, int):
        limit = abs(want) * Fraction(str(tolerance or 0))  # no float between big integers
        return "" if abs(want - have) <= limit else "values"
    return _near(want, have, CLOSE if tolerance is None else tolerance)


def _near(want: Any, have: Any, tolerance: float) -> str:
    if np.shape(want) != np.shape(have):
        return "shape"
    try:
        one, other = map(_as_float, (want, have))
    except (TypeError, ValueError):  # text, objects or complex
        return "type"
    except OverflowError:  # beyond all floats
        return "values"
    if np.isfinite(one).all() and not np.isfinite(other).all():
        return "finite"
    largest = float(np.max(np.abs(one), initial=0.0, where=np.isfinite(one)))
    return "" if bool(_within(one, other, tolerance * (largest or 1.0)).all()) else "values"


def _as_float(item: Any) -> Any:
    """In float64: a whole number too, of which NumPy has none of more than 64 bits."""
    item = float(item) if isinstance(item, int) else item
    return np.asarray(item).astype(np.float64, casting="same_kind")


def _within(wide: Any, other: Any, room: Any) -> Any:
    """Entry by entry. Infinity and nan are near to themselves alone, however much room there is."""
    with np.errstate(invalid="ignore"):
        near = np.isfinite(wide) & (np.abs(wide - other) <= room)
    return near | (wide == other) | (np.isnan(wide) & np.isnan(other))
