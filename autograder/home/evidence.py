"""Run an answer in this process and gather what a verdict needs: for home, and for our own proofs.

The wall gathers the same evidence from elsewhere; nothing here is used for a grade.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from autograder.draw.cases import Case
from autograder.judge.check import Check
from autograder.judge.data import as_data
from autograder.judge.expect import outcome
from autograder.judge.judgement import Evidence
from autograder.judge.opinion import run_cases
from autograder.program.rounds import keep_most
from autograder.say.errors import StudentError
from autograder.say.report import not_counted
from autograder.say.trouble import trouble
from autograder.say.verdict import Finding

if TYPE_CHECKING:
    from autograder.program.run import Program


def gather(check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
    """The outputs for these cases, and the costs if there is a budget."""
    if check.kind == "value":
        try:
            return Evidence([as_data(answer)])
        except StudentError as error:
            return Evidence([trouble(error)])
    if check.kind == "function":
        return Evidence([call(answer, case) for case in cases])
    from autograder.program.mlir import GONE

    return (
        _uncounted(answer, check, cases, GONE) if GONE else _Programs(answer, check).evidence(cases)
    )


def _uncounted(
    answer: Callable[..., Any], check: Check, cases: Sequence[Case], gone: Sequence[str]
) -> Evidence:
    """Values alone, as JAX runs them, where it lacks what the judge's program is made with."""
    run = runner(check, answer)
    return Evidence([run(case) for case in cases], notes=(not_counted(gone),), counted=False)


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
    """A function as one program for each signature."""

    def __init__(self, function: Callable[..., Any], check: Check) -> None:
        self.function, self.check = function, check
        self.made: dict[str, Program | Finding] = {}
        self.rounds: dict[str, dict[int, int]] = {}
        self.notes: tuple[str, ...] = ()

    def evidence(self, cases: Sequence[Case]) -> Evidence:
        outputs = run_cases(self.check, cases, self.output)
        if any(isinstance(output, Finding) for output in outputs):
            return Evidence(outputs, notes=self.notes)
        costs = [self.cost(signature) for _, signature in self.check.cost_points]
        dtypes = [made.dtypes for made in self.made.values() if not isinstance(made, Finding)]
        return Evidence(outputs, costs, self.count(), self.notes, dtypes=frozenset().union(*dtypes))

    def program(self, signature: tuple[Any, ...]) -> Program | Finding:
        from autograder.program.export import export_program
        from autograder.program.run import Program

        key = repr(signature)
        if key not in self.made:
            try:
                exported = export_program(self.function, signature)
                self.notes = exported.notes
                self.made[key] = Program.of(exported.artifact, self.check.routines)
            except Exception as error:
                self.made[key] = trouble(error)
        return self.made[key]

    def output(self, case: Case, compiled: bool) -> Any:
        program = self.program(case.signature)
        if isinstance(program, Finding):
            return program
        try:
            ran = program.run(case.inputs, compiled=compiled)
        except Exception as error:
            return trouble(error)
        keep_most(self.rounds.setdefault(repr(case.signature), {}), ran.rounds.items())
        return ran.result

    def cost(self, signature: tuple[Any, ...]) -> Any:
        program = self.program(signature)
        if isinstance(program, Finding):
            return program
        return program.cost(self.rounds.get(repr(signature)))

    def count(self) -> int | None:
        from autograder.program.export import export_call
        from autograder.program.form import canonical
        from autograder.program.run import count_programs

        calls, routines = self.check.calls, self.check.routines
        if not calls:
            return None
        made = [export_call(self.function, signature) for signature in calls]
        return count_programs([canonical(artifact, routines=routines) for artifact in made])
