"""Run the programs that the calls in a budget compile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder.core.grading.check import Check
from autograder.core.grading.judgement import first_failure
from autograder.core.inputs.cases import Case


def run_series(check: Check, key: bytes, run: Callable[[int, Case], list[Any]]) -> Any:
    """Run the program of each call in the budget, and return pairs of a case and its output.

    Scalars that were constants at compilation are not parameters of the program, and it is unknown
    which scalars these are. `run(index, case)` therefore returns one output for each subset of the
    arguments that fits the program's parameters, up to a limit. The output of a call is the first
    right one or, if none is right, the first one.
    """

    def run_one(index: int, case: Case) -> Any:
        outputs = run(index, case)
        right = (out for out in outputs if first_failure(check, [case], [out]) is None)
        return next(right, outputs[0])

    return [(case, run_one(index, case)) for index, case in enumerate(check.series(key))]
