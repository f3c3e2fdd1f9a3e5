"""The stream of `intensity` over arrays of increasing size: bandwidth drops at each cache size."""

from dataclasses import replace

from .intensity import near

CASES = tuple(replace(near(2**power), name="stream") for power in range(7, 19))
