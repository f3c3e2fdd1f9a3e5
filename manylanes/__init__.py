"""The instrument: what a program costs, how long it takes, and on what machine."""

from manylanes._cost import Bound, Cost, OpCost, Row, SpecError, cost, table
from manylanes._device import Device, device
from manylanes._doubt import Excuse, Roof
from manylanes._measure import Limits, case, limit
from manylanes._record import Measurement, Quantity, Record, RecordError, Sheet
from manylanes._time import Timing, time

__all__ = [
    "Bound",
    "Cost",
    "Device",
    "Excuse",
    "Limits",
    "Measurement",
    "OpCost",
    "Quantity",
    "Record",
    "RecordError",
    "Roof",
    "Row",
    "Sheet",
    "SpecError",
    "Timing",
    "case",
    "cost",
    "device",
    "limit",
    "table",
    "time",
]
