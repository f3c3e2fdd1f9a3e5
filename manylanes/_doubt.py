"""Above the roof nothing is believed until one of six honest excuses explains it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from manylanes._device import Device
from manylanes._record import Record
from manylanes._record.join import fastest
from manylanes._record.quantity import MARGIN


class Excuse(StrEnum):
    NOT_AWAITED = "not awaited"
    DEAD_CODE = "dead code removed"
    IN_CACHE = "data in cache"
    ALGORITHM = "another algorithm"
    PRECISION = "lower precision"
    BUSY_ROOF = "busy roof"

    @property
    def meaning(self) -> str:
        return _MEANING[self]


_MEANING = {
    Excuse.NOT_AWAITED: "the clock stopped before the device had finished; wait for the result",
    Excuse.DEAD_CODE: "the compiler removed work whose result is not used; return what you time",
    Excuse.IN_CACHE: "the data came from a cache; use more data than the largest cache holds",
    Excuse.ALGORITHM: "the library does less arithmetic than the formula (Winograd, FFT)",
    Excuse.PRECISION: "the products ran in fewer bits (TF32, bf16); pin the matmul precision",
    Excuse.BUSY_ROOF: "the roof was measured on a busy machine; measure it again on an idle one",
}
_ABOVE_COMPUTE = (
    Excuse.NOT_AWAITED,
    Excuse.DEAD_CODE,
    Excuse.ALGORITHM,
    Excuse.PRECISION,
    Excuse.BUSY_ROOF,
)
_ABOVE_MEMORY = (Excuse.NOT_AWAITED, Excuse.DEAD_CODE, Excuse.IN_CACHE, Excuse.BUSY_ROOF)


@dataclass(frozen=True)
class Roof:
    """The most this device was seen to do: FLOP/s, and B/s between it and its memory.

    `call_s` is what a call costs that does nothing. `device` says whose roof it is; None is
    taken for any. `quiet`: somebody has noted that the machine was, and nothing speaks against it.
    """

    rate: float
    bandwidth: float
    call_s: float = 0.0
    device: Mapping[str, Any] | None = None
    quiet: bool = False

    def __post_init__(self) -> None:
        numbers = (self.rate, self.bandwidth, self.call_s)
        are = all(isinstance(number, int | float) for number in numbers)
        if not are or not (self.rate > 0 and self.bandwidth > 0 and self.call_s >= 0):
            raise ValueError(
                f"A roof's rate and bandwidth are above 0, in FLOP/s and B/s, and its call_s is "
                f"not below; given were {self.rate}, {self.bandwidth} and {self.call_s}."
            )

    @classmethod
    def of(cls, record: Record) -> Roof:
        if not isinstance(record, Record):
            raise ValueError(f"A roof is of a Record, not of {record!r}: Record.load(folder).")
        compute, memory, call = record.found(
            "roof[kind=compute].time / roof[kind=memory].time / overhead.time"
        )
        sheet = record.roofs_from
        noted = sheet.conditions is not None and sheet.conditions.load is not None
        return cls(
            compute.work / fastest(compute),
            memory.bytes / fastest(memory),
            call.quantity("time").median,
            record.device,
            quiet=noted and not sheet.noise,
        )


# What decides how high a roof is; the rest of a device may differ.
_DECIDES = ("kind", "name", "cores", "lanes")


def refuse_elsewhere(roof: Roof, here: Device) -> None:
    """ValueError where the roof is of another machine: nothing here can be held against it."""
    for name in _DECIDES if roof.device is not None else ():
        then, now = (roof.device or {}).get(name), getattr(here, name)
        if then != now:
            raise ValueError(
                f"This roof is of another machine: {name} is {then!r} there and {now!r} here. "
                "Take one here with `manylanes measure --suite roofs --out mine`, then "
                "give roof=Roof.of(Record.load('mine'))."
            )


def question(
    seconds: float, work: int, bytes: int, roof: Roof, ruled_out: Collection[Excuse] = ()
) -> tuple[Excuse, ...]:
    """What can explain work or bytes done faster than the roof allows; nothing below it.

    `ruled_out` is what evidence excludes. When it excludes every excuse, one piece of evidence
    is wrong, and all of them stand again.
    """
    candidates: list[Excuse] = []
    if work > MARGIN * roof.rate * seconds:
        candidates += _ABOVE_COMPUTE
    if bytes > MARGIN * roof.bandwidth * seconds:
        candidates += _ABOVE_MEMORY
    candidates = [excuse for excuse in Excuse if excuse in candidates]
    excluded = {*ruled_out, *([Excuse.BUSY_ROOF] if roof.quiet else [])}
    return tuple(excuse for excuse in candidates if excuse not in excluded) or tuple(candidates)
