"""Copies between NumPy arrays and device arrays. On a CPU, both arrays are in the same memory."""

from typing import Any, Literal

from manylanes.records import Case, f32

_SIZES = (4, 64, 1024, 16384, 65536)


def _identity(x: Any) -> Any:
    return x


def _copy(name: str, transfer: Literal["to device", "from device"], kib: int) -> Case:
    return Case(
        name,
        {"kib": kib},
        _identity,
        (f32(256 * kib),),
        work=0,
        bytes=1024 * kib,
        donated="nothing",
        transfer=transfer,
    )


CASES = (
    *(_copy("put", "to device", kib) for kib in _SIZES),
    *(_copy("fetch", "from device", kib) for kib in _SIZES),
)
