"""Under which conditions a sheet was taken, as far as somebody looked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

# A multiply-add whose result the next one needs keeps it waiting for so many ticks, on every
# core of the last ten years that we know of: Skylake and Zen and later, Neoverse, Apple's.
TICKS = 4


@dataclass(frozen=True)
class Conditions:
    """None stands for what the machine does not tell. Pairs are before and after the run."""

    load: tuple[float, float] | None
    affinity: tuple[int, ...] | None
    xla_flags: str | None
    huge_pages: str | None
    governor: str | None
    multiply_add_s: tuple[float, float] | None

    @property
    def clocks_hz(self) -> tuple[float, float] | None:
        """The true clock, from a chain of dependent multiply-adds."""
        if self.multiply_add_s is None:
            return None
        before, after = self.multiply_add_s
        return TICKS / before, TICKS / after

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Conditions:
        whole: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in raw.items()
        }
        return cls(**whole)
