"""The instrument: what a program costs, how long it takes, and on what machine.

A name comes from its room when it is first asked for: JAX takes most of a second to import, and
who only reads array words (`given` in a task file) does without it.
"""

from contextlib import suppress
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manylanes._compare import Comparison as Comparison
    from manylanes._compare import compare as compare
    from manylanes._cost import Bound as Bound
    from manylanes._cost import Cost as Cost
    from manylanes._cost import LiveArray as LiveArray
    from manylanes._cost import LoopAt as LoopAt
    from manylanes._cost import OpCost as OpCost
    from manylanes._cost import PlaceCost as PlaceCost
    from manylanes._cost import Row as Row
    from manylanes._cost import SpecError as SpecError
    from manylanes._cost import cost as cost
    from manylanes._cost import residuals as residuals
    from manylanes._cost import table as table
    from manylanes._device import Device as Device
    from manylanes._device import device as device
    from manylanes._doubt import Excuse as Excuse
    from manylanes._doubt import Roof as Roof
    from manylanes._here import roof as roof
    from manylanes._listing import Listing as Listing
    from manylanes._listing import listing as listing
    from manylanes._measure import Case as Case
    from manylanes._measure import Counted as Counted
    from manylanes._measure import Limits as Limits
    from manylanes._measure import case as case
    from manylanes._measure import f32 as f32
    from manylanes._measure import limit as limit
    from manylanes._record import Measurement as Measurement
    from manylanes._record import Quantity as Quantity
    from manylanes._record import Record as Record
    from manylanes._record import RecordError as RecordError
    from manylanes._record import Sheet as Sheet
    from manylanes._roofline import Roofline as Roofline
    from manylanes._roofline import roofline as roofline
    from manylanes._time import Timing as Timing
    from manylanes._time import time as time

_MODULES = {
    "_compare": ("Comparison", "compare"),
    "_cost": (
        "Bound",
        "Cost",
        "LiveArray",
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
__all__ = sorted(name for names in _MODULES.values() for name in names)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    for room, names in _MODULES.items():
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
