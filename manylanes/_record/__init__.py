"""Measurements: one results file per suite, joined into a record and read by queries."""

from manylanes._record.measurement import Measurement
from manylanes._record.quantity import Quantity
from manylanes._record.query import RecordError
from manylanes._record.record import Record
from manylanes._record.results import SuiteResults

__all__ = ["Measurement", "Quantity", "Record", "RecordError", "SuiteResults"]
