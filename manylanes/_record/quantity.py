"""A measured number: its median, its spread and its unit."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Quantity:
    """`low` and `high` are the extremes of the samples, not an interval of confidence."""

    median: float
    low: float
    high: float
    unit: str = ""

    @classmethod
    def of(cls, samples: Iterable[float], unit: str) -> Quantity:
        values = sorted(samples)
        return cls(statistics.median(values), values[0], values[-1], unit)

    def __mul__(self, other: Quantity) -> Quantity:
        return Quantity(
            self.median * other.median,
            self.low * other.low,
            self.high * other.high,
            _joined(self.unit, other.unit, sign=1),
        )

    def __truediv__(self, other: Quantity) -> Quantity:
        # The smallest ratio the samples allow, and the largest. All quantities are positive.
        return Quantity(
            self.median / other.median,
            self.low / other.high,
            self.high / other.low,
            _joined(self.unit, other.unit, sign=-1),
        )

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.median:.4g}{unit} ({self.low:.4g} to {self.high:.4g})"


def _powers(unit: str) -> Counter[str]:
    above, _, below = unit.partition("/")
    powers = Counter(name for name in above.split("*") if name not in ("", "1"))
    powers.subtract(name for name in below.split("*") if name)
    return powers


def _joined(left: str, right: str, sign: int) -> str:
    powers = _powers(left)
    for name, power in _powers(right).items():
        powers[name] += sign * power
    above = [name for name, power in powers.items() for _ in range(power)]
    below = [name for name, power in powers.items() for _ in range(-power)]
    if not below:
        return "*".join(above)
    return f"{'*'.join(above) or '1'}/{'*'.join(below)}"
