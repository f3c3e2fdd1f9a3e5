"""Find the carry slots of a loop whose values do not depend on data.

A value is data-independent if it is computed from constants and loop counters only.
"""

from __future__ import annotations

from collections.abc import Callable

from manylanes._cost.price.table import group_of
from manylanes._cost.read.program import Block, Op, Value

IsIndependent = Callable[[Value], bool]
_PRESERVING_GROUPS = ("free", "view", "move", "elementwise")


def data_independent_slots(op: Op, is_independent: IsIndependent) -> tuple[set[int], bool]:
    """Return the data-independent carry slots of a loop, and whether its test is independent."""
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
