"""Handing in late: when it was, and what the instructor's rule takes for it."""

from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from autograder.core.messages.errors import CourseError
from autograder.nbgrader.internals import checked_penalty
from autograder.nbgrader.policy import Policy, PolicyPenalty

MARK = (
    "late.txt"  # where a platform says that it is late, and not when: collected beside the notebook
)


@dataclass(frozen=True)
class Times:
    """Of one hand-in; the due date with the extension that the student has."""

    handed_in: datetime | None
    due: datetime | None

    @property
    def seconds_late(self) -> float:
        """Nothing where either is not known."""
        if self.handed_in is None or self.due is None:
            return 0.0
        return max(0.0, (self.handed_in - self.due).total_seconds())


class LateRule:
    """`c.AssignLatePenalties.plugin_class`, as nbgrader uses it."""

    def __init__(self, config: Any, policy: Policy) -> None:
        from nbgrader.preprocessors import AssignLatePenalties
        from traitlets import TraitError

        try:
            self._step = AssignLatePenalties(config=config)
            self._step.init_plugin()
        except (TraitError, ImportError) as error:
            problem = f"The late penalty's plugin_class cannot be used: {error}"
            raise CourseError(problem, "Mend its line in nbgrader_config.py.") from error
        if policy.late and not isinstance(self._step.plugin_inst, PolicyPenalty):
            problem = "Both policy.toml and nbgrader_config.py say what handing in late costs."
            raise CourseError(
                problem, "Take [late] out of the one, or plugin_class out of the other."
            )

    def penalty(self, student: str, score: float, times: Times) -> float:
        """Not more than there is to lose."""
        if not (late := times.seconds_late):
            return 0.0
        taken = self._step.plugin_inst.late_submission_penalty(student, score, late)
        return checked_penalty(self._step, SimpleNamespace(score=score), taken or 0.0)
