"""Hardware limits (`Roof`), and explanations of measurements that exceed them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from manylanes._device import Device
from manylanes._record import Record
from manylanes._record.quantity import MARGIN

# Explanations of a measurement that is faster than the hardware allows, and ways to correct it.
EXPLANATIONS = {
    "not awaited": "the clock stopped before the device had finished; wait for the result",
    "dead code removed": "the compiler removed work whose result is not used; return what you time",
    "data in cache": "the data came from a cache; use more data than fits in any cache",
    "another algorithm": "the library does less arithmetic than the formula (Winograd, FFT)",
    "lower precision": "the products used fewer bits (TF32, bf16); pin the matmul precision",
    "busy roof": "the roof was measured on a busy machine; measure it again on an idle one",
}
_ABOVE_COMPUTE = {*EXPLANATIONS} - {"data in cache"}
_ABOVE_MEMORY = {*EXPLANATIONS} - {"another algorithm", "lower precision"}


@dataclass(frozen=True)
class Roof:
    """Peak rates of a device: `rate` in FLOP/s, memory `bandwidth` in B/s.

    `call_s` is the dispatch overhead of one call. `device` is the measured device, or None for any
    device. `quiet` is True if the load was recorded and the run shows no noise.
    """

    rate: float
    bandwidth: float
    call_s: float = 0.0
    device: Mapping[str, Any] | None = None
    quiet: bool = False

    def __post_init__(self) -> None:
        values = (self.rate, self.bandwidth, self.call_s)
        numeric = all(isinstance(value, int | float) for value in values)
        if not numeric or not (self.rate > 0 and self.bandwidth > 0 and self.call_s >= 0):
            raise ValueError(
                "Roof needs a rate above 0 in FLOP/s, a bandwidth above 0 in B/s and a call_s of "
                f"at least 0, not {self.rate}, {self.bandwidth} and {self.call_s}."
            )

    @classmethod
    def from_record(cls, record: Record) -> Roof:
        """Compute the roof of a machine from the roofs in `record.roof_results`.

        The peak rates are those of the fastest samples, and `call_s` is the median.
        """
        if not isinstance(record, Record):
            raise ValueError(
                f"Roof.from_record takes a Record, not {record!r}: use Record.load(folder)."
            )
        compute, memory, call = record.find(
            "roof[kind=compute].time / roof[kind=memory].time / overhead.time"
        )
        results = record.roof_results
        load_known = results.conditions is not None and results.conditions.load is not None
        return cls(
            compute.work / compute.fastest_s,
            memory.bytes / memory.fastest_s,
            call.quantity("time").median,
            record.device,
            quiet=load_known and not results.noise,
        )


# The fields of a device that determine its roof.
_DEVICE_FIELDS = ("kind", "name", "cores", "lanes")


def require_same_device(roof: Roof, here: Device) -> None:
    """Raise ValueError if the roof was measured on a device unlike `here` (see _DEVICE_FIELDS)."""
    for name in _DEVICE_FIELDS if roof.device is not None else ():
        recorded, current = (roof.device or {}).get(name), getattr(here, name)
        if recorded != current:
            raise ValueError(
                f"This roof is of a different machine: {name} is {recorded!r} there and "
                f"{current!r} here. "
                "Measure a roof here with `manylanes measure --suite roofs --out mine`, then "
                "pass roof=Roof.from_record(Record.load('mine'))."
            )


def explain_excess(
    seconds: float,
    work: int,
    bytes_moved: int,
    roof: Roof,
    ruled_out: Collection[str] = (),
) -> tuple[str, ...]:
    """Return the possible explanations of a time that is shorter than the roof allows.

    The result is empty unless the time exceeds a peak rate by more than `MARGIN`. `ruled_out`
    contains the explanations that evidence excludes, and a quiet roof also excludes "busy roof". If
    every candidate is excluded, some evidence is wrong, and all candidates are returned.
    """
    if unknown := {*ruled_out} - {*EXPLANATIONS}:
        raise ValueError(f"Unknown explanations: {', '.join(sorted(unknown))}.")
    candidates = set[str]()
    if work > MARGIN * roof.rate * seconds:
        candidates |= _ABOVE_COMPUTE
    if bytes_moved > MARGIN * roof.bandwidth * seconds:
        candidates |= _ABOVE_MEMORY
    excluded = {*ruled_out, *(["busy roof"] if roof.quiet else [])}
    remaining = candidates - excluded or candidates
    return tuple(each for each in EXPLANATIONS if each in remaining)
