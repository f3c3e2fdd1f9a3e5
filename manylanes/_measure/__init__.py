"""The course's measurement suite: one command, one record."""

from manylanes._measure.plan import Plan
from manylanes._measure.run import Run
from manylanes._measure.suites import suites

__all__ = ["Plan", "Run", "suites"]
