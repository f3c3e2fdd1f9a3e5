"""A program's results, interpreted or compiled: nobody fails by the interpreter's word alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograder.core.grading.check import Check
from autograder.core.grading.judgement import first_failure
from autograder.core.inputs.cases import Case

Run = Callable[[Sequence[Case], bool], list[Any]]


def run_cases(check: Check, cases: Sequence[Case], run: Run) -> list[Any]:
    """The outputs, as `run(cases, compiled)` gives them.

    A pass needs no second opinion, since every answer is compared with one that was worked out in
    another way. A failure is given only by the programs as XLA compiles them, as learners run them.
    """
    outputs = run(cases, False)
    if first_failure(check, cases, outputs):
        outputs = run(cases, True)
    return outputs


def run_series(check: Check, key: bytes, run: Callable[[int, Case, bool], Any]) -> Any:
    """What the programs of the stated calls give, beside their cases; `run` knows them by number.

    A program may leave out numbers that it was compiled for, and does not say which: so a run
    gives what comes out for each choice of arguments that fits, and the right one counts.
    """
    numbers = {id(case): number for number, case in enumerate(check.series(key))}

    def best(case: Case, compiled: bool) -> Any:
        outputs = run(numbers[id(case)], case, compiled)
        right = (out for out in outputs if first_failure(check, [case], [out]) is None)
        return next(right, outputs[0])

    def each(cases: Sequence[Case], compiled: bool) -> list[Any]:
        return [best(case, compiled) for case in cases]

    cases = check.series(key)
    return list(zip(cases, run_cases(check, cases, each), strict=True))
