"""The kind `interactive`: a Python function that uses a simulated device, such as a timer.

The output is the pair of the function's result and the log of the device. An answer passes only if
the result and the log are right.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, ClassVar

from autograder.core.grading.check import Check
from autograder.core.grading.compare_outputs import data
from autograder.core.grading.device import Device, Handle, Simulator
from autograder.core.grading.expected import Expected
from autograder.core.grading.plain_data import as_data
from autograder.core.grading.structure_hints import ANSWER
from autograder.core.inputs.cases import Case
from autograder.core.kinds.function import Function
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Finding


@dataclass(frozen=True)
class Interactive(Function):
    """A Python function that receives a handle to a device as one of its arguments."""

    name: ClassVar[str] = "interactive"
    description: ClassVar[str] = "program that talks to a device"

    def run_trusted(self, function: Any, case: Case) -> Any:
        place, simulator = create_simulator(case)
        args: list[Any] = copy.deepcopy(list(case.args))
        args[place] = Handle(simulator.methods, simulator.send)
        return as_data(function(*args)), simulator.log

    def expected(self, check: Check, case: Case) -> Expected:
        if check.spec is not None:
            raise CourseError(
                f"{check.task}: an interactive task has no spec.",
                "Use a law, or compare with the solution.",
            )
        return super().expected(check, case)

    def compare(self, check: Check, expected: Expected, output: Any) -> Finding | None:
        (want, want_log), (have, log) = expected.values, output
        return data(want, have, check.tolerance, ANSWER) or data(
            want_log, log, check.tolerance, "The log of the device"
        )

    def same_answer(self, check: Check, expected: Expected, one: Any, other: Any) -> bool:
        """Return True if the results are equal. If that of `one` is None, compare the logs."""
        place = 1 if one[0] is None else 0
        return data(one[place], other[place], check.tolerance, "") is None


def create_simulator(case: Case) -> tuple[int, Simulator]:
    """Return the index of the device among the arguments, and a simulator for one call.

    Raise CourseError unless exactly one argument is a device.
    """
    places = [place for place, arg in enumerate(case.args) if isinstance(arg, Device)]
    if len(places) != 1:
        problem = f"`given` draws {len(places)} devices."
        raise CourseError(problem, "Return one, derived from `Device`, among the arguments.")
    return places[0], Simulator(case.args[places[0]])


INTERACTIVE = Interactive()
