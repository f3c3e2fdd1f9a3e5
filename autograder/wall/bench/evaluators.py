"""The judge's side of the processes that meet programs."""

from dataclasses import replace
from math import inf

from autograder.wall.box.limits import Limits
from autograder.wall.box.process import Process

_DAY_S = 86_400


class Evaluator(Process):
    """One process for programs.

    How long a program takes is bounded by what it does, before it runs; so a clock that runs out
    here means that the machine is slow, or we are, and never that the learner failed.
    """

    def __init__(self, limits: Limits, *, unsafe: bool = False) -> None:
        bounds = replace(limits, cpu_s=inf, idle_s=inf, total_cpu_s=_DAY_S)
        super().__init__("evaluator", bounds, unsafe=unsafe)
