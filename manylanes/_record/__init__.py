"""Measurements as data: one sheet a suite, joined when read, asked by expression."""

from manylanes._record.measurement import Measurement
from manylanes._record.quantity import Quantity
from manylanes._record.query import RecordError
from manylanes._record.record import Record
from manylanes._record.sheet import Sheet

__all__ = ["Measurement", "Quantity", "Record", "RecordError", "Sheet"]
