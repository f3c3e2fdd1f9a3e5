"""Rules for the checks of tasks: exact comparison, laws and budgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from autograder.authoring.proof import Violation
from autograder.authoring.trial import KEYS, Trial
from autograder.core.grading.expected import Expected
from autograder.core.grading.judgement import first_failure
from autograder.core.grading.reference_answer import expect
from autograder.core.grading.tolerance import eps
from autograder.core.inputs.tree import leaves, map_leaves

_BITS = 20  # binary digits after the point; a value that needs more is considered rounded
# Extreme integers of `bits` bits: minimum, maximum, a value whose square overflows to 0, and zero.
# _FLOATS contains the corresponding floats in the same order: one index selects from both.
_INTEGERS: tuple[Callable[[int], int], ...] = (
    lambda bits: -(1 << bits - 1),
    lambda bits: (1 << bits - 1) - 1,
    lambda bits: 1 << bits // 2,
    lambda bits: 0,
)
_FLOATS = (-np.inf, np.inf, np.nan, 0.0)
_NUMBERS = (int, float, np.ndarray)


def exact(trial: Trial) -> Iterator[Violation]:
    """Outputs of a program that are compared with `==` contain no rounded values, and no whole
    numbers that are too large for their floating-point type."""
    check = trial.check if trial.task.kind.compiled else None
    if check is None or check.law is not None or not check.exact:
        return
    cases = [case for key in KEYS for case in check.cases(key)]
    over = dict(pair for case in cases for pair in _inexact_integers(expect(check, case)))
    cell = trial.task.cell("check")
    if part := next(filter(None, (_rounded_value(expect(check, case)) for case in cases)), 0.0):
        reason = (
            f"The inputs are whole numbers, but the solution returns {part:.8g}, and outputs are "
            "compared with `==`. A right answer that performs the operations in a different order "
            "may round differently. Draw real numbers, such as `x: f32[n] in -1.0..1.0`, round the "
            "answer, or set a tolerance."
        )
        yield Violation(reason, line=cell.line if cell else None)
    for dtype, largest in over.items():
        reason = (
            f"The solution returns {_format_number(largest)}, and outputs are compared with `==`. "
            f"Above {_format_number(2 / eps(dtype))}, {dtype} cannot represent every whole number, "
            "so a right answer that performs the operations in a different order may differ. Draw "
            "smaller inputs, return int32, or set a tolerance."
        )
        yield Violation(reason, line=cell.line if cell else None)


def _rounded_value(expected: Expected) -> float:
    """Return the first finite floating-point value that is not a multiple of 2**-20, or 0."""
    for (_, values), (_, spec) in zip(
        leaves(expected.values), leaves(expected.arrays), strict=True
    ):
        if eps(spec.dtype):
            scaled = np.asarray(values, np.float64).ravel() * 2.0**_BITS
            for value in scaled[np.isfinite(scaled) & (scaled != np.round(scaled))]:
                return float(value / 2.0**_BITS)
    return 0.0


def _inexact_integers(expected: Expected) -> Iterator[tuple[Any, float]]:
    """Yield (dtype, largest absolute value) for each float array of whole numbers above 2 / eps.

    Above 2 / eps, the floating-point type cannot represent every whole number. An array is omitted
    if its largest absolute value is at most 2 / eps.
    """
    pairs = zip(leaves(expected.values), leaves(expected.arrays), strict=True)
    for (_, values), (_, spec) in pairs:
        largest = float(np.max(np.abs(values), initial=0))
        if eps(spec.dtype) and np.all(values == np.round(values)) and largest > 2 / eps(spec.dtype):
            yield spec.dtype, largest


def _format_number(number: float) -> str:
    return f"{number:,.0f}".replace(",", " ")


def extremes(trial: Trial) -> Iterator[Violation]:
    """A `law`, a property of every right answer, rejects answers that are filled with an extreme
    value of their type, such as the largest value, zero, NaN or infinity."""
    check = trial.check if trial.task.kind.judged else None
    if check is None or check.law is None:
        return
    cases = check.cases()
    right = trial.gather(check.reference, cases).outputs
    for pick in range(len(_FLOATS)):
        answers = [map_leaves(partial(_fill_with_extreme, pick), output) for output in right]
        if not first_failure(check, cases, answers):
            example = next(leaf for _, leaf in leaves(answers) if isinstance(leaf, _NUMBERS))
            element = np.ravel(example)[0]
            reason = f"An answer whose values are all {element} satisfies the law for every input. "
            yield Violation(f"{reason}Restrict the range of the answer in the law.")
            return


def _fill_with_extreme(pick: int, leaf: Any) -> Any:
    """Return a value like `leaf` in which each element is the extreme value with index `pick`.

    Arrays of booleans or unsigned integers are filled with 0. A Python boolean, and any value that
    is neither a number nor an array, is returned unchanged.
    """
    if isinstance(leaf, bool) or not isinstance(leaf, _NUMBERS):
        return leaf
    if not isinstance(leaf, np.ndarray):
        return _FLOATS[pick] if isinstance(leaf, float) else _INTEGERS[pick](64)
    kind, bits = leaf.dtype.kind, 8 * leaf.dtype.itemsize
    value = _INTEGERS[pick](bits) if kind == "i" else _FLOATS[pick] if kind in "fV" else 0
    return np.full_like(leaf, value)


def bytes_limit(trial: Trial) -> Iterator[Violation]:
    """A task that limits `bytes` also limits `work` or `block`, because an answer can compute many
    sums from values that it loads once."""
    budget = trial.check.budget if trial.task.kind.judged else None
    if budget and budget.bytes is not None and budget.work is None and budget.block is None:
        reason = "If only `bytes` is limited, an answer can compute many sums from one load. "
        cell = trial.task.cell("check")
        line = cell.line if cell else None
        yield Violation(f"{reason}Limit `work`, too.", line=line)


def span(trial: Trial) -> Iterator[Violation]:
    """If a task limits `span`, one of its wrong answers returns correct values on the public inputs
    but exceeds that limit."""
    budget = trial.check.budget if trial.task.kind.judged else None
    if budget is None or budget.span is None:
        return
    failures = [finding for verdict in trial.wrong_verdicts for finding in verdict.failures]
    if not any(finding.property == "span" for finding in failures):
        remedy = "Add the loop that the statement forbids, and draw an input that makes it fail."
        cell = trial.task.cell("check")
        line = cell.line if cell else None
        yield Violation(f"No wrong answer exceeds the limit on `span`. {remedy}", line=line)
