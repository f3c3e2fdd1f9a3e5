"""Measurements as data: one file a machine, checked when read, asked by expression."""

from manylanes._record.quantity import Quantity
from manylanes._record.query import RecordError
from manylanes._record.record import Measurement, Record

__all__ = ["Measurement", "Quantity", "Record", "RecordError"]
