"""The stream of `intensity`, kept near, over ever larger arrays: where the bandwidth falls."""

from dataclasses import replace

from .intensity import near

CASES = tuple(replace(near(2**power), name="stream") for power in range(7, 19))
