"""A measured number: its median, the interval that holds it, and its unit."""

from __future__ import annotations

import operator
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

# A roof is a measurement too: two timings of one run differ by up to 9 % on an idle machine,
# so only what lies further off says anything.
MARGIN = 1.1
# An interval holds the true median in at least so many of a hundred runs like this one.
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Quantity:
    """`low` and `high` are the ends of the median's interval. `rounds` holds one value a round;
    two quantities of one `run` are joined round by round."""

    median: float
    low: float
    high: float
    unit: str = ""
    rounds: tuple[float, ...] = ()
    run: str = ""

    @classmethod
    def of(
        cls, rounds: Sequence[float], unit: str, extremes: tuple[float, float], run: str = ""
    ) -> Quantity:
        """Too few rounds give no interval: then the `extremes` of all samples stand for it."""
        low, high = interval(rounds) or extremes
        return cls(statistics.median(rounds), low, high, unit, tuple(rounds), run)

    @classmethod
    def exactly(cls, value: float, unit: str = "") -> Quantity:
        return cls(value, value, value, unit)

    @property
    def is_exact(self) -> bool:
        return not self.rounds and self.low == self.high

    @property
    def is_interval(self) -> bool:
        """`low` and `high` hold the true median at `CONFIDENCE`, and are no mere extremes."""
        return interval(self.rounds) is not None

    def __mul__(self, other: Quantity) -> Quantity:
        unit = _joined(self.unit, other.unit, sign=1)
        return self._with(other, operator.mul, (self.low * other.low, self.high * other.high), unit)

    def __truediv__(self, other: Quantity) -> Quantity:
        unit = _joined(self.unit, other.unit, sign=-1)
        ends = (self.low / other.high, self.high / other.low)
        return self._with(other, operator.truediv, ends, unit)

    def _with(
        self,
        other: Quantity,
        joined: Callable[[float, float], float],
        ends: tuple[float, float],
        unit: str,
    ) -> Quantity:
        """Of one run, round by round: a machine that is slow for a while is slow for both, and
        that falls out. Of two runs, `ends`: the farthest that the two intervals allow."""
        if self.run and self.run == other.run and len(self.rounds) == len(other.rounds):
            pairs = list(map(joined, self.rounds, other.rounds))
            return Quantity.of(pairs, unit, ends, self.run)
        median, (low, high) = joined(self.median, other.median), ends
        if other.is_exact:
            rounds = tuple(joined(value, other.median) for value in self.rounds)
            return Quantity(median, low, high, unit, rounds, self.run)
        if self.is_exact:
            rounds = tuple(joined(self.median, value) for value in other.rounds)
            return Quantity(median, low, high, unit, rounds, other.run)
        return Quantity(median, low, high, unit)

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.median:.4g}{unit} ({self.low:.4g} to {self.high:.4g})"


def interval(values: Sequence[float]) -> tuple[float, float] | None:
    """By order statistics, whatever the values are distributed like: the k-th smallest and the
    k-th largest. Fewer than six values allow none at this confidence."""
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


def modes(values: Sequence[float]) -> tuple[list[float], list[float]] | None:
    """Two groups of at least two, where the gap between them is wider than either of them and
    than the margin; as ratios, since what is slower is so by a factor. Of nine values that have
    one mode, one set in twenty looks like it."""
    ordered = sorted(values)
    gaps = [(ordered[at] / ordered[at - 1], at) for at in range(2, len(ordered) - 1)]
    gap, at = max(gaps, default=(0.0, 0))
    low, high = ordered[:at], ordered[at:]
    if gap <= MARGIN or gap <= max(low[-1] / low[0], high[-1] / high[0]):
        return None
    return low, high


def seconds(value: float) -> str:
    """For people: 12.3 ms."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def scaled(value: float) -> str:
    """A rate for people, its unit to follow: `12.3 G`."""
    for scale, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= scale:
            return f"{value / scale:.3g} {prefix}"
    return f"{value:.3g} "


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
