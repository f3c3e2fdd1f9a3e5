"""Run an answer in this process and gather what a verdict needs: for home, and for our own proofs.

The wall gathers the same evidence from elsewhere; nothing here is used for a grade.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from autograder._cases import Case
from autograder._check import Check
from autograder._data import as_data
from autograder._errors import StudentError
from autograder._expect import outcome
from autograder._judge import Evidence
from autograder._trouble import trouble
from autograder._verdict import Finding


def gather(check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
    """The outputs for these cases, and the costs if there is a budget."""
    if check.kind == "value":
        try:
            return Evidence([as_data(answer)])
        except StudentError as error:
            return Evidence([trouble(error)])
    if check.kind == "function":
        return Evidence([call(answer, case) for case in cases])
    return _Programs(answer).evidence(check, cases)


def call(answer: Callable[..., Any], case: Case) -> Any:
    """One call with plain data; a Finding if it gives none."""
    try:
        return as_data(answer(*copy.deepcopy(case.args)))
    except (Exception, SystemExit) as error:  # `exit()` in an answer ends the answer alone
        return trouble(error)


def runner(check: Check, answer: Callable[..., Any]) -> Callable[[Case], Any]:
    """How to run the answer on one more case, as `gather` does but without exporting."""

    def run(case: Case) -> Any:
        try:
            return outcome(answer, case, "program")
        except Exception as error:
            return trouble(error)

    return run if check.kind == "program" else lambda case: call(answer, case)


class _Programs:
    """A function exported once for each signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.made: dict[str, Any] = {}
        self.notes: tuple[str, ...] = ()

    def evidence(self, check: Check, cases: Sequence[Case]) -> Evidence:
        outputs = [self.output(case) for case in cases]
        if any(isinstance(output, Finding) for output in outputs):
            return Evidence(outputs, notes=self.notes)
        costs = [self.cost(signature) for _, signature in check.cost_points]
        programs = self.count(check.calls) if check.calls else None
        return Evidence(outputs, costs, programs, self.notes)

    def artifact(self, signature: tuple[Any, ...]) -> bytes | Finding:
        from autograder._program import export_program

        key = repr(signature)
        if key not in self.made:
            try:
                exported = export_program(self.function, signature)
                self.notes = exported.notes
                self.made[key] = exported.artifact
            except Exception as error:
                self.made[key] = trouble(error)
        made: bytes | Finding = self.made[key]
        return made

    def output(self, case: Case) -> Any:
        from autograder._program import load_program

        artifact = self.artifact(case.signature)
        if isinstance(artifact, Finding):
            return artifact
        key = "run " + repr(case.signature)
        if key not in self.made:
            self.made[key] = load_program(artifact)
        try:
            return self.made[key](case.inputs)
        except Exception as error:
            return trouble(error)

    def cost(self, signature: tuple[Any, ...]) -> Any:
        from autograder._program import artifact_cost

        artifact = self.artifact(signature)
        return artifact if isinstance(artifact, Finding) else artifact_cost(artifact)

    def count(self, calls: Sequence[tuple[Any, ...]]) -> int:
        from autograder._program import count_programs, export_call

        return count_programs([export_call(self.function, signature) for signature in calls])
