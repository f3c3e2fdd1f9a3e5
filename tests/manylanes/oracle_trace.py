"""The trace of a run of the oracle: arrays and the events that computed them, by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(eq=False)
class Array:
    """One array; `key` is its position in the program or, for a constant, contains its value."""

    key: Any
    shape: tuple[int, ...]
    bytes: int
    # Its producer. None for constants, arguments, and the values that a loop passes to its blocks.
    event: Event | None = None
    made: bool = False  # a splat, an iota or a loop counter, which no op reads from memory

    @staticmethod
    def of(value: Any, *key: Any, event: Event | None = None, made: bool = False) -> Array:
        # Elements of four or two bits are packed into bytes; NumPy gives each its own byte.
        each = {"int4": 2, "uint4": 2, "float4_e2m1fn": 2, "int2": 4, "uint2": 4}
        packed = -(-value.nbytes // each.get(value.dtype.name, 1))
        return Array(key, value.shape, packed, event, made)

    @property
    def points(self) -> int:
        points = 1
        for n in self.shape:
            points *= n
        return points


@dataclass(eq=False)
class Event:
    """One op, loop or branch.

    A loop or branch has its blocks in order, including ghosts (see `Frame`).
    """

    name: str
    keys: list[Any]  # the keys of its nodes
    inputs: list[Array]
    results: list[Array] = field(default_factory=list)
    depth: int = 0  # the depth of the op itself; 0 for a loop or branch
    # True if an op waits for an address, or a branch for its index, that is computed from data.
    waits: bool = False
    folded: bool = False  # folded by the compiler
    combines: bool = False
    swaps: bool = False  # a transpose of the last two axes, or a product of matrices
    frames: list[Frame] = field(default_factory=list)
    # The keys of the results of its blocks, by position.
    returned_keys: list[Any] = field(default_factory=list)
    # For a loop, by slot: each carried scalar that changes, except counters, before the loop, at
    # the start and end of each iteration, and after the loop.
    singles: dict[int, list[Array]] = field(default_factory=dict)

    def waited(self, live: Callable[[Event], bool]) -> Iterator[Array]:
        """Yield the outer arrays that an event waits for; a branch waits for its taken side."""
        sides = [f for f in self.frames if not f.ghost] if self.name == "branch" else self.frames
        return replace(self, frames=sides).captured(live)

    def captured(self, live: Callable[[Event], bool], *, returned: bool = True) -> Iterator[Array]:
        """Yield the outer arrays that the blocks of an event read or return."""
        for frame in self.frames:
            inside = {a for event in frame.events for a in event.results} | set(frame.args)
            read = [
                a for event in frame.events if live(event)
                for a in (*event.inputs, *event.captured(live, returned=returned))
            ]  # fmt: skip
            ends = frame.returned if returned else ()
            yield from (a for a in (*read, *ends) if a not in inside)


@dataclass(eq=False)
class Frame:
    """One execution of a block, or a ghost: a block that the program does not execute.

    Ghosts are the branches that are not taken and the body of a loop without iterations.
    """

    ghost: bool = False
    args: list[Array] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    ends: Any = ()  # the values that the block returns
    returned: list[Array] = field(default_factory=list)  # the live arrays among them
    inlined_loops: int = 0  # loops in it that the compiler inlines, since they run once

    def set_returned(self, used: Callable[[Any], bool]) -> None:
        """Let loop bodies and branches return only their live arrays."""
        for event in self.events:
            for place, inner in enumerate(event.frames):
                if event.name == "branch" or place % 2:
                    ends = [inner.ends[key[-1]] for key in event.returned_keys if used(key)]
                    inner.returned = [end.array for end in ends]
                inner.set_returned(used)

    def rounds(self, live: Callable[[Event], bool]) -> int:
        """Count the iterations of all loops in a frame; a loop has one more test than bodies."""
        total = self.inlined_loops
        for event in filter(live, self.events):
            done = [frame for frame in event.frames if not frame.ghost]
            total += sum(frame.rounds(live) for frame in done)
            total += len(done) // 2 if event.name == "loop" else 0
        return total


def fuse_transposes(
    frame: Frame, results: list[Array], live: Callable[[Event], bool]
) -> list[Array]:
    """Fuse transposes into matrix products, and return the program's results.

    Remove each transpose of the last two axes that is the only reader of a matrix product in the
    same frame. The product replaces the result of the transpose.
    """
    readers = Counter(results)
    renamed: dict[Array, Array] = {}
    frames = list(_all(frame, live))
    for each in frames:
        readers.update(each.returned)
        readers.update(a for event in filter(live, each.events) for a in event.inputs)
    for each in frames:
        for event in filter(live, each.events):
            if event.name != "transpose" or not event.swaps or readers[event.inputs[0]] > 1:
                continue
            product = event.inputs[0].event
            if product in each.events and product.name == "dot_general" and product.swaps:
                renamed[event.results[0]] = event.inputs[0]
    for each in frames:
        each.events = [e for e in each.events if not renamed.keys() & {*e.results}]
        each.returned = [renamed.get(a, a) for a in each.returned]
        each.args = [renamed.get(a, a) for a in each.args]
        for event in each.events:
            event.inputs = [renamed.get(a, a) for a in event.inputs]
    return [renamed.get(a, a) for a in results]


def _all(frame: Frame, live: Callable[[Event], bool]) -> Iterator[Frame]:
    yield frame
    for event in filter(live, frame.events):
        for inner in event.frames:
            yield from _all(inner, live)
