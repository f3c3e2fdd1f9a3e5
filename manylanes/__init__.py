"""The instrument: what a program costs, how long it takes, and on what machine."""

from manylanes._device import Device, device
from manylanes._doubt import Excuse, Roof
from manylanes._quantity import Quantity
from manylanes._query import RecordError
from manylanes._record import Measurement, Record
from manylanes._time import Timing, time

__all__ = [
    "Device",
    "Excuse",
    "Measurement",
    "Quantity",
    "Record",
    "RecordError",
    "Roof",
    "Timing",
    "device",
    "time",
]
