"""The state of the machine during a run, as far as it could be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

# Latency of a dependent fused multiply-add in clock cycles. It is 4 on all recent cores that we
# know: Intel since Skylake, AMD since Zen, Arm Neoverse, and Apple.
MULTIPLY_ADD_CYCLES = 4


@dataclass(frozen=True)
class Conditions:
    """State of the machine around a run; None means unknown.

    A pair contains the value before the run and the value after it.
    """

    load: tuple[float, float] | None
    affinity: tuple[int, ...] | None
    xla_flags: str | None
    huge_pages: str | None
    governor: str | None
    multiply_add_s: tuple[float, float] | None

    @property
    def clocks_hz(self) -> tuple[float, float] | None:
        """The true clock rates before and after the run, or None if `multiply_add_s` is unknown.

        They assume that a multiply-add takes MULTIPLY_ADD_CYCLES.
        """
        if self.multiply_add_s is None:
            return None
        before, after = self.multiply_add_s
        return MULTIPLY_ADD_CYCLES / before, MULTIPLY_ADD_CYCLES / after

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary."""
        return asdict(self)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Conditions:
        """Build the conditions from the JSON object of a results file."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in raw.items()
        }
        return cls(**values)
