"""The expected answer as data, and the conversion of arguments for a `spec` function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.core.inputs.tree import map_leaves


@dataclass(frozen=True)
class Expected:
    """The right answer: values and, for programs only, shapes, dtypes and tolerances."""

    values: Any  # None if the task has a law
    arrays: Any = None  # the shape and dtype of every leaf
    tolerance: Any = None  # the absolute tolerance of every leaf; None: exact


UNKNOWN = Expected(...)  # the solution is withheld, and this output was not recorded
# The kind of bfloat16, and of some other types from ml_dtypes, is V.
WIDE = {"i": np.int64, "u": np.int64, "f": np.float64, "V": np.float64}


def widen_args(args: Any) -> Any:
    """Return the arguments with arrays in float64 and int64, for nearly exact results in NumPy.

    Boolean and complex arrays and Python values are unchanged.
    """

    def widen_leaf(leaf: Any) -> Any:
        to = WIDE.get(leaf.dtype.kind) if isinstance(leaf, np.ndarray) else None
        return leaf if to is None else leaf.astype(to)

    return map_leaves(widen_leaf, args)
