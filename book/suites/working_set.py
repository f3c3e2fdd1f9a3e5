"""The case `cached_stream` with arrays of increasing size: bandwidth drops at each cache size."""

from dataclasses import replace

from ._device_kinds import NOT_ON_A_GPU
from .intensity import cached_stream

CASES = tuple(
    replace(cached_stream(2**power), name="stream", device_kinds=NOT_ON_A_GPU)
    for power in range(7, 19)
)
