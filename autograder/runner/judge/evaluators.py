"""Start evaluators, the sandboxed processes that run exported programs."""

from dataclasses import replace
from math import inf

from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.process import Process

_DAY_S = 86_400


class Evaluator(Process):
    """A sandboxed process that runs exported programs.

    A program that exceeds the limit on counted operations is not run. The CPU time is limited as
    well, because the number of operations may be underestimated. Idle time is not limited, because
    a program never waits.
    """

    def __init__(
        self, limits: Limits, *, unsafe: bool = False, account: SubmissionUsage | None = None
    ) -> None:
        bounds = program_limits(limits)
        super().__init__(
            "evaluator", bounds, unsafe=unsafe, account=account or program_usage(limits)
        )


def program_usage(limits: Limits) -> SubmissionUsage:
    """Return a new record of the resources that all programs of a submission use together."""
    return SubmissionUsage(program_limits(limits), "The programs of this notebook")


def program_limits(limits: Limits) -> Limits:
    """Return `limits` with changes for evaluators, such as the CPU time limit of programs."""
    return replace(
        limits,
        cpu_s=limits.program_cpu_s,
        all_cpu_s=limits.all_programs_cpu_s,
        idle_s=inf,
        all_idle_s=inf,
        all_blob_bytes=inf,  # much larger results than expected are never sent
        total_cpu_s=_DAY_S,
    )
