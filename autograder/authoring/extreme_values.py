"""Replace the values of an answer with extreme values, which a law must reject."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

# Integers of `bits` bits: minimum, maximum, a value whose square overflows to 0, and zero.
# FLOATS has the floating-point counterparts in the same order.
WHOLE: tuple[Callable[[int], int], ...] = (
    lambda bits: -(1 << bits - 1),
    lambda bits: (1 << bits - 1) - 1,
    lambda bits: 1 << bits // 2,
    lambda bits: 0,
)
FLOATS = (-np.inf, np.inf, np.nan, 0.0)
NUMBERS = (int, float, np.ndarray)


def fill_with_extreme(pick: int, leaf: Any) -> Any:
    """Return a value of the same type and shape, filled with the extreme value number `pick`.

    Text and bools are unchanged.
    """
    if isinstance(leaf, bool) or not isinstance(leaf, NUMBERS):
        return leaf
    if not isinstance(leaf, np.ndarray):
        return FLOATS[pick] if isinstance(leaf, float) else WHOLE[pick](64)
    kind, bits = leaf.dtype.kind, 8 * leaf.dtype.itemsize
    value = WHOLE[pick](bits) if kind == "i" else FLOATS[pick] if kind in "fV" else 0
    return np.full_like(leaf, value)
