"""What came of running plain Python in the worker, as data that the core judges."""

from collections.abc import Callable, Sequence
from typing import Any

from autograder.core.grading.check import Check
from autograder.core.grading.evidence import Evidence
from autograder.core.inputs.cases import Case
from autograder.core.messages.verdict import Finding
from autograder.runner.judge.cell_runner import Runner
from autograder.runner.judge.run_programs import FINAL, read_result
from autograder.runner.sandbox import channel

FORGED = "The values did not arrive: code of the notebook wrote into the judge's own channel."


def taken(check: Check, cases: Sequence[Case], runner: Runner) -> Evidence:
    """The values as they stand."""
    request = {"op": "value", "task": check.task, "names": list(check.names)}
    values = read_result(runner.ask(request))
    if not isinstance(values, Finding) and not _each_named(check, values):
        values = Finding("structure", False, FORGED)
    return Evidence([values])


def _each_named(check: Check, values: Any) -> bool:
    """Our own code sends so; whoever took its place sends anything."""
    return isinstance(values, tuple) and len(values) == len(check.names)


def called(check: Check, cases: Sequence[Case], runner: Runner) -> Evidence:
    """One task's function, called once for each case."""

    def call(case: Case) -> Any:
        blobs: list[bytes] = []
        args = channel.encode(list(case.args), blobs)
        return read_result(
            runner.ask(
                {"op": "call", "task": check.task, "names": list(check.names), "args": args}, blobs
            )
        )

    return each(cases, call)


def each(cases: Sequence[Case], call: Callable[[Case], Any]) -> Evidence:
    """What comes of each case, until one had to be ended or was too long: one is enough."""
    outputs: list[Any] = []
    for case in cases:
        outputs.append(outputs[-1] if _ended(outputs) else call(case))
    return Evidence(outputs)


def _ended(outputs: Sequence[Any]) -> bool:
    last = outputs[-1] if outputs else None
    return isinstance(last, Finding) and last.property in FINAL
