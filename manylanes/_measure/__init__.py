"""Measure suites of cases; each run writes one results file per suite."""

from manylanes._measure.case import Case, CountedCase, f32
from manylanes._measure.host import Host, select_compared
from manylanes._measure.limits import Limits, hardware_limit
from manylanes._measure.plan import Plan
from manylanes._measure.run import Run
from manylanes._measure.series import Series
from manylanes._measure.suites import Suites, find_case, find_suite

__all__ = [
    "Case",
    "CountedCase",
    "Host",
    "Limits",
    "Plan",
    "Run",
    "Series",
    "Suites",
    "f32",
    "find_case",
    "find_suite",
    "hardware_limit",
    "select_compared",
]
