"""Gather the outputs of answers that are Python functions or values, for the verdict."""

from collections.abc import Callable, Sequence
from typing import Any

from autograder.core.grading.check import Check
from autograder.core.grading.evidence import Evidence
from autograder.core.inputs.cases import Case
from autograder.core.messages.verdict import Finding
from autograder.runner.judge.cell_runner import Runner
from autograder.runner.judge.run_programs import FINAL, read_result
from autograder.runner.sandbox import channel

FORGED = (
    "The grader did not receive the values, because the notebook's code wrote to the file "
    "descriptor that the grader uses."
)


def gather_values(check: Check, cases: Sequence[Case], runner: Runner) -> Evidence:
    """Return evidence with one output: the values of the task's variables, or a finding."""
    request = {"op": "value", "task": check.task, "names": list(check.names)}
    values = read_result(runner.ask(request))
    if not isinstance(values, Finding) and not _each_named(check, values):
        values = Finding("structure", False, FORGED)
    return Evidence([values])


def _each_named(check: Check, values: Any) -> bool:
    """Return True if the untrusted values are a tuple with one value for each name."""
    return isinstance(values, tuple) and len(values) == len(check.names)


def gather_calls(check: Check, cases: Sequence[Case], runner: Runner) -> Evidence:
    """Call the student's function in the worker process for each case (see `call_each`)."""

    def call(case: Case) -> Any:
        blobs: list[bytes] = []
        args = channel.encode(list(case.args), blobs)
        return read_result(
            runner.ask(
                {"op": "call", "task": check.task, "names": list(check.names), "args": args}, blobs
            )
        )

    return call_each(cases, call)


def call_each(cases: Sequence[Case], call: Callable[[Case], Any]) -> Evidence:
    """Run `call` on each case.

    If the code is stopped or returns too much data (`FINAL`), the remaining cases are not run. The
    finding is then repeated for each remaining case.
    """
    outputs: list[Any] = []
    for case in cases:
        last = outputs[-1] if outputs else None
        has_ended = isinstance(last, Finding) and last.property in FINAL
        outputs.append(last if has_ended else call(case))
    return Evidence(outputs)
