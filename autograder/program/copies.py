"""Copies of one array on several devices: one array where they agree, two where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

ROUNDING = 16  # in units of the last bit of the largest entry: additions in another order
TWO = "one device", "another device"


def agreed(copies: Sequence[Any]) -> Any:
    """Return the array that all devices hold, or a dict of two copies that differ.

    No array is computed from copies that differ: it could be the right one, which no device holds.
    A dict is no array, so it is wrong wherever an array is asked for.
    """
    first, *others = copies
    other = next((other for other in others if not _alike(first, other)), None)
    return first if other is None else dict(zip(TWO, (first, other), strict=True))


def differing(leaf: Any) -> bool:
    """Return True for a dict such as `agreed` makes of copies that differ."""
    if not isinstance(leaf, dict) or set(leaf) != set(TWO):
        return False
    pair = list(leaf.values())
    return all(isinstance(copy, np.ndarray) and copy.shape == pair[0].shape for copy in pair)


def _alike(one: Any, other: Any) -> bool:
    """Return True if two copies are equal but for rounding."""
    if one.dtype.kind in "biu":
        return np.array_equal(one, other)
    wide = np.complex128 if one.dtype.kind == "c" else np.float64
    first, second = np.stack([one, other]).astype(wide)
    most = np.max(np.abs(first), initial=0.0, where=np.isfinite(first))
    room = ROUNDING * float(np.spacing(np.abs(one).dtype.type(1))) * most
    return np.allclose(first, second, rtol=0, atol=room, equal_nan=True)
