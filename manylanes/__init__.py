"""The instrument: what a program costs, how long it takes, and on what machine.

A name comes from its room when it is first asked for: JAX takes most of a second to import, and
who only reads array words (`given` in a task file) does without it.
"""

from contextlib import suppress
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manylanes._compare import Comparison, compare
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
    from manylanes._here import roof
    from manylanes._listing import Listing, listing
    from manylanes._measure import Case, Counted, Limits, case, f32, limit
    from manylanes._record import Measurement, Quantity, Record, RecordError, Sheet
    from manylanes._roofline import Roofline, roofline
    from manylanes._time import Timing, time

__all__ = [
    "Bound",
    "Case",
    "Comparison",
    "Cost",
    "Counted",
    "Device",
    "Excuse",
    "Held",
    "Limits",
    "Listing",
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
    "case",
    "compare",
    "cost",
    "device",
    "f32",
    "limit",
    "listing",
    "residuals",
    "roof",
    "roofline",
    "table",
    "time",
]
_ROOMS = {
    "_compare": ("Comparison", "compare"),
    "_cost": (
        "Bound",
        "Cost",
        "Held",
        "LoopAt",
        "OpCost",
        "PlaceCost",
        "Row",
        "SpecError",
        "cost",
        "residuals",
        "table",
    ),
    "_device": ("Device", "device"),
    "_doubt": ("Excuse", "Roof"),
    "_here": ("roof",),
    "_listing": ("Listing", "listing"),
    "_measure": ("Case", "Counted", "Limits", "case", "f32", "limit"),
    "_record": ("Measurement", "Quantity", "Record", "RecordError", "Sheet"),
    "_roofline": ("Roofline", "roofline"),
    "_time": ("Timing", "time"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"manylanes.{room}"), name)
    raise AttributeError(f"manylanes has no {name!r}; it has {', '.join(__all__)}")


def _version() -> str:
    """The course's wheel carries the instrument too, and is installed under its own name."""
    for package in ("manylanes", "many-lanes"):
        with suppress(metadata.PackageNotFoundError):
            return metadata.version(package)
    return "unknown"


def __dir__() -> list[str]:
    return __all__
