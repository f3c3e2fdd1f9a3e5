"""The instrument: what a program costs, how long it takes, and on what machine."""

from manylanes._cost import (
    Bound,
    Cost,
    Held,
    LoopAt,
    OpCost,
    PlaceCost,
    Row,
    SpecError,
    cost,
    residuals,
    table,
)
from manylanes._device import Device, device
from manylanes._doubt import Excuse, Roof
from manylanes._record import Measurement, Quantity, Record, RecordError, Sheet
from manylanes._roofline import Roofline, roofline
from manylanes._time import Timing, time

__all__ = [
    "Bound",
    "Cost",
    "Device",
    "Excuse",
    "Held",
    "LoopAt",
    "Measurement",
    "OpCost",
    "PlaceCost",
    "Quantity",
    "Record",
    "RecordError",
    "Roof",
    "Roofline",
    "Row",
    "Sheet",
    "SpecError",
    "Timing",
    "cost",
    "device",
    "residuals",
    "roofline",
    "table",
    "time",
]
