"""Copies between the arrays of NumPy and those of the device. On a CPU both live in one memory."""

from typing import Any

from manylanes._measure.case import Case, Crossing, f32


def _unchanged(x: Any) -> Any:
    return x


def _copy(name: str, kib: int, crossing: Crossing) -> Case:
    return Case(
        name,
        {"kib": kib},
        _unchanged,
        (f32(256 * kib),),
        work=0,
        bytes=1024 * kib,
        donated="nothing",
        crossing=crossing,
    )


_WAYS: tuple[tuple[str, Crossing], ...] = (("put", "to device"), ("fetch", "from device"))
CASES = tuple(
    _copy(name, kib, crossing) for name, crossing in _WAYS for kib in (4, 64, 1024, 16384, 65536)
)
