"""Run the cases of a task with the interpreter, and again with XLA if any of them fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograder.core.grading.check import Check
from autograder.core.grading.judgement import first_failure
from autograder.core.inputs.cases import Case

Run = Callable[[Sequence[Case], bool], list[Any]]


def run_cases(check: Check, cases: Sequence[Case], run: Run) -> list[Any]:
    """Return the outputs of `run(cases, compiled)`.

    A pass in the interpreter is final, because each output equals an independently computed answer.
    A failure is reported only for the compiled programs, which are what students run.
    """
    outputs = run(cases, False)
    if first_failure(check, cases, outputs):
        outputs = run(cases, True)
    return outputs


def run_series(check: Check, key: bytes, run: Callable[[int, Case, bool], Any]) -> Any:
    """Run the programs of the stated calls and return pairs of a case and its output.

    `run(index, case, compiled)` returns a list of outputs. A program may drop scalars that were
    constants when it was compiled, and does not record which. `run` therefore returns one output
    for each assignment of arguments that fits, and any right one counts.
    """
    indices = {id(case): index for index, case in enumerate(check.series(key))}

    def run_one(case: Case, compiled: bool) -> Any:
        outputs = run(indices[id(case)], case, compiled)
        right = (out for out in outputs if first_failure(check, [case], [out]) is None)
        return next(right, outputs[0])

    def run_all(cases: Sequence[Case], compiled: bool) -> list[Any]:
        return [run_one(case, compiled) for case in cases]

    cases = check.series(key)
    return list(zip(cases, run_cases(check, cases, run_all), strict=True))
