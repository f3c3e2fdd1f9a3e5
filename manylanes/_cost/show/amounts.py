"""The amounts that `cost` counts for a program, and whether each is exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from manylanes._cost.read.program import Block, Value

# Maps each table to the field that names a row.
NAMES = {"op": "op", "line": "place", "scope": "place"}


class Bound(StrEnum):
    """How a counted amount relates to the true amount."""

    EXACT = "exact"
    LEAST = "at least"
    MOST = "at most"
    NEITHER = "about"

    @staticmethod
    def of(overcounted: bool, undercounted: bool) -> Bound:
        """Return the bound of an amount that may be too high, too low, both or neither."""
        if overcounted and undercounted:
            return Bound.NEITHER
        return Bound.MOST if overcounted else Bound.LEAST if undercounted else Bound.EXACT

    def combine(self, other: Bound) -> Bound:
        """Return the bound of an amount that grows with two bounded amounts, such as their sum."""
        both = {self, other}
        overcounted = bool(both & {Bound.MOST, Bound.NEITHER})
        return Bound.of(overcounted, bool(both & {Bound.LEAST, Bound.NEITHER}))

    @property
    def prefix(self) -> str:
        """The words before an amount in a sentence, such as "at least "; empty if it is exact."""
        return "" if self is Bound.EXACT else f"{self} "

    @property
    def sign(self) -> str:
        """The sign before an amount in a table, such as "≥ "; empty if it is exact."""
        return {"exact": "", "at least": "≥ ", "at most": "≤ ", "about": "~ "}[self]


def bound_of(row: Any, name: str) -> Bound:
    """Return the bound of the amount `name` in a table row, by default exact."""
    bound: Bound = row.bounds.get(name, Bound.EXACT)
    return bound


Bounds = Mapping[str, Bound]


@dataclass(frozen=True)
class LiveArray:
    """An array that is live at the peak memory, or that is stored for a backward pass."""

    array: str  # such as f32[64, 128]
    bytes: int
    scope: str  # the scope of the op that computes the array; "" for an argument
    line: str
    role: str  # "argument 0", "constant" or "computed"

    def __str__(self) -> str:
        place = " ".join(name for name in (self.scope, self.line) if name)
        return f"{self.array}  {self.role}{' in ' if self.scope else ' '}{place}".rstrip()


def describe_array(value: Value, program: Block) -> LiveArray:
    """Return the type, size and origin of a value of a program."""
    array = f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    if value in program.args:
        role = f"argument {program.args.index(value)}"
        return LiveArray(array, value.bytes, "", "", role)
    producer = value.producer
    origin = producer.origin if producer is not None else ("", "")
    role = "constant" if producer is not None and producer.name == "constant" else "computed"
    return LiveArray(array, value.bytes, *origin, role)


@dataclass(frozen=True, kw_only=True)
class _Row:
    """A row of a table: the total cost of some ops of a program."""

    count: int
    work: int
    bytes: int
    sent: int = 0
    bounds: Bounds = field(default_factory=dict)


@dataclass(frozen=True)
class OpCost(_Row):
    """The cost of all uses of one kind of op in a program."""

    op: str


@dataclass(frozen=True)
class PlaceCost(_Row):
    """The cost of one source line, or of one scope without its inner scopes."""

    place: str  # "" if unknown


@dataclass(frozen=True)
class LoopAt:
    """A loop of the program, with its number for `cost(..., rounds={number: ...})`."""

    number: int
    scope: str
    line: str
    rounds: int | None  # iterations in total; None: unknown


@dataclass(frozen=True)
class Amounts:
    """The amounts and tables of a cost; the subclass `Cost` adds methods that format them."""

    work: int
    span: int
    bytes: int
    largest: int
    by_op: tuple[OpCost, ...]
    unknown: tuple[str, ...]  # parts of the program that are not counted, and why
    assumed: tuple[str, ...] = ()  # assumptions under which costs are included
    sent: int = 0  # bytes that one device sends over its link to the next
    messages: int = 0  # messages sent one after another
    rounds: dict[int, int] = field(default_factory=dict)  # iterations in total, by loop, if known
    # `branch_counts` contains executions by branch and region, and `optional` the loops and
    # branches that may not run, depending on data.
    branch_counts: dict[tuple[int, int], int] = field(default_factory=dict, compare=False)
    optional: frozenset[Any] = field(default=frozenset(), compare=False)
    bounds: Bounds = field(default_factory=dict)
    peak: int = 0  # the largest number of bytes that are live at once
    live_arrays: tuple[LiveArray, ...] = field(
        default=(), compare=False
    )  # live at the peak, largest first
    by_line: tuple[PlaceCost, ...] = field(default=(), compare=False)
    by_scope: tuple[PlaceCost, ...] = field(default=(), compare=False)
    loops: tuple[LoopAt, ...] = field(default=(), compare=False)
    # Maps each source line to the number of times that each of its ops runs.
    count_by_line: Mapping[str, Mapping[str, int]] = field(default_factory=dict, compare=False)

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
        """Operations per byte moved; without bytes, inf, or 0 if there are no operations either."""
        if self.bytes:
            return self.work / self.bytes
        return float("inf") if self.work else 0.0
