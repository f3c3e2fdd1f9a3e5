"""Count the memory traffic by the published rules of fusion.

An array is materialized if an op needs it in memory. Otherwise its reader computes it and reads
its operands instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from oracle_ops import NUMBERS
from oracle_trace import Array, Event, Frame

VIEWS = ("broadcast_in_dim", "transpose", "slice", "dynamic_slice", "reverse", "bitcast_convert",
         "real", "imag")  # fmt: skip
PARTS = ("slice", "dynamic_slice", "gather", "pad")
UPDATES = ("dynamic_update_slice", "scatter")
FUSED = {*NUMBERS, *VIEWS, "gather", "pad", "concatenate", "iota"}  # computed by its reader
REGISTERS = 32  # four-byte scalars that a loop carries without memory
Reads = dict[Array, tuple[Array, int]]  # for each window, its array and the bytes read
Live = Callable[[Event], bool]


@dataclass
class Moved:
    """The memory traffic of a whole program, and the readers of each array by block."""

    needed: _Needed
    bytes: int = 0

    def reads(self, frame: Frame, array: Array) -> Reads:
        memory = self.needed.memory[frame]
        return memory[array] if array in memory else _read_outside(array, self.needed)


def moved(frame: Frame, results: list[Array], live: Live) -> Moved:
    """Return the memory traffic of a whole program."""
    needed = _Needed(live)
    needed.block(frame)
    for array in results:
        needed.materialized |= {array.key}
        needed.never_fused |= {array.key}
        needed.wanted |= {array.key}
    result_keys = {array.key for array in results}
    return Moved(needed, _block(frame, needed, result_keys))


def _behind(array: Array) -> Array:
    """Return the array behind a chain of views."""
    while _view(array):
        assert array.event is not None
        array = array.event.inputs[0]
    return array


def _needed_of(array: Array) -> Iterator[Array]:
    """Yield the array behind a chain of views, and their addresses, which a loop reads once."""
    while _view(array):
        assert array.event is not None
        array, *where = array.event.inputs
        yield from where
    yield array


def _spread(array: Array) -> Array:
    """Return the array that an unfused op reads; a broadcast that repeats elements is one."""
    while _view(array):
        assert array.event is not None
        behind = array.event.inputs[0]
        if array.event.name == "broadcast_in_dim" and array.points > behind.points:
            return array
        array = behind
    return array


def _view(array: Array) -> bool:
    return array.event is not None and array.event.name in VIEWS and not array.event.folded


class _Needed:
    """Find the positions in the program whose arrays must be materialized."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.materialized: set[Any] = set()
        self.never_fused: set[Any] = set()  # even if it is a splat
        self.wanted: set[Any] = set()  # read by any op
        self.spilled: set[Any] = set()  # scalars without a register
        self.memory: dict[Frame, dict[Array, Reads]] = {}  # for each block that was executed

    def in_memory(self, array: Array) -> bool:
        """Return True if a stored array is in memory, not in a register."""
        return bool(array.shape) or array.key in self.spilled

    def block(self, frame: Frame) -> None:
        for event in filter(self.live, frame.events):
            self._event(event)
            for inner in event.frames:
                self.block(inner)
                self.materialized |= {a.key for a in inner.returned}
                self.wanted |= {a.key for a in inner.returned}

    def _event(self, event: Event) -> None:
        self.wanted |= {a.key for a in (*event.inputs, *event.captured(self.live))}
        read = event.captured(self.live, returned=False)  # a view that is returned is copied
        self.materialized |= {b.key for a in read for b in _needed_of(a)}
        if event.name == "loop":
            self._registers(event)
        if event.name in ("loop", "branch"):
            self.materialized |= {a.key for a in event.inputs}
        elif event.name == "gather":
            self.materialized |= {_behind(event.inputs[0]).key}
        elif event.name in UPDATES:
            self.materialized |= {_spread(event.inputs[0]).key}
            self.never_fused |= {_spread(event.inputs[0]).key}
        elif event.name not in FUSED and event.name != "reduce":
            self.materialized |= {_spread(a).key for a in event.inputs}

    def _registers(self, event: Event) -> None:
        """Spill all scalars of a loop if they exceed the registers."""
        behind = (_behind(a) for a in event.captured(self.live))
        read = {a.key: a.bytes for a in behind if not a.shape and not _repeated(a)}
        carried = [
            slot for slot in event.singles.values()
            if any(a.event is None or self.live(a.event) for a in slot[2:])
        ]  # fmt: skip
        words = [*read.values(), *(slot[0].bytes for slot in carried)]
        if sum(-(-size // 4) for size in words) > REGISTERS:
            self.spilled |= read.keys() | {a.key for slot in carried for a in slot}


class _Sweeps:
    """The traffic of one block; independent results share a sweep over memory."""

    def __init__(self) -> None:
        self.level: dict[Array, int] = {}
        self.streams: dict[tuple[int, int], list[Reads]] = defaultdict(list)
        self.sums: dict[tuple[int, int, frozenset[Array]], Reads] = {}
        self.bytes = 0

    def after(self, reads: Reads) -> int:
        return 1 + max((self.level.get(array, 0) for array, _ in reads.values()), default=0)

    def total(self) -> int:
        total = self.bytes
        for (level, points, seen), reads in self.sums.items():
            if not any(seen == frozenset(r) for r in self.streams.get((level, points), [])):
                total += _capped(reads)
        return total + sum(_capped(_joined(each)) for each in self.streams.values())


def _joined(many: list[Reads]) -> Reads:
    return {window: entry for reads in many for window, entry in reads.items()}


def _capped(reads: Reads) -> int:
    """Limit the reads of each array to its size."""
    by_array: dict[Array, int] = defaultdict(int)
    for array, seen in reads.values():
        by_array[array] = min(array.bytes, by_array[array] + seen)
    return sum(by_array.values())


def _block(frame: Frame, needed: _Needed, result_keys: set[Any]) -> int:
    """Count the bytes of a block; scalars in `result_keys`, the program's results, are stored."""
    sweeps, total = _Sweeps(), 0

    def write(array: Array) -> int:
        wanted = array.key in needed.wanted and (
            needed.in_memory(array) or array.key in result_keys
        )
        return array.bytes if wanted else 0

    memory: dict[Array, Reads] = {}
    needed.memory[frame] = memory

    def reads(array: Array) -> Reads:
        return memory[array] if array in memory else _read_outside(array, needed)

    def store(array: Array, level: int) -> None:
        memory[array] = {array: (array, array.bytes if needed.in_memory(array) else 0)}
        sweeps.level[array] = level

    carried: dict[Array, int] = {}  # computed chains, with the sweep that computed them

    def twice(event: Event) -> int:
        """Materialize chains whose recomputation reads three times their size; return the bytes."""
        level, written = sweeps.after(_joined([reads(a) for a in event.inputs])), 0
        for array in event.inputs:
            if array in memory and array.shape and not _looks(array, memory):
                later = carried.setdefault(array, level) < level
                if later and _capped(reads(array)) >= 3 * array.bytes:
                    own = sweeps.after(reads(array))
                    sweeps.streams[own, array.points].append(reads(array))
                    store(array, own)
                    written += array.bytes
        return written

    for event in filter(needed.live, frame.events):
        total += 0 if event.frames else twice(event)
        ins = [reads(a) for a in event.inputs]
        if event.frames:
            each = [(frame, _block(frame, needed, result_keys)) for frame in event.frames]
            total += sum(moved for frame, moved in each if not frame.ghost)
            level = sweeps.after(_joined([*ins, *map(reads, event.waited(needed.live))]))
            for array in event.results:
                total += 0 if needed.in_memory(array) else write(array)
                store(array, level)
        elif event.folded or event.name == "iota":
            memory.update((a, {}) for a in event.results)
        elif event.name in FUSED:
            memory[event.results[0]] = _seen(event, ins, memory)
        elif event.name == "reduce":
            key = sweeps.after(_joined(ins)), event.inputs[0].points
            sweeps.sums[*key, frozenset(_joined(ins))] = {
                window: (a, min(seen, -(-key[1] * a.bytes // max(a.points, 1))))
                for window, (a, seen) in _joined(ins).items()
            }
            for array in event.results:
                store(array, key[0])
                total += write(array)
        elif event.name in UPDATES:
            _update(event, ins, sweeps, store)
        else:
            merged = _joined(ins)
            total += _capped(merged)
            for array in event.results:
                store(array, sweeps.after(merged))
                total += write(array) if ins else 0
        total += sum(_keep(a, needed, sweeps, memory, store, write) for a in event.results)
    return total + sweeps.total()


def _keep(
    array: Array, needed: _Needed, sweeps: _Sweeps, memory: dict[Array, Reads], store: Any,
    write: Any,
) -> int:  # fmt: skip
    """Materialize an array if it must be and is not yet, and return the bytes written."""
    reads = memory[array]
    if array.key not in needed.materialized | needed.never_fused or _is_stored(array, memory):
        return 0
    if _repeated(array) and array.key not in needed.never_fused:
        return 0
    level = sweeps.after(reads)
    sweeps.streams[level, array.points].append(reads)
    store(array, level if needed.in_memory(array) else level - 1)
    return int(write(array))


def _read_outside(array: Array, needed: _Needed) -> Reads:
    """Return a block's reads of an outer array, through views that are not materialized."""
    if _repeated(array) and array.key not in needed.never_fused:
        return {}
    base, seen = array, array.bytes
    while base.key not in needed.materialized | needed.never_fused and _view(base):
        assert base.event is not None
        base = base.event.inputs[0]
        seen = min(seen, base.bytes)
    whole = needed.in_memory(base) or base.key[0] == "argument"
    return {array: (base, seen if whole else 0)}


def _repeated(array: Array) -> bool:
    """Return True for a splat or an iota, also behind views."""
    array = _behind(array)
    return array.made or (array.event is not None and array.event.folded)


def _seen(event: Event, ins: list[Reads], memory: dict[Array, Reads]) -> Reads:
    """Return the reads of an event's result if it is not materialized."""
    first, rest = ins[0], _joined(ins[1:])
    window = event.name in VIEWS and _looks(event.inputs[0], memory)
    if first and (event.name == "gather" or window):
        base, seen = next(iter(first.values()))
        made = event.results[0]
        if made.bytes < seen:  # otherwise, the op reads the whole array
            others = {w: (a, n) for w, (a, n) in first.items() if a is not base}
            return {made: (base, made.bytes), **others} | rest
    if first and event.name in PARTS:  # another part of a computed value is another read
        base, _ = next(iter(first.values()))
        first = {**first, event.results[0]: (base, 0)}
    return first | rest


def _looks(array: Array, memory: dict[Array, Reads]) -> bool:
    """Return True for a materialized array or a view of one; a view of it reads less."""
    if array not in memory or _is_stored(array, memory) or array.event is None:
        return True
    return array.event.name in VIEWS and _looks(array.event.inputs[0], memory)


def _is_stored(array: Array, memory: dict[Array, Reads]) -> bool:
    return array in memory[array] and memory[array][array][0] is array


def _update(event: Event, ins: list[Reads], sweeps: _Sweeps, store: Any) -> None:
    slot = 1 if event.name == "dynamic_update_slice" else len(event.inputs) - 1
    new, result = event.inputs[slot], event.results[0]
    read = _joined(ins[1:])
    level = sweeps.after(read)
    sweeps.streams[level, new.points].append(read)
    sweeps.bytes += min(new.bytes, result.bytes) * (1 + event.combines)
    store(result, max(sweeps.after(ins[0]), level))
