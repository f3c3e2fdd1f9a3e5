"""Plain Python that talks to a device we simulate: timers, schedulers.

The output is a pair, what the function returns and the device's own log, so that an answer which
only knows the right number has not done the work.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
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
    """One of the arguments is a device, for which the answer gets a handle."""

    name: ClassVar[str] = "interactive"
    description: ClassVar[str] = "program that talks to a device"

    def run_trusted(self, function: Any, case: Case) -> Any:
        place, simulator = simulated(case)
        args: list[Any] = copy.deepcopy(list(case.args))
        args[place] = Handle(simulator.methods, simulator.send)
        return as_data(function(*args)), simulator.log

    def expected(self, check: Check, case: Case) -> Expected:
        if check.spec is not None:
            raise CourseError(f"{check.task}: a device is judged by a law or by the solution.")
        return super().expected(check, case)

    def compare(self, check: Check, expected: Expected, output: Any) -> Finding | None:
        (want, noted), (have, log) = expected.values, output
        return data(want, have, check.tolerance, ANSWER) or data(
            noted, log, check.tolerance, "The log of the device"
        )

    def same_answer(self, check: Check, expected: Expected, one: Any, other: Any) -> bool:
        """The same number, by whatever messages; the same messages where nothing is returned."""
        place = 1 if one[0] is None else 0
        return data(one[place], other[place], check.tolerance, "") is None

    def compare_parts(
        self, check: Check, expected: Expected, one: Any, other: Any
    ) -> Iterator[bool]:
        """One: of the pair each goes with the other."""
        yield self.same_mistake(check, expected, one, other)


def simulated(case: Case) -> tuple[int, Simulator]:
    """Where the device stands among the arguments, and one of its own for this call."""
    places = [place for place, arg in enumerate(case.args) if isinstance(arg, Device)]
    if len(places) != 1:
        problem = f"`given` draws {len(places)} devices."
        raise CourseError(problem, "Return one, derived from `Device`, among the arguments.")
    return places[0], Simulator(case.args[places[0]])


INTERACTIVE = Interactive()
