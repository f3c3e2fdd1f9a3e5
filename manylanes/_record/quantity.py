"""A measured number: its median, a confidence interval and a unit."""

from __future__ import annotations

import operator
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

# Differences below this margin are noise: two timings of a roof in one run differ by up to 9 % on
# an idle machine.
MARGIN = 1.1
# Confidence level of the interval of a median.
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Quantity:
    """A measured number: its median, the interval from `low` to `high`, and a unit.

    `rounds` contains one value per round. It is empty for a count, and for a combination of
    quantities of two runs. Arithmetic on two quantities of the same `run` pairs their rounds.
    """

    median: float
    low: float
    high: float
    unit: str = ""
    rounds: tuple[float, ...] = ()
    run: str = ""

    @classmethod
    def from_rounds(
        cls, rounds: Sequence[float], unit: str, extremes: tuple[float, float], run: str = ""
    ) -> Quantity:
        """Compute the interval from one value per round; with too few values, use `extremes`."""
        low, high = median_interval(rounds) or extremes
        return cls(statistics.median(rounds), low, high, unit, tuple(rounds), run)

    @classmethod
    def exact(cls, value: float, unit: str = "") -> Quantity:
        """Build a number without uncertainty, such as a count."""
        return cls(value, value, value, unit)

    @property
    def is_exact(self) -> bool:
        """True for a number without uncertainty."""
        return not self.rounds and self.low == self.high

    @property
    def has_interval(self) -> bool:
        """True if there are enough rounds for a confidence interval of their median."""
        return median_interval(self.rounds) is not None

    def __mul__(self, other: Quantity) -> Quantity:
        unit = _combine_units(self.unit, other.unit, sign=1)
        ends = (self.low * other.low, self.high * other.high)
        return self._combine(other, operator.mul, ends, unit)

    def __truediv__(self, other: Quantity) -> Quantity:
        unit = _combine_units(self.unit, other.unit, sign=-1)
        ends = (self.low / other.high, self.high / other.low)
        return self._combine(other, operator.truediv, ends, unit)

    def _combine(
        self,
        other: Quantity,
        operation: Callable[[float, float], float],
        ends: tuple[float, float],
        unit: str,
    ) -> Quantity:
        """Apply `operation` to two quantities; `ends` are the extremes that their intervals allow.

        Quantities of one run are combined round by round, which cancels slow phases of the
        machine. Otherwise, the interval of the result is `ends`. The result then has rounds only if
        one of the quantities is exact.
        """
        if self.run and self.run == other.run and len(self.rounds) == len(other.rounds):
            pairs = list(map(operation, self.rounds, other.rounds))
            return Quantity.from_rounds(pairs, unit, ends, self.run)
        median, (low, high) = operation(self.median, other.median), ends
        if other.is_exact:
            rounds = tuple(operation(value, other.median) for value in self.rounds)
            return Quantity(median, low, high, unit, rounds, self.run)
        if self.is_exact:
            rounds = tuple(operation(self.median, value) for value in other.rounds)
            return Quantity(median, low, high, unit, rounds, other.run)
        return Quantity(median, low, high, unit)

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.median:.4g}{unit} ({self.low:.4g} to {self.high:.4g})"


def median_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Return a confidence interval of the median, or None for fewer than six values.

    The ends are the k-th smallest and the k-th largest value (order statistics), so no
    distribution is assumed. The confidence level is at least CONFIDENCE.
    """
    count, missed, k = len(values), 0.0, 0
    while k < count // 2:
        missed += 2 * comb(count, k) / 2**count
        if missed > 1 - CONFIDENCE:
            break
        k += 1
    if k == 0:
        return None
    ordered = sorted(values)
    return ordered[k - 1], ordered[-k]


def find_modes(values: Sequence[float]) -> tuple[list[float], list[float]] | None:
    """Split bimodal values into two groups of at least two values; None if there is one mode.

    Of the splits with two values on each side, use the one with the largest ratio of neighbours.
    The values are bimodal if this ratio exceeds `MARGIN`, and exceeds the ratio of the largest to
    the smallest value of each group. One in twenty sets of nine values with a single mode is
    reported as bimodal.
    """
    ordered = sorted(values)
    gaps = [(ordered[i] / ordered[i - 1], i) for i in range(2, len(ordered) - 1)]
    gap, split = max(gaps, default=(0.0, 0))
    low, high = ordered[:split], ordered[split:]
    if gap <= MARGIN or gap <= max(low[-1] / low[0], high[-1] / high[0]):
        return None
    return low, high


def format_seconds(value: float) -> str:
    """Return a time with a suitable unit: `12.3 ms`."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def format_si(value: float) -> str:
    """Return a number, a space and an SI prefix (none below 1000); the caller appends a unit."""
    for scale, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= scale:
            return f"{value / scale:.3g} {prefix}"
    return f"{value:.3g} "


def _parse_unit(unit: str) -> Counter[str]:
    """Return the exponent of each base unit in a unit such as `FLOP/s`."""
    above, _, below = unit.partition("/")
    powers = Counter(name for name in above.split("*") if name not in ("", "1"))
    powers.subtract(name for name in below.split("*") if name)
    return powers


def _combine_units(left: str, right: str, sign: int) -> str:
    """Return the unit of a product (`sign` 1) or of a quotient (-1)."""
    powers = _parse_unit(left)
    for name, power in _parse_unit(right).items():
        powers[name] += sign * power
    above = [name for name, power in powers.items() for _ in range(power)]
    below = [name for name, power in powers.items() for _ in range(-power)]
    if not below:
        return "*".join(above)
    return f"{'*'.join(above) or '1'}/{'*'.join(below)}"
