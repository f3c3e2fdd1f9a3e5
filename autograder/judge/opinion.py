"""What a program gives on its cases; nobody fails by an interpreter's word alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograder.draw.cases import Case
from autograder.judge.check import Check
from autograder.judge.judgement import first_failure

Run = Callable[[Case, bool], Any]


def run_cases(check: Check, cases: Sequence[Case], run: Run) -> list[Any]:
    """The outputs, as `run(case, compiled)` gives them.

    A pass needs no second opinion, since every answer is compared with one that was worked out in
    another way. A failure is given only by the programs as XLA compiles them, as learners run them.
    """
    outputs = [run(case, False) for case in cases]
    if first_failure(check, cases, outputs):
        outputs = [run(case, True) for case in cases]
    return outputs
