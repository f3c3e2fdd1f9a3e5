"""The expected answer as data, and the conversion of arguments for a `spec` function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.core.inputs.tree import map_leaves


@dataclass(frozen=True)
class Expected:
    """The right answer: values, required shapes and dtypes (programs only), and tolerance."""

    values: Any
    arrays: Any = None  # the shape and dtype of every leaf
    tolerance: Any = None  # the absolute tolerance of every leaf; None: exact


UNKNOWN = Expected(...)  # the solution is withheld, and this output was not recorded
WIDE = {"i": np.int64, "u": np.int64, "f": np.float64, "V": np.float64}  # bfloat16 has kind V


def widen_args(args: Any) -> Any:
    """Return the arguments in float64 and int64, in which NumPy's results are nearly exact."""

    def widen_leaf(leaf: Any) -> Any:
        to = WIDE.get(leaf.dtype.kind) if isinstance(leaf, np.ndarray) else None
        return leaf if to is None else leaf.astype(to)

    return map_leaves(widen_leaf, args)
