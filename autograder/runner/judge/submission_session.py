"""One submission before the judge: its processes, and what each of them has met."""

from dataclasses import dataclass, field
from functools import cached_property

from autograder.runner.judge.cell_runner import Runner
from autograder.runner.judge.evaluators import Evaluator, opened
from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.submissions.normalize import Submission


@dataclass
class Sitting:
    """Its processes come and go; what they have used adds up.

    Cells run once, in one process, since a learner's may take seconds. So it is asked in an order:
    what is public, of every task; at sizes that are hidden; last, functions on hidden inputs.
    """

    submission: Submission
    limits: Limits
    unsafe: bool
    used: SubmissionUsage = field(init=False)
    used_by_programs: SubmissionUsage = field(init=False)

    def __post_init__(self) -> None:
        self.used, self.used_by_programs = SubmissionUsage(self.limits), opened(self.limits)

    @cached_property
    def runner(self) -> Runner:
        """Runs the cells, and answers with programs and data."""
        return Runner(self.submission, self.limits, unsafe=self.unsafe, account=self.used)

    @cached_property
    def freezer(self) -> Evaluator:
        """Meets programs of all tasks, and no input."""
        return self.evaluator()

    def evaluator(self) -> Evaluator:
        """For the programs of one task and their inputs; whoever asks for it closes it."""
        return Evaluator(self.limits, unsafe=self.unsafe, account=self.used_by_programs)

    def close(self) -> None:
        """End what runs; whatever is asked next starts it anew."""
        self.runner.close()
        self.freezer.close()
