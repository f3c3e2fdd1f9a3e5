"""What a program costs, as data: amounts, and how each stands to the true one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from manylanes._cost.bound import Bound
from manylanes._cost.read.held import Held
from manylanes._cost.show import plain
from manylanes._cost.show.text import explain, tabulated

Bounds = Mapping[str, Bound]


@dataclass(frozen=True, kw_only=True)
class _Row:
    """What some ops of a program cost together."""

    count: int
    work: int
    bytes: int
    sent: int = 0
    bounds: Bounds = field(default_factory=dict)


@dataclass(frozen=True)
class OpCost(_Row):
    """What one kind of op costs in a program, all its uses together."""

    op: str


@dataclass(frozen=True)
class PlaceCost(_Row):
    """What one source line costs, or one scope, those inside it left out; "" is no known one."""

    place: str


@dataclass(frozen=True)
class LoopAt:
    """A loop of the program by its number, as `cost(..., rounds={number: ...})` takes it."""

    number: int
    scope: str
    line: str
    rounds: int | None  # None: they could not be read


@dataclass(frozen=True)
class Cost:
    """What a program costs by the published table; `str()` explains it op by op.

    `bounds` says of each amount whether it is exact. Two costs are equal if their counts are,
    wherever the programs were written.
    """

    work: int
    span: int
    bytes: int
    largest: int
    by_op: tuple[OpCost, ...]
    unknown: tuple[str, ...]  # what is left out, and why
    assumed: tuple[str, ...] = ()  # what is counted although it may not happen
    sent: int = 0  # bytes that one device sends over its link to the next
    messages: int = 0  # messages that must wait for each other
    rounds: dict[int, int] = field(default_factory=dict)  # of each loop that could be read
    taken: dict[tuple[int, int], int] = field(default_factory=dict, compare=False)  # sides
    at_most: frozenset[Any] = field(default=frozenset(), compare=False)  # where data decides
    bounds: Bounds = field(default_factory=dict)
    peak: int = 0  # bytes of all arrays that are there at once, at most
    # Those arrays, the largest first.
    held: tuple[Held, ...] = field(default=(), compare=False)
    by_line: tuple[PlaceCost, ...] = field(default=(), compare=False)
    by_scope: tuple[PlaceCost, ...] = field(default=(), compare=False)
    loops: tuple[LoopAt, ...] = field(default=(), compare=False)
    # Of each line its ops in their order, and how often each runs.
    written: Mapping[str, Mapping[str, int]] = field(default_factory=dict, compare=False)

    @property
    def exact(self) -> bool:
        """True if every total is exact; a row of the table may still be a bound."""
        return all(bound is Bound.EXACT for bound in self.bounds.values())

    @property
    def flops(self) -> int:
        """The number of operations: the same as `work`."""
        return self.work

    @property
    def intensity(self) -> float:
        """Work for each byte moved."""
        if self.bytes:
            return self.work / self.bytes
        return float("inf") if self.work else 0.0

    def table(self, by: str = "scope", depth: int | None = None) -> str:
        """The cost by "scope", "line" or "op", dearest first; scopes joined at a `depth`."""
        return tabulated(self, by, depth)

    def as_dict(self) -> dict[str, Any]:
        """Return numbers, strings, lists and dictionaries only."""
        return plain.as_dict(self)

    def to_json(self, indent: int | None = None) -> str:
        """Return `as_dict()` as JSON."""
        return json.dumps(self.as_dict(), indent=indent, ensure_ascii=False)

    def __str__(self) -> str:
        return explain(self)
