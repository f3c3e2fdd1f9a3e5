"""How much memory the arrays of a program take at once, and which they are.

By the same rule as the bytes: what fuses is never there. An array is there from the op that makes
it to the last that reads it, in the order of the text; arguments, constants and results to the
end. An update in place and a loop take over the array that they change, if nobody reads it later.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from manylanes._cost.branch import captured
from manylanes._cost.live import DEAD
from manylanes._cost.memory import Place
from manylanes._cost.program import Block, Op, Value, each
from manylanes._cost.table import group_of

if TYPE_CHECKING:
    from manylanes._cost.walk import Walker


@dataclass
class Fullest:
    """The most that was there at once, and whether another branch would have had less."""

    bytes: int = 0
    arrays: tuple[Value, ...] = ()
    open: bool = False


@dataclass
class _Memory:
    """What is there while one block runs, beside what was there before it."""

    walker: Walker
    there: dict[Value, int] = field(default_factory=dict)
    most: Fullest = field(default_factory=Fullest)

    def run(self, block: Block, own: Iterable[Value]) -> Fullest:
        """`own` are arrays from outside that the block may overwrite."""
        ops = [op for op in block.ops if self.walker.live.of(op) != DEAD]
        last, stay = self._last(block, ops), set(self.there)
        mine = dict.fromkeys(own, 0)
        self._look({}, Fullest())
        for at, op in enumerate(ops):
            made = {v: v.bytes for v in op.results if _stored(self.walker, v)}
            if op.name == "while" or group_of(op.name) == "update":
                self._take_over(op, made, mine, [a for a in last if last[a] == at])
            # What a branch returns is inside it what it makes.
            self._look({} if op.name in ("case", "if") else made, self._inside(op))
            self.there.update(made)
            mine.update(made)
            self._look({}, Fullest())
            over = [v for v in self.there if v not in stay and last.get(v, -1) <= at]
            for value in over:
                del self.there[value]
        return self.most

    def _look(self, more: dict[Value, int], inside: Fullest) -> None:
        now = {**self.there, **more}
        total = sum(now.values()) + inside.bytes
        self.most.open |= inside.open
        if total > self.most.bytes:
            arrays = tuple(v for v, size in now.items() if size)
            self.most.bytes, self.most.arrays = total, arrays + inside.arrays

    def _last(self, block: Block, ops: list[Op]) -> dict[Value, int]:
        """Where each array is read last; what a block returns is there to its end."""
        last: dict[Value, int] = {}
        for at, op in enumerate(ops):
            for value in (*op.operands, *captured(self.walker, op.regions)):
                last.update(dict.fromkeys(self._arrays(value), at))
        for value in block.returns:
            last.update(dict.fromkeys(self._arrays(value), len(ops)))
        return last

    def _arrays(self, value: Value) -> Iterable[Value]:
        return (array for array, _ in self.walker.fact(value).reads.values())

    def _take_over(
        self, op: Op, made: dict[Value, int], mine: dict[Value, int], ending: list[Value]
    ) -> None:
        """The result lies where the operand lay, if that is ours and nobody needs it any more."""
        for result, operand in zip(op.results, op.operands, strict=False):
            for array in self._arrays(operand):
                if result in made and array in mine and array in ending:
                    if array.bytes == result.bytes:
                        made[result] = mine.pop(array)
                        self.there.pop(array, None)
                    break

    def _inside(self, op: Op) -> Fullest:
        if op.name not in ("while", "case", "if"):
            return Fullest()
        own = op.regions[1].args if op.name == "while" else ()
        found = [_Memory(self.walker).run(region, own) for region in op.regions]
        most = max(found, key=lambda each: each.bytes)
        decided = op.name == "while" or self.walker.number(op.operands[0]) is not None
        differ = any(each.bytes != most.bytes for each in found) and not decided
        return Fullest(most.bytes, most.arrays, differ or any(each.open for each in found))


def _stored(walker: Walker, value: Value) -> bool:
    """Whether it has a place of its own that it is given while the program runs."""
    fact = walker.fact(value)
    fixed = value.maker is not None and value.maker.name == "constant"
    return bool(value.shape) and not fixed and fact.place is Place.WHOLE and value in fact.reads


def fullest(program: Block, walker: Walker) -> Fullest:
    """Of a program that has been walked."""
    memory = _Memory(walker)
    for value in program.args:
        if walker.live.state.get(value, DEAD) != DEAD:
            memory.there[value] = _argument(value, program)
    for op in each(program):
        if op.name == "constant" and walker.fact(op.results[0]).place is Place.WHOLE:
            memory.there[op.results[0]] = op.results[0].bytes
    return memory.run(program, ())


def _argument(value: Value, program: Block) -> int:
    """Where devices share an argument, each holds its part."""
    uses = [op for op in program.ops if value in op.operands]
    if uses and all(op.name == "shard" for op in uses):
        return uses[0].results[0].bytes
    return value.bytes
