"""Which whole-number arithmetic is free: a loop's counter and its test, and a plain address.

An address is plain if it is `number * index + counters`, where the numbers are written in the
program; once in its life it may be wrapped (a negative index counts from the end) or clamped.
Anything else that ends in an address, a test or a branch is a computation like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from manylanes._cost.analysis.live import ADDRESS, DATA, DEAD, TEST, Live, alias, needed, same
from manylanes._cost.analysis.trips import Loop
from manylanes._cost.price.table import group_of
from manylanes._cost.read.fold import literal
from manylanes._cost.read.program import Block, Op, Value


@dataclass(frozen=True)
class _Index:
    """Where a whole number comes from: a computed one has a source of its own."""

    data: bool = True  # it depends on more than counters and what is written
    bent: bool = False  # it has been wrapped or clamped


_DATA, _FIXED = _Index(), _Index(data=False)


def free(program: Block, found: Live) -> set[Op]:
    """The ops that cost nothing."""
    walk = _Walk(found)
    walk.block(program)
    return walk.free


@dataclass
class _Walk:
    found: Live
    free: set[Op] = field(default_factory=set)
    indices: dict[Value, _Index] = field(default_factory=dict)
    folded: set[Value] = field(default_factory=set)  # made of what is written, and so written too

    def written(self, value: Value) -> bool:
        """Whether all its numbers stand in the program, or follow from what stands there.

        Which entry of a written table is looked up must stand there as well.
        """
        if literal(value) is not None:
            return True
        *where, array = needed(value)
        stands = array in self.folded or (
            array.maker is not None and array.maker.name == "constant"
        )
        return stands and all(map(self.written, where))

    def of(self, value: Value) -> _Index:
        if self.written(value):
            return _FIXED
        return self.indices.get(value, _DATA)

    def block(self, block: Block) -> None:
        for op in block.ops:
            if op.name == "while":
                self._loop(op)
                continue
            for region in op.regions:
                self.block(region)
            if op.results and op.results[0].integral:
                index = self._index(op)
                self.indices.update(dict.fromkeys(op.results, index))

    def _loop(self, op: Op) -> None:
        loop = self.found.loop(op)
        for slot in range(len(op.operands)):
            if slot in loop.still and self.written(op.operands[slot]):
                self.folded |= {loop.cond.args[slot], loop.body.args[slot], op.results[slot]}
            start = self.of(op.operands[slot])
            index = start if {slot} & (loop.still | {*loop.steps}) else _DATA
            for value in (loop.cond.args[slot], loop.body.args[slot]):
                self.indices[value] = index
        for slot, step in loop.steps.items():
            wanted = self.found.state.get(op.results[slot], DEAD) == DATA
            if slot in loop.tested or not wanted:
                self.free.add(step)
        for region in op.regions:
            self.block(region)
        self.free |= _tests(loop)
        ends = self.of(loop.cond.returns[0])  # how far it goes, and so where it leaves its counters
        for slot, result in enumerate(op.results):
            index = self.of(loop.cond.args[slot])
            moved = index.data or (ends.data and slot not in loop.still)
            self.indices[result] = replace(index, data=moved)

    def _index(self, op: Op) -> _Index:
        """Where the result comes from; notes the op if it is free."""
        inputs = [self.of(v) for v in op.operands if v.integral]
        joined = _Index(any(i.data for i in inputs), any(i.bent for i in inputs))
        group = "view" if alias(op) else group_of(op.name)
        if op.name == "iota":
            return _FIXED
        chooses = op.results[0] in self.found.choices and self.found.of(op) == TEST
        chooses = chooses and (op.name == "clamp" or op.operands[0].dtype == "i1")
        if group == "elementwise" and chooses:
            self.free.add(op)  # a truth, or a number, becomes that of a branch
        folds = group in ("view", "elementwise") or op.name in ("pad", "concatenate")
        if folds and op.operands and all(self.written(v) for v in op.operands):
            self.folded.update(op.results)
            if self.found.of(op) == ADDRESS:
                self.free.add(op)
            return _FIXED
        if op.name == "bitcast_convert":  # of floats, or of several numbers in one
            return _DATA
        if op.name == "dynamic_slice":  # what is found is a number of its own
            return replace(joined, bent=self.of(op.operands[0]).bent)
        if group in ("free", "view") or op.name in ("pad", "concatenate"):
            return joined
        if group != "elementwise" or not all(v.integral for v in (*op.operands, *op.results)):
            return _DATA
        if self.found.of(op) == ADDRESS and (index := self._plain(op, joined)):
            self.free.add(op)
            return index
        return replace(joined, bent=False)

    def _plain(self, op: Op, joined: _Index) -> _Index | None:
        """Where a plain address comes from; None for any other arithmetic."""
        written = [self.written(v) for v in op.operands]
        if op.name in ("add", "subtract"):
            return joined if sum(self.of(v).data for v in op.operands) < 2 else None
        if op.name == "multiply":
            return joined if any(written) else None
        if op.name in ("negate", "convert"):
            return joined
        bends = op.name in ("clamp", "maximum", "minimum") and sum(written) == len(written) - 1
        if joined.bent or not (bends or (op.name == "select" and self._wraps(op))):
            return None
        return replace(joined, bent=True)

    def _wraps(self, op: Op) -> bool:
        """`i + n if i < 0 else i`; the comparison is free with it."""
        test, ahead, plain = (same(v) for v in op.operands)
        less, add = test.maker, ahead.maker
        if less is None or add is None or less.name != "compare" or add.name != "add":
            return False
        fits = (
            less.attrs["comparison_direction"] == "LT"
            and same(less.operands[0]) is plain
            and literal(less.operands[1]) == 0
            and any(same(v) is plain for v in add.operands)
            and any(self.written(v) for v in add.operands)
        )
        if fits and self.found.of(less) == ADDRESS:  # a mask may be wanted for itself
            self.free.add(less)
        return fits


_JOINS = {"and", "or", "not", "xor"}


def _tests(loop: Loop) -> set[Op]:
    """The comparisons of counters with what no round changes, and what joins them."""
    counters = {loop.cond.args[slot] for slot in loop.steps}
    changing = {arg for slot, arg in enumerate(loop.cond.args) if slot not in loop.still}
    inside = {r for op in loop.cond.ops for r in op.results}
    found: dict[Value, Op] = {}
    for op in loop.cond.ops:
        moved = [same(v) for v in op.operands if v in inside or v in changing]
        moved = [v for v in moved if literal(v) is None]
        compares = op.name == "compare" and all(v in counters for v in moved) and len(moved) == 1
        if compares or (op.name in _JOINS and all(v in found for v in moved)):
            found[op.results[0]] = op
    return set(found.values())
