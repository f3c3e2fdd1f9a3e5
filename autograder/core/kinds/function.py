"""The kind `function`: a plain Python function that is called with plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from autograder.core.grading.check import Check, Kind
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.plain_data import as_data, copy_arguments
from autograder.core.inputs.cases import Case
from autograder.core.messages.errors import CourseError
from autograder.core.messages.explain_error import error_finding


@dataclass(frozen=True)
class Function(Kind):
    """A Python function, which receives all inputs. Reports do not reveal the hidden ones."""

    name: ClassVar[str] = "function"
    description: ClassVar[str] = "Python function"

    def run_trusted(self, function: Any, case: Case) -> Any:
        return as_data(function(*copy_arguments(case.args)))

    def gather(self, check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
        return Evidence([self._call(answer, case) for case in cases])

    def runner(self, check: Check, answer: Any) -> Callable[[Case], Any]:
        return lambda case: self._call(answer, case)

    def _call(self, answer: Any, case: Case) -> Any:
        """Call the answer and return its output, or a Finding if the call raises an error.

        A CourseError is raised again, because it is not an error of the answer.
        """
        try:
            return self.run_trusted(answer, case)
        except CourseError:
            raise
        except (Exception, SystemExit) as error:  # SystemExit: `exit()` ends only the answer
            return error_finding(error)


FUNCTION = Function()
