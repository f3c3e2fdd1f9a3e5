"""Reads of a fixed number of elements with different strides."""

from typing import Any

from manylanes.records import Case, f32

_READ = 2**21
_LENGTH = 2**26  # 256 MiB; reads with the largest stride cover the whole array


def _strided(stride: int) -> Case:
    def program(x: Any) -> Any:
        return 0.5 * x[: stride * _READ : stride]

    return Case(
        "strided", {"stride": stride}, program, (f32(_LENGTH),), work=_READ, bytes=8 * _READ
    )


CASES = tuple(_strided(2**power) for power in range(6))
