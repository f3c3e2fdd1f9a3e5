"""Fill answers with extreme values, which the law (predicate) of a check must reject."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

# Extreme integers of `bits` bits: minimum, maximum, a value whose square overflows to 0, and zero.
# FLOATS contains the corresponding floats in the same order: one index selects from both.
WHOLE: tuple[Callable[[int], int], ...] = (
    lambda bits: -(1 << bits - 1),
    lambda bits: (1 << bits - 1) - 1,
    lambda bits: 1 << bits // 2,
    lambda bits: 0,
)
FLOATS = (-np.inf, np.inf, np.nan, 0.0)
NUMBERS = (int, float, np.ndarray)


def fill_with_extreme(pick: int, leaf: Any) -> Any:
    """Return a value like `leaf` in which each element is the extreme value with index `pick`.

    Arrays of booleans or unsigned integers are filled with 0. A Python boolean, and any value that
    is neither a number nor an array, is returned unchanged.
    """
    if isinstance(leaf, bool) or not isinstance(leaf, NUMBERS):
        return leaf
    if not isinstance(leaf, np.ndarray):
        return FLOATS[pick] if isinstance(leaf, float) else WHOLE[pick](64)
    kind, bits = leaf.dtype.kind, 8 * leaf.dtype.itemsize
    value = WHOLE[pick](bits) if kind == "i" else FLOATS[pick] if kind in "fV" else 0
    return np.full_like(leaf, value)
