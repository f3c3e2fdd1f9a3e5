"""Count the cost of a JAX program, time the program, and compare both with hardware limits.

Measured records and benchmark suites are in `manylanes.records`.

Each public name is imported on first use, because importing JAX takes most of a second. Programs
that only read array specifications (`manylanes._specs`) do not need JAX.
"""

from contextlib import suppress
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manylanes import records as records
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
    from manylanes._listing import Listing as Listing
    from manylanes._listing import listing as listing
    from manylanes._measure_roof import measure_roof as measure_roof
    from manylanes._roof import Roof as Roof
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
    "_listing": ("Listing", "listing"),
    "_measure_roof": ("measure_roof",),
    "_roof": ("Roof",),
    "_roofline": ("Roofline", "roofline"),
    "_time": ("Timing", "time"),
}
__all__ = sorted(["records", *(name for names in _MODULES.values() for name in names)])


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    if name == "records":
        return import_module("manylanes.records")
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"manylanes.{module}"), name)
    raise AttributeError(f"manylanes has no {name!r}; it has {', '.join(__all__)}")


def _version() -> str:
    """Return the version of the installed package, which is `manylanes` or the course's wheel."""
    for package in ("manylanes", "many-lanes"):
        with suppress(metadata.PackageNotFoundError):
            return metadata.version(package)
    return "unknown"


def __dir__() -> list[str]:
    return __all__
