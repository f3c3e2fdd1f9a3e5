"""The right answer as data, and the arguments as a spec gets them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.core.inputs.tree import change


@dataclass(frozen=True)
class Expected:
    """Right values, the arrays they must be (a program), and the room for rounding."""

    values: Any
    arrays: Any = None  # ShapeDtype of every leaf
    room: Any = None  # a number for every leaf; none: exact


def items(expected: Expected, *outputs: Any) -> Iterator[tuple[Any, ...]]:
    """The items of tuples, the right ones first; what is no tuple of so many stays whole."""
    columns = [expected.values, *outputs]
    if not isinstance(expected.values, tuple) or any(
        not isinstance(it, tuple | list) or len(it) != len(expected.values) for it in outputs
    ):
        yield expected, *outputs
        return
    for place, each in enumerate(zip(*columns, strict=True)):
        forms, room = (tree and tree[place] for tree in (expected.arrays, expected.room))
        yield Expected(each[0], forms, room), *each[1:]


UNKNOWN = Expected(...)  # where the solution is withheld, and nothing was kept of it
WIDE = {"i": np.int64, "u": np.int64, "f": np.float64, "V": np.float64}  # bfloat16 says V


def wide(args: Any) -> Any:
    """Arguments in float64 and int64, where NumPy's plain way is as good as exact."""

    def widen(leaf: Any) -> Any:
        to = WIDE.get(leaf.dtype.kind) if isinstance(leaf, np.ndarray) else None
        return leaf if to is None else leaf.astype(to)

    return change(widen, args)
