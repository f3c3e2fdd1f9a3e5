"""Start the processes that run programs."""

from dataclasses import replace
from math import inf

from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.process import Process

_DAY_S = 86_400


class Evaluator(Process):
    """A process that runs programs.

    The counted operations of a program are limited before it runs. The
    CPU time is limited as well, in case the count is too low. Idle time is not limited, because a
    program never waits.
    """

    def __init__(
        self, limits: Limits, *, unsafe: bool = False, account: SubmissionUsage | None = None
    ) -> None:
        bounds = program_limits(limits)
        super().__init__(
            "evaluator", bounds, unsafe=unsafe, account=account or program_usage(limits)
        )


def program_usage(limits: Limits) -> SubmissionUsage:
    """Return the resource account for the programs of one submission, over all processes."""
    return SubmissionUsage(program_limits(limits), "The programs of this notebook")


def program_limits(limits: Limits) -> Limits:
    """Return the limits of an evaluator, in the fields of the limits of a worker."""
    return replace(
        limits,
        cpu_s=limits.program_cpu_s,
        all_cpu_s=limits.all_programs_cpu_s,
        idle_s=inf,
        all_idle_s=inf,
        all_blob_bytes=inf,  # results larger than the expected ones are never sent
        total_cpu_s=_DAY_S,
    )
