"""The state of a walk: what is known about each value, and where it is stored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from manylanes._cost.analysis.liveness import DEAD, Liveness
from manylanes._cost.analysis.loop import data_independent_slots
from manylanes._cost.price.custom_cost import Rule
from manylanes._cost.price.label import part_of
from manylanes._cost.price.memory import Storage
from manylanes._cost.read.program import Block, Op, Value
from manylanes._cost.walk.tally import Frame, Iterations, LoopContext, Tally, ValueInfo

MAX_STEPS = 1_000_000  # number of ops after which iterations are no longer walked one by one


class Walker(ABC):
    """The state that loops and branches share with the ops inside of them."""

    def __init__(
        self, live: Liveness, free: set[Op], rounds: Iterations, rules: Mapping[str, Rule]
    ) -> None:
        self.live = live
        self.free = free  # integer ops that are not counted
        self.rules = rules  # custom costs of ops that the table does not list
        self.rounds = rounds
        self.steps = MAX_STEPS  # number of ops that the walk may still visit
        self.used_run_counts = False  # whether a count from `total_rounds` was used
        # Maps loops whose trip count follows from the program to True, or to False if a count from
        # `total_rounds` was used before.
        self.known_loops: dict[int, bool] = {}
        self.infos: dict[Value, ValueInfo] = defaultdict(ValueInfo)
        self._captured_values: dict[Block, tuple[Value, ...]] = {}
        self._data_independent_slots: dict[tuple[Op, tuple[bool, ...]], tuple[set[int], bool]] = {}

    def data_independent_slots_of(self, op: Op) -> tuple[set[int], bool]:
        """Return the data-independent slots of a loop, and whether its test is data-independent."""
        independent = tuple(self.infos[v].data_independent for v in op.operands)
        if (op, independent) not in self._data_independent_slots:
            self._data_independent_slots[op, independent] = data_independent_slots(
                op, lambda v: self.infos[v].data_independent
            )
        return self._data_independent_slots[op, independent]

    def number(self, value: Value) -> Any:
        """Return a value's elements in this iteration of the walk, or None if unknown.

        For a splat, this is one element.
        """
        info = self.infos[value]
        if callable(info.current):
            info.current = info.current()
        return info.current if info.constant is None else info.constant

    def integer(self, value: Value) -> Any:
        """Return the elements of an integer value as `number` does, or None for any other value.

        Only integers determine trip counts.
        """
        return self.number(value) if value.is_integer else None

    @abstractmethod
    def walk_block(self, block: Block, context: LoopContext) -> Tally:
        """Walk a block whose arguments are already in `infos`, and return its tally."""

    def live_results(self, op: Op) -> list[Value]:
        return [r for r in op.results if self.live.usage[r] != DEAD]

    def mark_stored(self, values: tuple[Value, ...]) -> None:
        for value in values:
            info = self.infos[value]
            info.storage = Storage.MATERIALIZED
            info.reads = {value: (value, value.bytes if self.occupies_memory(value) else 0)}

    def reset(self, value: Value, **facts: Any) -> None:
        """Replace the recorded facts about a value and mark it as stored."""
        self.infos[value] = ValueInfo(**facts)
        self.mark_stored((value,))

    def bytes_written(self, value: Value) -> int:
        """Return the bytes written to store a value: 0 in a register, unless it is a result."""
        return value.bytes if self.occupies_memory(value) or value in self.live.results else 0

    def occupies_memory(self, value: Value) -> bool:
        """Return True if a stored value occupies memory rather than a register."""
        return bool(value.shape) or value in self.live.spilled

    def store_results(
        self, values: tuple[Value, ...], op: Op, regions: Sequence[Block], frame: Frame
    ) -> None:
        """Store the results of a loop or a branch, one level above all values that it reads.

        The regions have already written the arrays, so only returned scalars add bytes.
        """
        read = (*self.live.live_operands(op), *self.captured_values(regions))
        level = frame.traffic.level_of({v: (v, 0) for v in read})
        in_registers = (v for v in values if not self.occupies_memory(v))
        size = sum(self.bytes_written(v) for v in in_registers)
        frame.traffic.write(part_of(op), level, values, size)
        self.mark_stored(values)

    def captured_values(self, regions: Sequence[Block]) -> tuple[Value, ...]:
        """Return the values that regions use but that are defined outside of them."""
        captures: dict[Value, None] = {}
        for region in regions:
            if region not in self._captured_values:
                inner: dict[Value, None] = {}
                _collect_captured(region, set(), inner)
                self._captured_values[region] = tuple(inner)
            captures.update(dict.fromkeys(self._captured_values[region]))
        return tuple(captures)


def _collect_captured(block: Block, inside: set[Value], captures: dict[Value, None]) -> None:
    inside = inside | set(block.args)
    for op in block.ops:
        captures.update(dict.fromkeys(v for v in op.operands if v not in inside))
        for region in op.regions:
            _collect_captured(region, inside, captures)
        inside.update(op.results)
    captures.update(dict.fromkeys(v for v in block.returns if v not in inside))
