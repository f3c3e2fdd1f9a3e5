"""What a walk has counted so far, and in what it may err."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from manylanes._cost.price.label import Part
from manylanes._cost.price.memory import Place, Reads, Traffic
from manylanes._cost.read.held import Held
from manylanes._cost.read.program import Op, Value

Number = int | Fraction  # a loop's rounds come to a fraction where they are a mean
ROWS = ("count", "work", "bytes", "sent")  # counted part by part
TABLES = ("op", "scope", "line")  # what parts are added up by
TOTALS = ("work", "span", "bytes", "largest", "sent", "messages")
WAYS = ("rounds", "taken")  # how a run goes through loops and branches
Side = tuple[int, int]  # a branch, and the place of one of its blocks
Row = tuple[str, str]  # a table, and what the row in it is called
TOTAL: Row = ("", "")
Doubt = tuple[str, Row]  # a measure, and the row of which it is in doubt


def _row() -> Any:
    return defaultdict(int)


@dataclass
class Tally:
    """The cost of one block, by part."""

    count: dict[Part, Number] = field(default_factory=_row)
    work: dict[Part, Number] = field(default_factory=_row)
    bytes: dict[Part, Number] = field(default_factory=_row)
    sent: dict[Part, Number] = field(default_factory=_row)
    span: Number = 0
    messages: Number = 0
    largest: int = 0
    peak: int = 0  # of the whole program, found when it has been walked
    held: list[Held] = field(default_factory=list)
    rounds: dict[int, Number] = field(default_factory=_row)  # by loop, all told
    taken: dict[Side, Number] = field(default_factory=_row)  # of each branch, all told
    at_most: set[int | Side] = field(default_factory=set)  # of these, those that data decides
    unknown: dict[str, None] = field(default_factory=dict)  # a set that keeps its order
    assumed: dict[str, None] = field(default_factory=dict)
    over: set[Doubt] = field(default_factory=set)  # may be counted too high
    under: set[Doubt] = field(default_factory=set)  # may be counted too low
    asks: set[Op] = field(default_factory=set)  # loops and branches that a counter may decide

    def add(self, other: Tally, times: Number = 1) -> None:
        """Takes over everything but the span, which depends on what waits for what."""
        if not times:
            return
        for name in (*ROWS, *WAYS):
            mine, theirs = getattr(self, name), getattr(other, name)
            for key, number in theirs.items():
                mine[key] += times * number
        self.messages += times * other.messages
        self.largest = max(self.largest, other.largest)
        self.take_doubts(other)

    def take_doubts(self, other: Tally) -> None:
        """All that the other could not say."""
        self.unknown.update(other.unknown)
        self.assumed.update(other.assumed)
        self.over |= other.over
        self.under |= other.under
        self.asks |= other.asks
        self.at_most |= other.at_most

    def left_out(self, what: str, parts: Iterable[Tally] = ()) -> None:
        """Something is not in the totals, nor in the rows of its parts."""
        self.unknown[what] = None
        self.under |= {(measure, TOTAL) for measure in TOTALS}
        for each in parts:
            found = ((name, part) for name in ROWS for part in getattr(each, name))
            self.under |= {(name, row) for name, part in found for row in rows_of(part)}
            self.under |= each.under  # rows of what is left out inside it

    def total(self, measure: str) -> Number:
        """A measure of the whole block."""
        found = getattr(self, measure)
        return sum(found.values()) if isinstance(found, dict) else found


def dearest(tallies: Sequence[Tally]) -> Tally:
    """For each measure the most that any of them has, in doubt wherever they differ."""
    merged = Tally()
    for each in tallies:
        merged.take_doubts(each)
        merged.rounds.update(each.rounds)
        merged.taken.update(each.taken)
    for measure in TOTALS:
        most = max(tallies, key=lambda t: t.total(measure))
        if any(t.total(measure) != most.total(measure) for t in tallies):
            merged.over.add((measure, TOTAL))
        found = getattr(most, measure)
        setattr(merged, measure, defaultdict(int, found) if measure in ROWS else found)
        if measure in ROWS:
            _doubt_rows(merged, measure, tallies)
    # Of each op by itself: the side with less work may be the one that multiplies.
    most_of: dict[str, dict[Part, Number]] = {}
    for each in tallies:
        for op, parts in _by_op(each.count).items():
            most_of[op] = max(most_of.get(op, {}), parts, key=lambda row: sum(row.values()))
    for parts in most_of.values():
        merged.count.update(parts)
    _doubt_rows(merged, "count", tallies)
    return merged


def _by_op(row: Mapping[Part, Number]) -> dict[str, dict[Part, Number]]:
    found: dict[str, dict[Part, Number]] = defaultdict(dict)
    for part, number in row.items():
        found[part.op][part] = number
    return found


def _doubt_rows(merged: Tally, measure: str, tallies: Sequence[Tally]) -> None:
    """A row is the dearest branch's; another branch may have more in it, or less."""
    mine = added_up(getattr(merged, measure))
    for each in tallies:
        theirs = added_up(getattr(each, measure))
        for row in {*mine, *theirs}:
            less, more = theirs[row] < mine[row], theirs[row] > mine[row]
            merged.over |= {(measure, row)} if less else set()
            merged.under |= {(measure, row)} if more else set()


def rows_of(part: Part) -> list[Row]:
    """The rows that a part is counted in, one of each table."""
    return [(table, getattr(part, table)) for table in TABLES]


def added_up(parts: Mapping[Part, Any]) -> Counter[Row]:
    """The sum of each row."""
    rows: Counter[Row] = Counter()
    for part, number in parts.items():
        for row in rows_of(part):
            rows[row] += number
    return rows


@dataclass(frozen=True)
class Iterations:
    """Iterations, by loop number, that the caller gives for loops which depend on values."""

    each: Mapping[int, int] = field(default_factory=dict)  # each time the loop is executed
    total: Mapping[int, Number] = field(default_factory=dict)  # in one run of the whole program


@dataclass(slots=True)
class Fact:
    """What is known of a value at this point of the walk."""

    place: Place = Place.MADE
    reads: Reads = field(default_factory=dict)
    known: Any = None  # the one number it holds, if the program text says so
    now: Any = None  # the number or numbers it holds in this round, or how to find them
    fixed: bool = False  # made of constants and counters only


@dataclass(frozen=True)
class Around:
    """What stands around a block: handed down, and never changed on the way."""

    times: Number = Fraction(1)  # how often the block runs
    means: bool = False  # whether a loop around it has rounds that are a mean
    guessing: bool = False  # whether its runs are not read from the text
    uneven: bool = False  # whether its runs may differ from each other


@dataclass
class Frame:
    """One block being walked: its cost so far, its reads and writes, the depth of its values."""

    around: Around
    tally: Tally = field(default_factory=Tally)
    traffic: Traffic = field(default_factory=Traffic)
    depths: dict[Value, Number] = field(default_factory=dict)

    def deepest(self, values: Iterable[Value]) -> Number:
        return max((self.depths.get(v, 0) for v in values), default=0)

    def reach(self, values: Iterable[Value], depth: Number) -> None:
        self.depths.update(dict.fromkeys(values, depth))
        self.tally.span = max(self.tally.span, depth)
