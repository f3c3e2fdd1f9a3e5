"""The running totals of a walk, and which of them are only bounds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from manylanes._cost.price.label import Part
from manylanes._cost.price.memory import Reads, Storage, Traffic
from manylanes._cost.read.program import Op, Value
from manylanes._cost.show.amounts import LiveArray

Number = int | Fraction  # a mean trip count may be a fraction
ROW_MEASURES = ("count", "work", "bytes", "sent")  # measures counted for each part
TABLES = ("op", "scope", "line")  # the fields of `Part`; a table groups costs by one of them
TOTAL_MEASURES = ("work", "span", "bytes", "largest", "sent", "messages")
CONTROL_FLOW = ("rounds", "branch_counts")  # fields that count how often loops and branches run
Side = tuple[int, int]  # the number of a branch, and the index of one of its regions
Row = tuple[str, str]  # a table, and the name of a row in it
TOTAL: Row = ("", "")
Inexact = tuple[str, Row]  # a measure and a row in which it is inexact


_row: Any = partial(defaultdict, int)


@dataclass
class Tally:
    """The cost of one block; counts, work and bytes are by `Part` (op, scope and source line)."""

    count: dict[Part, Number] = field(default_factory=_row)
    work: dict[Part, Number] = field(default_factory=_row)
    bytes: dict[Part, Number] = field(default_factory=_row)
    sent: dict[Part, Number] = field(default_factory=_row)
    span: Number = 0
    messages: Number = 0
    largest: int = 0
    peak: int = 0  # peak memory of the whole program; set after the walk
    live_arrays: list[LiveArray] = field(default_factory=list)
    rounds: dict[int, Number] = field(default_factory=_row)  # iterations by loop, in total
    branch_counts: dict[Side, Number] = field(default_factory=_row)  # executions by region
    # Keys of `rounds` and `branch_counts` whose values depend on data and are upper bounds.
    optional: set[int | Side] = field(default_factory=set)
    unknown: dict[str, None] = field(default_factory=dict)  # an ordered set
    assumed: dict[str, None] = field(default_factory=dict)
    overcounted: set[Inexact] = field(default_factory=set)  # possibly overcounted
    undercounted: set[Inexact] = field(default_factory=set)  # possibly undercounted
    # Loops with an unknown trip count and branches with an unknown index. The trip count or the
    # index may become known if the iterations of an enclosing loop are walked one by one.
    undecided: set[Op] = field(default_factory=set)

    def add(self, other: Tally, times: Number = 1) -> None:
        """Add `times` executions of `other`, except the span; 0 executions add nothing.

        The span also depends on dependencies between ops.
        """
        if not times:
            return
        for name in (*ROW_MEASURES, *CONTROL_FLOW):
            mine, theirs = getattr(self, name), getattr(other, name)
            for key, number in theirs.items():
                mine[key] += times * number
        self.messages += times * other.messages
        self.largest = max(self.largest, other.largest)
        self.merge_inexact(other)

    def merge_inexact(self, other: Tally) -> None:
        """Add the inexact rows, the unknown and assumed parts, and the undecided ops of a tally."""
        self.unknown.update(other.unknown)
        self.assumed.update(other.assumed)
        self.overcounted |= other.overcounted
        self.undercounted |= other.undercounted
        self.undecided |= other.undecided
        self.optional |= other.optional

    def add_unknown(self, description: str, parts: Iterable[Tally] = ()) -> None:
        """Record that the totals and the rows of `parts` do not include `description`."""
        self.unknown[description] = None
        self.undercounted |= {(measure, TOTAL) for measure in TOTAL_MEASURES}
        for tally in parts:
            entries = ((name, part) for name in ROW_MEASURES for part in getattr(tally, name))
            self.undercounted |= {(name, row) for name, part in entries for row in rows_of(part)}
            self.undercounted |= tally.undercounted  # rows that the parts marked as inexact

    def total(self, measure: str) -> Number:
        """Return a measure of the whole block."""
        value = getattr(self, measure)
        return sum(value.values()) if isinstance(value, dict) else value


def most_expensive(tallies: Sequence[Tally]) -> Tally:
    """Return a tally with the maximum of each measure.

    The rows of a measure are those of the tally with the largest total; the counts are maximized
    for each op. If the tallies differ in a total or in a row, this amount is marked as inexact.
    """
    merged = Tally()
    for tally in tallies:
        merged.merge_inexact(tally)
        merged.rounds.update(tally.rounds)
        merged.branch_counts.update(tally.branch_counts)
    for measure in TOTAL_MEASURES:
        maximum = max(tallies, key=lambda t: t.total(measure))
        if any(t.total(measure) != maximum.total(measure) for t in tallies):
            merged.overcounted.add((measure, TOTAL))
        value = getattr(maximum, measure)
        setattr(merged, measure, defaultdict(int, value) if measure in ROW_MEASURES else value)
        if measure in ROW_MEASURES:
            _mark_inexact_rows(merged, measure, tallies)
    # Maximize the count of each op separately: the cheaper side may use some ops more often.
    max_counts: dict[str, dict[Part, Number]] = {}
    for tally in tallies:
        by_op: dict[str, dict[Part, Number]] = defaultdict(dict)
        for part, number in tally.count.items():
            by_op[part.op][part] = number
        for op, parts in by_op.items():
            max_counts[op] = max(max_counts.get(op, {}), parts, key=lambda row: sum(row.values()))
    for parts in max_counts.values():
        merged.count.update(parts)
    _mark_inexact_rows(merged, "count", tallies)
    return merged


def _mark_inexact_rows(merged: Tally, measure: str, tallies: Sequence[Tally]) -> None:
    """Mark the rows in which some side of a branch counts more or less than the merged tally."""
    mine = sum_rows(getattr(merged, measure))
    for tally in tallies:
        theirs = sum_rows(getattr(tally, measure))
        for row in {*mine, *theirs}:
            less, more = theirs[row] < mine[row], theirs[row] > mine[row]
            merged.overcounted |= {(measure, row)} if less else set()
            merged.undercounted |= {(measure, row)} if more else set()


def rows_of(part: Part) -> list[Row]:
    """Return the rows to which the cost of a part is added, one in each table."""
    return [(table, getattr(part, table)) for table in TABLES]


def sum_rows(parts: Mapping[Part, Any]) -> Counter[Row]:
    """Sum parts by row."""
    rows: Counter[Row] = Counter()
    for part, number in parts.items():
        for row in rows_of(part):
            rows[row] += number
    return rows


@dataclass(frozen=True)
class Iterations:
    """Trip counts, by loop number, that the caller gives for loops that depend on values."""

    per_execution: Mapping[int, int] = field(default_factory=dict)  # per loop execution
    per_run: Mapping[int, Number] = field(default_factory=dict)  # in a run of the whole program


@dataclass(slots=True)
class ValueInfo:
    """What is known about a value while the walk visits the current op."""

    storage: Storage = Storage.GENERATED
    reads: Reads = field(default_factory=dict)
    constant: Any = None  # its value in every iteration, if it is a known constant
    current: Any = None  # its value in this iteration, or a function that computes it
    data_independent: bool = False  # computed from constants and counters only


@dataclass(frozen=True)
class LoopContext:
    """The control flow around a block."""

    executions: Number = Fraction(1)  # how often the block runs
    averaged: bool = False  # whether the trip count of an enclosing loop is a mean
    estimated: bool = False  # whether the program text does not determine `executions`
    varying: bool = False  # whether two executions of the block may differ


@dataclass
class Frame:
    """The state of walking one block: its cost, its memory traffic and the depth of its values."""

    context: LoopContext
    tally: Tally = field(default_factory=Tally)
    traffic: Traffic = field(default_factory=Traffic)
    depths: dict[Value, Number] = field(default_factory=dict)

    def max_depth(self, values: Iterable[Value]) -> Number:
        return max((self.depths.get(v, 0) for v in values), default=0)

    def set_depth(self, values: Iterable[Value], depth: Number) -> None:
        self.depths.update(dict.fromkeys(values, depth))
        self.tally.span = max(self.tally.span, depth)
