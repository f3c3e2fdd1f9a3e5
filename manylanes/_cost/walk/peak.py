"""How much memory the arrays of a program take at once, and which they are.

By the same rule as the bytes: what fuses is never there. An array is there from the op that makes
it to the last that reads it, in the order of the text; arguments, constants and results to the
end. An update in place and a loop take over the array that they change, if nobody reads it later.
A donated argument ends with the last op that reads it. Whether a result of that op is written over
it is the compiler's choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from manylanes._cost.analysis.liveness import DEAD, strip_aliases
from manylanes._cost.price.memory import Place
from manylanes._cost.price.table import group_of
from manylanes._cost.read.program import Block, Op, Value, each
from manylanes._cost.walk.branch import captured

if TYPE_CHECKING:
    from manylanes._cost.walk.tally import Tally
    from manylanes._cost.walk.walk import Walker

BRANCH = "of a branch that data decides, the memory of the fuller side"
_CONTROL = ("while", "case", "if")
LOOP = "of a loop that may go round no time, the memory of a round"
DONATED = "donated arguments end after the op that reads them last; its result may overwrite them"


@dataclass
class Fullest:
    """The most that may be there at once, and the least that this comes to, whatever data say."""

    bytes: int = 0
    arrays: tuple[Value, ...] = ()
    least: int = 0
    why: dict[str, None] = field(default_factory=dict)  # these may differ


@dataclass
class _Memory:
    """What is there while one block runs, beside what was there before it."""

    walker: Walker
    tally: Tally  # which loops go round, and which sides are taken
    donated: frozenset[Value] = frozenset()  # arguments that end with their last reader
    overwrite: bool = False  # whether the results of any op take over donated arguments
    there: dict[Value, int] = field(default_factory=dict)
    now: int = 0  # bytes of these
    most: Fullest = field(default_factory=Fullest)
    # What came and went, one after another, and how much of that had been when it was fullest.
    story: list[tuple[Value, int]] = field(default_factory=list)
    full: int = 0

    def run(self, block: Block, own: Iterable[Value]) -> Fullest:
        """`own` are arrays from outside that the block may overwrite."""
        ops = [op for op in block.ops if self.walker.live.usage_of(op) != DEAD]
        last, stay = self._last(block, ops), set(self.there) - self.donated
        ending: list[list[Value]] = [[] for _ in range(len(ops) + 1)]
        for value, at in last.items():
            ending[at].append(value)
        mine = dict.fromkeys(own, 0) | {v: self.there[v] for v in self.donated & {*self.there}}
        self.now = sum(self.there.values())
        self.story = list(self.there.items())
        self._look(0, {}, Fullest())
        for at, op in enumerate(ops):
            made = {v: v.bytes for v in self._made(op) if _stored(self.walker, v)}
            if op.name == "while" or group_of(op.name) == "update":
                self._take_over(op, made, mine, ending[at])
            if self.overwrite:
                self._overwrite(made, ending[at])
            # What a branch returns is inside it what it makes.
            during = {} if op.name in ("case", "if") else made
            self._look(sum(during.values()), during, self._inside(op))
            self._come(made)
            mine.update(made)
            self._look(0, {}, Fullest())
            for value in (*ending[at], *(v for v in made if v not in last)):
                if value not in stay:
                    self._go(value)
        there = dict(self.story[: self.full])
        self.most.arrays = (*(v for v, size in there.items() if size), *self.most.arrays)
        return self.most

    def _made(self, op: Op) -> list[Value]:
        """Its results; of a loop or a branch, those that somebody reads."""
        if op.name == "while":
            return [op.results[slot] for slot in self.walker.live.live_slots(op)]
        return self.walker.wanted(op) if op.name in _CONTROL else list(op.results)

    def _come(self, made: dict[Value, int]) -> None:
        self.there.update(made)
        self.story += made.items()
        self.now += sum(made.values())

    def _go(self, value: Value) -> None:
        self.now -= self.there.pop(value, 0)
        self.story.append((value, 0))

    def _look(self, more: int, made: dict[Value, int], inside: Fullest) -> None:
        self.most.why |= inside.why
        self.most.least = max(self.most.least, self.now + more + inside.least)
        if (total := self.now + more + inside.bytes) > self.most.bytes:
            self.most.bytes, self.full = total, len(self.story)
            arrays = tuple(v for v, size in made.items() if size)
            self.most.arrays = arrays + inside.arrays

    def _last(self, block: Block, ops: list[Op]) -> dict[Value, int]:
        """Where each array is read last; what a block returns is there to its end."""
        last: dict[Value, int] = {}
        for at, op in enumerate(ops):
            for value in (*self.walker.live.live_operands(op), *captured(self.walker, op.regions)):
                last.update(dict.fromkeys(self._arrays(value), at))
        for value in block.returns:
            last.update(dict.fromkeys(self._arrays(value), len(ops)))
        return last

    def _arrays(self, value: Value) -> Iterable[Value]:
        return (array for array, _ in self.walker.fact(strip_aliases(value)).reads.values())

    def _take_over(
        self, op: Op, made: dict[Value, int], mine: dict[Value, int], ending: list[Value]
    ) -> None:
        """The result lies where the operand lay, if that is ours and nobody needs it any more."""
        for result, operand in zip(op.results, op.operands, strict=False):
            for array in self._arrays(operand):
                if result in made and array in mine and array in ending:
                    if array.bytes == result.bytes:
                        made[result] = mine.pop(array)
                        self._go(array)
                    break

    def _overwrite(self, made: dict[Value, int], ending: list[Value]) -> None:
        """Write results over donated arguments of the same size that nothing reads afterwards."""
        free = [v for v in ending if v in self.donated and v in self.there]
        for size in made.values():
            place = next((v for v in free if self.there[v] == size), None)
            if place is not None:
                free.remove(place)
                self._go(place)

    def _inside(self, op: Op) -> Fullest:
        if op.name not in _CONTROL:
            return Fullest()
        own = op.regions[1].args if op.name == "while" else ()
        runs = [self._runs(op, place) for place in range(len(op.regions))]
        found = [_Memory(self.walker, self.tally).run(region, own) for region in op.regions]
        may = [each for each, run in zip(found, runs, strict=True) if run is not False]
        must = [each.least for each, run in zip(found, runs, strict=True) if run]
        most = max(may, key=lambda each: each.bytes, default=Fullest())
        least = max(must, default=min((each.least for each in may), default=0))
        why = dict.fromkeys(reason for each in may for reason in each.why)
        if least < max((each.least for each in may), default=0):
            why[LOOP if op.name == "while" else BRANCH] = None
        return Fullest(most.bytes, most.arrays, least, why)

    def _runs(self, op: Op, place: int) -> bool | None:
        """Whether a block of a loop or a branch is ever carried out; None: data decide."""
        if op.name == "while":
            often = self.tally.rounds.get(op.number) if place else 1
            open_ = place and op.number in self.tally.at_most
        else:
            often = self.tally.taken.get((op.number, place))
            open_ = (op.number, place) in self.tally.at_most
        return None if often is None or (often and open_) else often > 0


def _stored(walker: Walker, value: Value) -> bool:
    """Whether it has a place of its own that it is given while the program runs."""
    fact = walker.fact(value)
    fixed = value.producer is not None and value.producer.name == "constant"
    there = (walker.in_memory(value) or value in walker.live.results) and not fixed
    return there and fact.place is Place.WHOLE and value in fact.reads


def fullest(program: Block, walker: Walker, tally: Tally) -> Fullest:
    """Of a program that has been walked."""
    found = _fullest(program, walker, tally, overwrite=False)
    if program.donated:
        least = _fullest(program, walker, tally, overwrite=True).least
        found.why |= {DONATED: None} if least < found.least else {}
        found.least = least
    return found


def _fullest(program: Block, walker: Walker, tally: Tally, *, overwrite: bool) -> Fullest:
    memory, shared = _Memory(walker, tally, program.donated, overwrite), _shared(program)
    for value in program.args:
        if walker.live.usage.get(value, DEAD) != DEAD:
            memory.there[value] = shared.get(value, value.bytes)
    for op in each(program):
        if op.name == "constant" and walker.fact(op.results[0]).place is Place.WHOLE:
            memory.there[op.results[0]] = op.results[0].bytes
    return memory.run(program, ())


def _shared(program: Block) -> dict[Value, int]:
    """Arguments that devices share: each holds its part."""
    parts = {op.operands[0]: op.results[0].bytes for op in program.ops if op.name == "shard"}
    whole = {value for op in program.ops if op.name != "shard" for value in op.operands}
    return {value: size for value, size in parts.items() if value not in whole}
