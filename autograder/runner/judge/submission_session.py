"""Manage the processes of one submission while it is judged."""

from dataclasses import dataclass, field
from functools import cached_property

from autograder.runner.judge.cell_runner import Runner
from autograder.runner.judge.evaluators import Evaluator, program_usage
from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.submissions.submission import Submission


@dataclass
class SubmissionSession:
    """The processes of one submission and the resources that they have used.

    All tasks share one worker, so the cells run once unless a request ends the worker. The judge
    sends requests to the worker in a fixed order: public inputs and exports at public sizes for
    every task, then exports at hidden sizes, and then functions on hidden inputs.
    """

    submission: Submission
    limits: Limits
    unsafe: bool
    used: SubmissionUsage = field(init=False)
    used_by_programs: SubmissionUsage = field(init=False)

    def __post_init__(self) -> None:
        self.used, self.used_by_programs = SubmissionUsage(self.limits), program_usage(self.limits)

    @cached_property
    def runner(self) -> Runner:
        """Return the process that runs the cells, calls functions and exports programs."""
        return Runner(self.submission, self.limits, unsafe=self.unsafe, account=self.used)

    @cached_property
    def freezer(self) -> Evaluator:
        """Return the process that converts all programs to canonical form, without any input."""
        return self.evaluator()

    def evaluator(self) -> Evaluator:
        """Return a new process for the programs of one task. The caller closes it."""
        return Evaluator(self.limits, unsafe=self.unsafe, account=self.used_by_programs)

    def close(self) -> None:
        """End the worker and the freezer. Their next requests start new processes."""
        self.runner.close()
        self.freezer.close()
