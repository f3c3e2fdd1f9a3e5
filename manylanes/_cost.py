"""`cost`: work, span, bytes and intensity of a program, without running it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from manylanes import _specs, _stablehlo
from manylanes._cost_walk import Tally, walk
from manylanes._program import Block


@dataclass(frozen=True)
class OpCost:
    """What one kind of op costs in a program, all its uses together."""

    op: str
    count: int
    work: int
    bytes: int


@dataclass(frozen=True)
class Cost:
    """What a program costs by the published table; `str()` explains it op by op."""

    work: int
    span: int
    bytes: int
    largest: int
    by_op: tuple[OpCost, ...]
    unknown: tuple[str, ...]

    @property
    def exact(self) -> bool:
        """True if every part of the program could be counted."""
        return not self.unknown

    @property
    def intensity(self) -> float:
        """Work for each byte moved."""
        return self.work / self.bytes if self.bytes else float("inf") if self.work else 0.0


def cost(program: Callable[..., Any] | str | bytes, *specs: Any) -> Cost:
    """Counts a JAX function at the given shapes, StableHLO text, or a serialized export."""
    return total(walk(_read(program, _specs.at(specs, {}))))


def _read(program: Callable[..., Any] | str | bytes, specs: tuple[Any, ...]) -> Block:
    if isinstance(program, str):
        return _stablehlo.parse(program)
    if isinstance(program, (bytes, bytearray)):
        if bytes(program[:4]) == b"ML\xefR":
            return _stablehlo.parse(bytes(program))
        return _stablehlo.load(bytes(program), specs or None)
    return _stablehlo.lower(program, specs)


def total(tally: Tally) -> Cost:
    """A walk's tally as a `Cost`, dearest op first."""
    count, work, moved = tally.count, tally.work, tally.bytes
    rows = [OpCost(n, count[n], work[n], moved[n]) for n in {**count, **work, **moved}]
    rows = [r for r in rows if r.work or r.bytes or r.count]
    rows.sort(key=lambda r: (-r.work, -r.bytes, r.op))
    return Cost(
        work=sum(r.work for r in rows), span=tally.span, bytes=sum(r.bytes for r in rows),
        largest=tally.largest, by_op=tuple(rows), unknown=tuple(tally.unknown),
    )  # fmt: skip
