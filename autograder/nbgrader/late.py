"""Compute late penalties from submission times, due dates and the instructor's rule."""

from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from autograder.core.messages.errors import CourseError
from autograder.nbgrader.internals import limit_penalty
from autograder.nbgrader.policy import Policy, PolicyPenalty

# `collect` writes this file beside a notebook that a platform marks as late without a time.
LATE_FILE = "late.txt"


@dataclass(frozen=True)
class SubmissionTimes:
    """A student's submission time and due date in UTC. The due date includes any extension."""

    handed_in: datetime | None
    due: datetime | None

    @property
    def seconds_late(self) -> float:
        """The seconds by which the submission is late, or 0 if either time is unknown."""
        if self.handed_in is None or self.due is None:
            return 0.0
        return max(0.0, (self.handed_in - self.due).total_seconds())


class LateRule:
    """Compute penalties with the plug-in that `c.AssignLatePenalties.plugin_class` names.

    Raise CourseError if the plug-in cannot be used, or if policy.toml defines a penalty, too.
    """

    def __init__(self, config: Any, policy: Policy) -> None:
        from nbgrader.preprocessors import AssignLatePenalties
        from traitlets import TraitError

        try:
            self._step = AssignLatePenalties(config=config)
            self._step.init_plugin()
        except (TraitError, ImportError) as error:
            problem = f"The late penalty's plugin_class cannot be used: {error}"
            raise CourseError(problem, "Correct its line in nbgrader_config.py.") from error
        if policy.late and not isinstance(self._step.plugin_inst, PolicyPenalty):
            problem = "Both policy.toml and nbgrader_config.py define a late penalty."
            raise CourseError(
                problem, "Remove [late] from the first, or plugin_class from the second."
            )

    def penalty(self, student: str, score: float, times: SubmissionTimes) -> float:
        """Return the points to subtract, from 0 for a submission in time to `score`."""
        if not (late := times.seconds_late):
            return 0.0
        taken = self._step.plugin_inst.late_submission_penalty(student, score, late)
        return limit_penalty(self._step, SimpleNamespace(score=score), taken or 0.0)
