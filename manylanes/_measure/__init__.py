"""Suites of cases, measured: one command, one sheet a suite."""

from manylanes._measure.case import Case, Counted, f32
from manylanes._measure.limit import Limits, limit
from manylanes._measure.plan import Plan
from manylanes._measure.run import Run
from manylanes._measure.series import Series
from manylanes._measure.suites import Suites, case

__all__ = [
    "Case",
    "Counted",
    "Limits",
    "Plan",
    "Run",
    "Series",
    "Suites",
    "case",
    "f32",
    "limit",
]
