"""Tolerances for float answers, measured by perturbing the inputs by one rounding error.

The tolerance allows for a float32 rounding error of every float input. Inputs in narrower float
types need no larger tolerance, because their values are drawn in these types and are exact.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np

from autograder.core.grading.check import Check
from autograder.core.grading.expected import widen_args
from autograder.core.inputs.cases import Case
from autograder.core.inputs.generator import Stream
from autograder.core.inputs.tree import leaves, map_leaves

# The tolerance is this multiple of the larger of two errors: one rounding of the largest result
# value, and the effect of one float32 rounding of the inputs.
ROUNDINGS = 16


def measure_tolerance(check: Check, case: Case, values: Any, form: Any) -> Any:
    """Return the absolute tolerance of each leaf, computed from the declared one or measured.

    The measurement runs the spec or the solution on three perturbed copies of the inputs.
    """
    tolerance = check.tolerance
    if tolerance is not None:
        return map_leaves(lambda leaf: tolerance * (_largest(leaf) or 1.0), values)
    # A spec takes float64 inputs, so they change by the epsilon of float32. Without a spec, the
    # solution takes inputs of the declared dtypes, whose epsilon may be larger.
    step = F32_EPS
    if check.spec is None:
        arrays = [leaf for _, leaf in leaves(case.args) if isinstance(leaf, np.ndarray)]
        step = max([F32_EPS, *(eps(leaf.dtype) for leaf in arrays)])
    perturbed = [_perturbed_answer(check, case, step, seed) for seed in range(3)]
    trees = [[leaf for _, leaf in leaves(tree)] for tree in (values, form, *perturbed)]
    tolerances = []
    for leaf, spec, *others in zip(*trees, strict=True):
        effect = max(_largest(leaf - other) for other in others)
        tolerances.append(
            ROUNDINGS * max(eps(spec.dtype) * _largest(leaf), F32_EPS / step * effect)
        )
    row = iter(tolerances)
    return map_leaves(lambda _: next(row), values)


def tolerance_from_values(check: Check, values: Any) -> Any:
    """Return an absolute tolerance for each leaf of `values`, without using the right answer."""

    def leaf_tolerance(leaf: Any) -> float:
        share = ROUNDINGS * eps(leaf.dtype)
        return _largest(leaf) * (share if check.tolerance is None else min(share, check.tolerance))

    return map_leaves(leaf_tolerance, values)


def _largest(leaf: Any) -> float:
    with np.errstate(invalid="ignore"):  # a signaling 16-bit NaN causes a warning
        return float(np.max(np.abs(leaf.astype(np.float64)), initial=0.0))


def eps(dtype: Any) -> float:
    """Return the machine epsilon of a dtype, 0 for integers and booleans."""
    dtype = np.dtype(dtype)
    return 0.0 if dtype.kind in "biu" else float(ml_dtypes.finfo(dtype).eps)  # type: ignore[no-untyped-call]


F32_EPS = eps(np.float32)


def _perturbed_answer(check: Check, case: Case, step: float, seed: int) -> Any:
    """Return the answer for inputs whose float arrays are changed by the relative `step`.

    The direction of the change is drawn for each element.
    """
    stream = Stream(b"nudge", seed)

    def perturb(leaf: Any) -> Any:
        if not isinstance(leaf, np.ndarray) or not eps(leaf.dtype):
            return leaf
        signs = stream.whole(0, 1, leaf.shape) * 2 - 1
        moved = leaf.astype(np.float64) * (1 + signs * step)
        return moved if check.spec else moved.astype(leaf.dtype)

    args = map_leaves(perturb, case.args)
    if check.spec is not None:
        return map_leaves(np.asarray, check.spec(*widen_args(args)))
    return check.kind.run_trusted(check.reference, replace(case, args=args))
