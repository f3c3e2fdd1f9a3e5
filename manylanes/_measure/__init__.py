"""The course's measurement suites: one command, one sheet a suite."""

from manylanes._measure.limit import Limits, limit
from manylanes._measure.plan import Plan
from manylanes._measure.run import Run
from manylanes._measure.series import Series
from manylanes._measure.suites import case, suites

__all__ = ["Limits", "Plan", "Run", "Series", "case", "limit", "suites"]
