"""Bytes: who reads what. Elementwise chains are carried out by whoever reads them.

Results that do not wait for each other share their reads if they run over as many points:
`level` is how many stored arrays deep a result lies. A reduction shares them only with what reads
the same parts of the same arrays: a hundred sums of one matrix times a hundred vectors read the
matrix a hundred times, whatever they are written in.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum

from manylanes._cost.price.label import Part
from manylanes._cost.read.program import Op, Value, stored

# What reading a value takes: for each window onto an array, that array and the bytes seen.
Reads = dict[Value, tuple[Value, int]]
_PARTS = ("slice", "dynamic_slice", "gather", "pad")


class Place(Enum):
    """Where a value's entries are when someone wants to read them."""

    MADE = "made on the spot"  # one repeated number, or an iota
    CHAIN = "computed by its reader"  # elementwise, from what the chain reads
    WINDOW = "a view of stored entries"
    WHOLE = "stored"

    @staticmethod
    def after(op: Op, group: str, first: Place, reads: list[Reads]) -> tuple[Place, Reads]:
        """Where a fused op's result is, and what reading it takes."""
        if group == "free" or not reads:
            return Place.MADE, {}
        windows, result = reads[0], op.results[0]
        if group == "view" and first is Place.MADE:  # where to look may lie in memory
            return Place.MADE, merge(reads)
        narrowed = op.name == "gather" or (group == "view" and first is not Place.CHAIN)
        if windows and (narrowed or op.name in _PARTS):
            array, seen = next(iter(windows.values()))
            if narrowed and result.bytes < seen:
                rest = {w: entry for w, entry in windows.items() if entry[0] is not array}
                windows = {result: (array, result.bytes), **rest}
            elif op.name in _PARTS:  # no other part of a chain, nor another order, reads the same
                windows = {**windows, result: (array, 0)}
        place = Place.WINDOW if group == "view" and narrowed else Place.CHAIN
        return place, merge([windows, *reads[1:]])


def updates(op: Op) -> tuple[Value, ...]:
    """What an op puts into arrays, one for each of its results; nothing of any other op."""
    if op.name == "dynamic_update_slice":
        return op.operands[1:2]
    return op.operands[-len(op.results) :] if op.name == "scatter" else ()


def merge(reads: list[Reads]) -> Reads:
    """Everything that several values read."""
    return {window: entry for each in reads for window, entry in each.items()}


def amount(reads: Reads) -> int:
    """The bytes of all that, no array read more than once."""
    found: dict[Value, int] = defaultdict(int)
    for array, size in reads.values():
        found[array] = min(array.bytes, found[array] + size)
    return sum(found.values())


Windows = dict[Value, tuple[Value, int, Part]]
Sweep = tuple[int, int, frozenset[Value] | None]  # level, points, and what a reduction sees


@dataclass
class Traffic:
    """The reads and writes of one block of a program."""

    levels: dict[Value, int] = field(default_factory=dict)
    used: dict[Value, int] = field(default_factory=dict)  # the sweep that first carries a chain out
    bytes: dict[Part, int] = field(default_factory=lambda: defaultdict(int))
    _sweeps: dict[Sweep, Windows] = field(default_factory=lambda: defaultdict(dict))
    _streams: set[Sweep] = field(default_factory=set)  # what one elementwise result reads

    def level(self, reads: Reads) -> int:
        """The sweep that comes after everything it reads has been stored."""
        return 1 + max((self.levels.get(array, 0) for array, _ in reads.values()), default=0)

    def sweep(
        self,
        part: Part,
        reads: Reads,
        results: tuple[Value, ...],
        written: int,
        points: int,
        *,
        alone: bool = False,
    ) -> None:
        """An elementwise chain, or a reduction (`alone`), over so many points."""
        level = self.level(reads)
        seen_by = frozenset(reads)
        if not alone:
            self._streams.add((level, points, seen_by))
        windows = self._sweeps[level, points, seen_by if alone else None]
        for window, (array, seen) in reads.items():
            if alone:
                seen = min(seen, stored(points, array.dtype))
            windows.setdefault(window, (array, seen, part))
        self.write(part, level, results, written)

    def alone(self, part: Part, reads: list[Reads], results: tuple[Value, ...], size: int) -> None:
        """An op that fuses with nothing: reads each operand, writes its results."""
        merged = merge(reads)
        self.bytes[part] += amount(merged)
        self.write(part, self.level(merged), results, size)

    def update(self, op: Op, part: Part, reads: list[Reads]) -> None:
        """An update in place: reads what is new, writes it, leaves the rest alone."""
        new, targets = updates(op), len(op.results)
        pairs = zip(new, op.results, strict=True)
        touched = sum(min(value.bytes, result.bytes) for value, result in pairs)
        combined = op.name == "scatter" and bool(op.regions[0].ops)
        size = touched * (1 + combined)
        self.sweep(part, merge(reads[targets:]), op.results, size, new[0].size)
        level = max(self.level(merge(reads[:targets])), self.levels[op.results[0]])
        self.levels.update(dict.fromkeys(op.results, level))

    def write(self, part: Part, level: int, results: tuple[Value, ...], size: int) -> None:
        self.bytes[part] += size
        for result in results:
            self.levels[result] = level

    def total(self) -> dict[Part, int]:
        """Bytes by part; in one sweep no array is read more than once."""
        for sweep, windows in self._sweeps.items():
            if sweep in self._streams:
                continue  # a reduction that reads what an elementwise result reads anyway
            left: dict[Value, int] = {}
            for array, seen, part in windows.values():
                room = left.setdefault(array, array.bytes)
                left[array] = room - min(seen, room)
                self.bytes[part] += min(seen, room)
        self._sweeps.clear()
        return dict(self.bytes)
