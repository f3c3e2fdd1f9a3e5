"""Compute the peak memory of a program, and which arrays are live at the peak.

Fused values take no memory, as in the model of memory traffic. An array is live from the op that
produces it to its last reader, in program order. Arguments, constants and results are live to the
end. An in-place update or a loop reuses the buffer of its operand if nothing reads the operand
later. A donated argument is live until its last reader has run. The upper bound of the peak assumes
that no result of this reader overwrites the argument, and the lower bound that a result of equal
size does.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from manylanes._cost.analysis.liveness import DEAD
from manylanes._cost.analysis.simplify import cse_key
from manylanes._cost.analysis.views import strip_aliases
from manylanes._cost.price.memory import Storage
from manylanes._cost.price.table import group_of
from manylanes._cost.read.program import Block, Op, Value, all_ops
from manylanes._cost.show.amounts import describe_array
from manylanes._cost.walk.tally import TOTAL, Tally
from manylanes._cost.walk.walker import Walker

BRANCH = "the memory of the larger side of a branch that depends on data"
_CONTROL = ("while", "case", "if")
LOOP = "the memory of one iteration of a loop that may not run at all"
DONATED = "donated arguments until their last reader has run, although it may overwrite them"


@dataclass
class Peak:
    """The peak memory: an upper and a lower bound over all inputs, and the live arrays."""

    bytes: int = 0
    arrays: tuple[Value, ...] = ()
    lower_bound: int = 0
    reasons: dict[str, None] = field(default_factory=dict)  # why `bytes` may be too high


@dataclass
class _Memory:
    """Tracks the arrays that are live while one block runs."""

    walker: Walker
    tally: Tally  # how often loops and branches run
    donated: frozenset[Value] = frozenset()  # arguments that are freed after their last reader
    overwrite: bool = False  # whether every op, not only a loop or an update, reuses donated arrays
    live: dict[Value, int] = field(default_factory=dict)  # bytes of each live array
    live_bytes: int = 0  # sum of the sizes in `live`
    peak: Peak = field(default_factory=Peak)
    # Allocations and frees (0 bytes) in order, and the length of this history at the peak.
    history: list[tuple[Value, int]] = field(default_factory=list)
    peak_position: int = 0

    def run(self, block: Block, own: Iterable[Value]) -> Peak:
        """Return the peak memory of a block, which may overwrite the arrays in `own` at no cost."""
        ops = [op for op in block.ops if self.walker.live.usage_of(op) != DEAD]
        last_readers, surviving = self._last_readers(block, ops), set(self.live) - self.donated
        dying: list[list[Value]] = [[] for _ in range(len(ops) + 1)]
        for value, at in last_readers.items():
            dying[at].append(value)
        owned = dict.fromkeys(own, 0) | {v: self.live[v] for v in self.donated & {*self.live}}
        self.live_bytes = sum(self.live.values())
        self.history = list(self.live.items())
        self._update_peak(0, {}, Peak())
        for at, op in enumerate(ops):
            allocated = {v: v.bytes for v in self._results_of(op) if _is_allocated(self.walker, v)}
            if op.name == "while" or group_of(op.name) == "update":
                self._reuse_operands(op, allocated, owned, dying[at])
            if self.overwrite:
                self._reuse_donated(allocated, dying[at])
            # The results of a branch are counted inside of its regions.
            during = {} if op.name in ("case", "if") else allocated
            self._update_peak(sum(during.values()), during, self._peak_inside(op))
            self.live.update(allocated)
            self.history += allocated.items()
            self.live_bytes += sum(allocated.values())
            owned.update(allocated)
            self._update_peak(0, {}, Peak())
            for value in (*dying[at], *(v for v in allocated if v not in last_readers)):
                if value not in surviving:
                    self._free(value)
        live = dict(self.history[: self.peak_position])
        self.peak.arrays = (*(v for v, size in live.items() if size), *self.peak.arrays)
        return self.peak

    def _results_of(self, op: Op) -> list[Value]:
        """Return the results of `op`; for a loop or a branch, only those that are used."""
        if op.name == "while":
            return [op.results[slot] for slot in self.walker.live.live_slots(op)]
        return self.walker.live_results(op) if op.name in _CONTROL else list(op.results)

    def _free(self, value: Value) -> None:
        self.live_bytes -= self.live.pop(value, 0)
        self.history.append((value, 0))

    def _update_peak(self, extra_bytes: int, allocated: dict[Value, int], inside: Peak) -> None:
        self.peak.reasons |= inside.reasons
        self.peak.lower_bound = max(
            self.peak.lower_bound, self.live_bytes + extra_bytes + inside.lower_bound
        )
        if (total := self.live_bytes + extra_bytes + inside.bytes) > self.peak.bytes:
            self.peak.bytes, self.peak_position = total, len(self.history)
            arrays = tuple(v for v, size in allocated.items() if size)
            self.peak.arrays = arrays + inside.arrays

    def _last_readers(self, block: Block, ops: list[Op]) -> dict[Value, int]:
        """Return the position of each array's last use; returned arrays are live until the end."""
        last_readers: dict[Value, int] = {}
        for at, op in enumerate(ops):
            captured = self.walker.captured_values(op.regions)
            for value in (*self.walker.live.live_operands(op), *captured):
                last_readers.update(dict.fromkeys(self._arrays_behind(value), at))
        for value in block.returns:
            last_readers.update(dict.fromkeys(self._arrays_behind(value), len(ops)))
        return last_readers

    def _arrays_behind(self, value: Value) -> Iterable[Value]:
        return (array for array, _ in self.walker.infos[strip_aliases(value)].reads.values())

    def _reuse_operands(
        self, op: Op, allocated: dict[Value, int], owned: dict[Value, int], dying: list[Value]
    ) -> None:
        """Reuse an operand's buffer of equal size that the block owns and nothing reads later."""
        for result, operand in zip(op.results, op.operands, strict=False):
            for array in self._arrays_behind(operand):
                if result in allocated and array in owned and array in dying:
                    if array.bytes == result.bytes:
                        allocated[result] = owned.pop(array)
                        self._free(array)
                    break

    def _reuse_donated(self, allocated: dict[Value, int], dying: list[Value]) -> None:
        """Write results over donated arguments of the same size that nothing reads afterwards."""
        free = [v for v in dying if v in self.donated and v in self.live]
        for size in allocated.values():
            buffer = next((v for v in free if self.live[v] == size), None)
            if buffer is not None:
                free.remove(buffer)
                self._free(buffer)

    def _peak_inside(self, op: Op) -> Peak:
        if op.name not in _CONTROL:
            return Peak()
        own = op.regions[1].args if op.name == "while" else ()
        runs = [self._is_executed(op, index) for index in range(len(op.regions))]
        peaks = [_Memory(self.walker, self.tally).run(region, own) for region in op.regions]
        possible = [each for each, run in zip(peaks, runs, strict=True) if run is not False]
        certain = [each.lower_bound for each, run in zip(peaks, runs, strict=True) if run]
        peak = max(possible, key=lambda each: each.bytes, default=Peak())
        lower_bound = max(certain, default=min((each.lower_bound for each in possible), default=0))
        reasons = dict.fromkeys(reason for each in possible for reason in each.reasons)
        if lower_bound < max((each.lower_bound for each in possible), default=0):
            reasons[LOOP if op.name == "while" else BRANCH] = None
        return Peak(peak.bytes, peak.arrays, lower_bound, reasons)

    def _is_executed(self, op: Op, region: int) -> bool | None:
        """Return whether a region of a loop or a branch ever runs, or None if it is unknown."""
        if op.name == "while":
            count = self.tally.rounds.get(op.number) if region else 1
            uncertain = region and op.number in self.tally.optional
        else:
            count = self.tally.branch_counts.get((op.number, region))
            uncertain = (op.number, region) in self.tally.optional
        return None if count is None or (count and uncertain) else count > 0


def _is_allocated(walker: Walker, value: Value) -> bool:
    """Return True if the program allocates a buffer for a value while it runs."""
    info = walker.infos[value]
    is_constant = value.producer is not None and value.producer.name == "constant"
    in_memory = walker.occupies_memory(value) or value in walker.live.results
    return (
        in_memory
        and not is_constant
        and info.storage is Storage.MATERIALIZED
        and value in info.reads
    )


def add_peak(program: Block, walker: Walker, tally: Tally) -> None:
    """Add the peak memory of a program that has been walked to its tally."""
    peak = _find_peak(program, walker, tally, overwrite=False)
    if program.donated:
        lower_bound = _find_peak(program, walker, tally, overwrite=True).lower_bound
        peak.reasons |= {DONATED: None} if lower_bound < peak.lower_bound else {}
        peak.lower_bound = lower_bound
    tally.peak = peak.bytes
    tally.live_arrays = [describe_array(value, program) for value in peak.arrays]
    if peak.lower_bound < peak.bytes:
        tally.overcounted.add(("peak", TOTAL))
        tally.assumed |= peak.reasons


def _find_peak(program: Block, walker: Walker, tally: Tally, *, overwrite: bool) -> Peak:
    memory = _Memory(walker, tally, program.donated, overwrite)
    # An argument that is used only in sharded form has the size of a shard.
    parts = {op.operands[0]: op.results[0] for op in program.ops if op.name == "shard"}
    whole = {value for op in program.ops if op.name != "shard" for value in op.operands}
    for value in program.args:
        if walker.live.usage[value] != DEAD:
            array = value if value in whole else parts.get(value, value)
            memory.live[value] = array.bytes
    constants: dict[Hashable, Value] = {}  # equal constants are stored once
    for op in all_ops(program):
        if op.name == "constant" and walker.infos[op.results[0]].storage is Storage.MATERIALIZED:
            constants.setdefault(cse_key(op), op.results[0])
    memory.live.update((value, value.bytes) for value in constants.values())
    return memory.run(program, ())
