"""How far off an answer in floats may be: measured, by moving its inputs by one rounding.

It is a rounding of float32 for shorter floats, too: these are exact as they come in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np

from autograder.core.grading.check import Check
from autograder.core.grading.expected import wide
from autograder.core.inputs.cases import Case
from autograder.core.inputs.generator import Stream
from autograder.core.inputs.tree import change, leaves

ROUNDINGS = 16  # how many times the error of rounding the inputs an answer may be off


def room(check: Check, case: Case, values: Any, form: Any) -> Any:
    """How far off a leaf may be: stated, or from how rounding the inputs moves the answer."""
    tolerance = check.tolerance
    if tolerance is not None:
        return change(lambda leaf: tolerance * (_largest(leaf) or 1.0), values)
    step = _step(check, case)
    moved = [_nudged(check, case, step, turn) for turn in range(3)]
    trees = [[leaf for _, leaf in leaves(tree)] for tree in (values, form, *moved)]
    room = iter(
        ROUNDINGS * max(eps(spec.dtype) * _largest(leaf), FINE / step * _far(leaf, others))
        for leaf, spec, *others in zip(*trees, strict=True)
    )
    return change(lambda _: next(room), values)


def own_room(check: Check, values: Any) -> Any:
    """The same of any tree, without a right answer: from its entries alone."""

    def of(leaf: Any) -> float:
        share = ROUNDINGS * eps(leaf.dtype)
        return _largest(leaf) * (share if check.tolerance is None else min(share, check.tolerance))

    return change(of, values)


def _largest(leaf: Any) -> float:
    with np.errstate(invalid="ignore"):  # a nan of 16 bits may be one that signals
        return float(np.max(np.abs(leaf.astype(np.float64)), initial=0.0))


def _far(leaf: Any, others: Sequence[Any]) -> float:
    return max(_largest(leaf - new) for new in others)


def eps(dtype: Any) -> float:
    """The relative step of a dtype; whole numbers have none."""
    dtype = np.dtype(dtype)
    return 0.0 if dtype.kind in "biu" else float(ml_dtypes.finfo(dtype).eps)  # type: ignore[no-untyped-call]


FINE = eps(np.float32)


def _step(check: Check, case: Case) -> float:
    """How far inputs are moved. A solution takes no number between two of its own: where it has to
    say what is right, all move by the coarsest step, and the answer counts for the finer one."""
    if check.spec is not None:
        return FINE
    arrays = [leaf for _, leaf in leaves(case.args) if isinstance(leaf, np.ndarray)]
    return max([FINE, *(eps(leaf.dtype) for leaf in arrays)])


def _nudged(check: Check, case: Case, step: float, turn: int) -> Any:
    """The answer when every real input moves by so much of itself, up or down."""
    stream = Stream(b"nudge", turn)

    def nudge(leaf: Any) -> Any:
        if not isinstance(leaf, np.ndarray) or not eps(leaf.dtype):
            return leaf
        signs = stream.whole(0, 1, leaf.shape) * 2 - 1
        moved = leaf.astype(np.float64) * (1 + signs * step)
        return moved if check.spec else moved.astype(leaf.dtype)

    args = change(nudge, case.args)
    if check.spec is not None:
        return change(np.asarray, check.spec(*wide(args)))
    return check.kind.outcome(check.reference, replace(case, args=args))
