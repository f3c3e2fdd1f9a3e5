"""Compute the peak memory: each materialized array is live from its op to its last reader.

The traffic of the run tells which arrays are materialized. Arguments, constants and results are
live to the end. A loop and an update reuse a buffer that the block owns and that nothing reads
later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from oracle_bytes import UPDATES, Live, Moved
from oracle_trace import Array, Event, Frame

Used = Callable[[Any], bool]


def peak_memory(frame: Frame, results: list[Array], live: Live, used: Used, moved: Moved) -> int:
    """Return the peak memory of a whole program."""
    run = _Run(live, used, moved, {array.key for array in results})
    frame.returned = results
    read = {
        base
        for each in _frames(frame, live)
        for base in run.behind(each, *map(run.read, run.events(each)), each.returned)
    }
    begun = {a.key: a.bytes for a in read if a.key[0] in ("argument", "constant")}
    return run.block(frame, sum(begun.values()), [])


def _frames(frame: Frame, live: Live) -> Iterator[Frame]:
    yield frame
    for event in filter(live, frame.events):
        for inner in event.frames:
            yield from _frames(inner, live)


@dataclass
class _Run:
    live: Live
    used: Used  # part of the key of a result
    moved: Moved
    result_keys: set[Any]  # the program's results

    def events(self, frame: Frame) -> list[Event]:
        return list(filter(self.live, frame.events))

    def behind(self, frame: Frame, *arrays: Iterable[Array]) -> list[Array]:
        """Return the materialized arrays behind the given ones."""
        reads = [self.moved.reads(frame, array) for each in arrays for array in each]
        return [base for each in reads for base, _ in each.values()]

    def read(self, event: Event) -> list[Array]:
        """Return the operands of an event, without dead carry slots of a loop."""
        return self.wanted(event, event.inputs) if event.name == "loop" else event.inputs

    def wanted(self, event: Event, arrays: list[Array]) -> list[Array]:
        return [a for a, key in zip(arrays, event.keys, strict=True) if self.used(key)]

    def made(self, frame: Frame, event: Event) -> dict[Array, int]:
        """Return the materialized results of an event, with their bytes."""
        results = self.wanted(event, event.results) if event.frames else event.results
        there = [a for a in results if self.moved.needed.in_memory(a) or a.key in self.result_keys]
        return {a: a.bytes for a in there if a in self.behind(frame, [a])}

    def block(self, frame: Frame, before: int, own: list[Array]) -> int:
        """Return the peak memory of a block on top of what is live before it."""
        events = self.events(frame)
        last: dict[Array, int] = dict.fromkeys(self.behind(frame, frame.returned), len(events))
        for at, event in reversed([*enumerate(events)]):
            for array in self.behind(frame, self.read(event), event.captured(self.live)):
                last.setdefault(array, at)
        there = dict.fromkeys(own, 0)  # their buffers belong to the loop
        most = before
        for at, event in enumerate(events):
            new, loop = self.made(frame, event), event.name == "loop"
            if loop or event.name in UPDATES:
                for operand, result in zip(event.inputs, event.results, strict=False):
                    for array in self.behind(frame, [operand])[:1]:
                        fits = result in new and array.bytes == result.bytes
                        if fits and array in there and last.get(array) == at:
                            new[result] = there.pop(array)
            now = before + sum(there.values())
            most = max(most, now + sum(new.values()))
            for place, inner in enumerate(event.frames):
                if not inner.ghost:
                    mine = inner.args if loop and place % 2 else []
                    around = now + (sum(new.values()) if loop else 0)
                    most = max(most, self.block(inner, around, mine))
            there = {a: n for a, n in (there | new).items() if last.get(a, -1) > at}
        return most
