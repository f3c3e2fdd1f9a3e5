"""Measured records, benchmark suites, and limits of machines without measurements."""

from manylanes._measure import Case, CountedCase, Limits, f32, find_case, find_suite, hardware_limit
from manylanes._record import Measurement, Quantity, Record, RecordError, SuiteResults

__all__ = [
    "Case",
    "CountedCase",
    "Limits",
    "Measurement",
    "Quantity",
    "Record",
    "RecordError",
    "SuiteResults",
    "f32",
    "find_case",
    "find_suite",
    "hardware_limit",
]
