"""Which numbers of a loop are made of counters and constants alone, whatever is done with them."""

from __future__ import annotations

from collections.abc import Callable

from manylanes._cost.price.table import group_of
from manylanes._cost.read.program import Block, Op, Value

Fixed = Callable[[Value], bool]
MAKES = ("free", "view", "move", "elementwise")


def of_loop(op: Op, known: Fixed) -> tuple[set[int], bool]:
    """The carried slots that no data reach, in any round; and whether none reach its test."""
    cond, body = op.regions
    slots = {slot for slot, value in enumerate(op.operands) if known(value)}
    while True:
        inside = _inside(body, slots, known)
        left = {slot for slot in slots if inside(body.returns[slot])}
        if left == slots:
            return slots, _inside(cond, slots, known)(cond.returns[0])
        slots = left


def _inside(block: Block, slots: set[int], known: Fixed) -> Fixed:
    """Of the values of a block too, if these of its arguments are."""
    found = {value: slot in slots for slot, value in enumerate(block.args)}

    def fixed(value: Value) -> bool:
        return found[value] if value in found else known(value)

    for op in block.ops:
        made = group_of(op.name) in MAKES and all(map(fixed, op.operands))
        held, ends = of_loop(op, fixed) if op.name == "while" else (set(), False)
        found.update({value: made or (ends and at in held) for at, value in enumerate(op.results)})
    return fixed
