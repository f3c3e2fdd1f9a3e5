"""The structure of a `while` loop: its counters, invariants and data-independent slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from manylanes._cost.price.table import group_of
from manylanes._cost.read.fold import literal
from manylanes._cost.read.program import Block, Op, Value

IsIndependent = Callable[[Value], bool]
_PRESERVING_GROUPS = ("free", "view", "move", "elementwise")
_READS_ARRAYS = "its test depends on whole arrays"


class Loop:
    """The counters, invariants and data dependencies of a `while` op."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.cond, self.body = op.regions
        slots = zip(self.body.args, self.body.returns, strict=True)
        self.slots: list[tuple[Value, Value]] = list(slots)
        # Carry slots that no iteration changes (loop-invariant).
        self.invariants = {slot for slot, (arg, end) in enumerate(self.slots) if arg is end}

    @cached_property
    def counters(self) -> dict[int, Op]:
        """Map each counter to the op that changes it.

        A counter is a slot with an integer scalar to which each iteration adds a constant, or from
        which it subtracts one.
        """
        result = {}
        for slot, (arg, next_value) in enumerate(self.slots):
            op = next_value.producer
            if op is None or op.name not in ("add", "subtract") or arg.shape or not arg.is_integer:
                continue
            left, right = op.operands
            forward = left is arg and literal(right) is not None
            if forward or (op.name == "add" and right is arg and literal(left) is not None):
                result[slot] = op
        return result

    def stride(self, slot: int) -> int:
        """Return the change per iteration of the counter in `slot`."""
        op = self.counters[slot]
        left, right = op.operands
        stride = int(literal(right if left is self.body.args[slot] else left))
        return -stride if op.name == "subtract" else stride

    @cached_property
    def tested_slots(self) -> set[int]:
        """The carry slots that the loop test reads."""
        return _slots_read(self.cond, self.cond.returns)[0]

    @cached_property
    def controlling_slots(self) -> set[int] | str:
        """The slots on which the loop test depends, or the reason why these are unknown."""
        slots, arrays = _slots_read(self.cond, self.cond.returns)
        return _READS_ARRAYS if arrays else self.dependencies(slots)

    def dependencies(self, slots: set[int]) -> set[int] | str:
        """Return `slots` and all slots on which these depend, or the reason why any is unknown."""
        result: set[int] = set()
        while slots - result:
            result |= slots
            more, arrays = _slots_read(self.body, tuple(self.body.returns[s] for s in result))
            if arrays:
                return _READS_ARRAYS
            slots = result | more
        return result

    @cached_property
    def test_ops(self) -> list[Op]:
        """The ops that compute the loop test."""
        return _backward_slice(self.cond, self.cond.returns)

    @cached_property
    def control_ops(self) -> list[Op]:
        """The ops of the body that compute the next values of `controlling_slots`."""
        assert isinstance(self.controlling_slots, set)
        return self.ops_computing(self.controlling_slots)

    def ops_computing(self, slots: Iterable[int]) -> list[Op]:
        """Return the ops of the body that compute the next values of `slots`."""
        return _backward_slice(self.body, tuple(self.body.returns[slot] for slot in slots))


def _slots_read(block: Block, targets: tuple[Value, ...]) -> tuple[set[int], bool]:
    """Return the carry slots on which `targets` depend, and whether any op computes an array."""
    slot_of = {arg: slot for slot, arg in enumerate(block.args)}
    ops = _backward_slice(block, targets)
    used = {*targets, *(v for op in ops for v in op.operands)}
    arrays = any(v.size != 1 for op in ops for v in op.results)
    return {slot_of[v] for v in used if v in slot_of}, arrays


def _backward_slice(block: Block, targets: tuple[Value, ...]) -> list[Op]:
    """Return the ops of a block that compute `targets` (a backward slice), in program order."""
    needed, slice_ops = set(targets), []
    for op in reversed(block.ops):
        if any(r in needed for r in op.results):
            needed.update(op.operands)
            slice_ops.append(op)
    return slice_ops[::-1]


def data_independent_slots(op: Op, is_independent: IsIndependent) -> tuple[set[int], bool]:
    """Return the data-independent carry slots of a loop, and whether its test is independent.

    A value is data-independent if it is computed from constants and loop counters only.
    """
    cond, body = op.regions
    slots = {slot for slot, value in enumerate(op.operands) if is_independent(value)}
    while True:
        in_body = _extend_into(body, slots, is_independent)
        remaining = {slot for slot in slots if in_body(body.returns[slot])}
        if remaining == slots:
            return slots, _extend_into(cond, slots, is_independent)(cond.returns[0])
        slots = remaining


def _extend_into(block: Block, slots: set[int], outside: IsIndependent) -> IsIndependent:
    """Return a predicate for data-independence, like `outside` but also for values of `block`.

    `slots` contains the positions of the block's data-independent arguments.
    """
    inside = {value: slot in slots for slot, value in enumerate(block.args)}

    def is_independent(value: Value) -> bool:
        return inside[value] if value in inside else outside(value)

    for op in block.ops:
        preserved = group_of(op.name) in _PRESERVING_GROUPS and all(
            map(is_independent, op.operands)
        )
        loop_slots, test_is_independent = (
            data_independent_slots(op, is_independent) if op.name == "while" else (set(), False)
        )
        inside.update(
            {
                value: preserved or (test_is_independent and slot in loop_slots)
                for slot, value in enumerate(op.results)
            }
        )
    return is_independent
