"""The judge's side of the processes that meet programs."""

from dataclasses import replace
from math import inf

from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.process import Process

_DAY_S = 86_400


class Evaluator(Process):
    """One process for programs.

    How long a program takes is bounded by what it does, before it runs. Its processor time is
    bounded as well, where our count of what it does falls short. It has nothing to wait for.
    """

    def __init__(
        self, limits: Limits, *, unsafe: bool = False, account: SubmissionUsage | None = None
    ) -> None:
        bounds = for_programs(limits)
        super().__init__("evaluator", bounds, unsafe=unsafe, account=account or opened(limits))


def opened(limits: Limits) -> SubmissionUsage:
    """For the programs of one submission, in however many processes they run."""
    return SubmissionUsage(for_programs(limits), "The programs of this notebook")


def for_programs(limits: Limits) -> Limits:
    """What holds for an evaluator, in the places of what holds for a worker."""
    return replace(
        limits,
        cpu_s=limits.program_cpu_s,
        all_cpu_s=limits.all_programs_cpu_s,
        idle_s=inf,
        all_idle_s=inf,
        all_raw=inf,  # no result is sent that is larger than what was asked for
        total_cpu_s=_DAY_S,
    )
