"""The walk: one pass over a program that adds up work, depth and bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from manylanes._cost.analysis.data_independence import data_independent_slots
from manylanes._cost.analysis.liveness import (
    DEAD,
    Liveness,
    address_positions,
    is_alias,
    strip_aliases,
)
from manylanes._cost.price.collective import messages
from manylanes._cost.price.given import Rule, given
from manylanes._cost.price.label import kind_of, label_of, part_of, unlisted
from manylanes._cost.price.memory import Place, Reads, amount, merge
from manylanes._cost.price.rules import RULES, Each, chooses, looked_up
from manylanes._cost.price.table import group_of
from manylanes._cost.read.fold import LARGEST, constant, fold, whole
from manylanes._cost.read.program import Block, Op, Value
from manylanes._cost.walk import branch, control
from manylanes._cost.walk.tally import TOTAL, Around, Fact, Frame, Iterations, Tally, rows_of

STEPS = 1_000_000  # ops looked at before loops are no longer followed round by round


class Walker:
    """The facts about every value met so far, and the way from op to op."""

    def __init__(
        self, found: Liveness, rounds: Iterations, steps: int, rules: Mapping[str, Rule]
    ) -> None:
        self.live = found
        self.rules = rules  # of ops that the table does not list
        self.free: set[Op] = set()
        self.rounds = rounds
        self.steps = steps  # that are left
        self.told = False  # whether rounds that a run counted have been used so far
        self.read: dict[int, bool] = {}  # loops read from the text; True: before `told`
        self.facts: dict[Value, Fact] = {}
        self.captured: dict[Block, tuple[Value, ...]] = {}
        self._settled: dict[tuple[Op, tuple[bool, ...]], tuple[set[int], bool]] = {}

    def fact(self, value: Value) -> Fact:
        return self.facts.get(value) or Fact()

    def settled(self, op: Op) -> tuple[set[int], bool]:
        """What of a loop no data reach: slots, and its test; from where it stands now."""
        begun = tuple(self.fact(v).fixed for v in op.operands)
        if (op, begun) not in self._settled:
            self._settled[op, begun] = data_independent_slots(op, lambda v: self.fact(v).fixed)
        return self._settled[op, begun]

    def number(self, value: Value) -> Any:
        """The number or numbers a value holds, now or always; None if that cannot be said."""
        fact = self.fact(value)
        if callable(fact.now):
            fact.now = fact.now()
        return fact.now if fact.known is None else fact.known

    def integer(self, value: Value) -> Any:
        """The same of whole numbers: no round hangs on any other."""
        return self.number(value) if value.integral else None

    def block(self, block: Block, around: Around) -> Tally:
        """One pass over a block whose arguments have their facts."""
        frame = Frame(around)
        self.steps -= len(block.ops)
        for op in block.inlined:
            control.record_inlined(self, op, frame)
        for op in block.ops:
            if self.live.usage_of(op) != DEAD or self.live.has_side_effects(op):
                self._op(op, frame)
        for part, number in frame.traffic.total().items():
            frame.tally.bytes[part] += number
        return frame.tally

    def _op(self, op: Op, frame: Frame) -> None:
        group = kind_of(op)
        if is_alias(op):
            for value, operand in zip(op.results, op.operands, strict=True):
                self.facts[value] = self._reshaped(operand, value)
                frame.depths[value] = frame.depths.get(operand, 0)
            return
        if group == "loop":
            control.loop(self, op, frame)
        elif group == "branch":
            branch.branch(self, op, frame)
        elif group is None:
            self._unlisted(op, frame)
        elif not self._folded(op):
            self._count(op, group, frame)
            self._memory(op, group, frame)
        for value in op.results:
            self._keep(op, value, frame)

    def _unlisted(self, op: Op, frame: Frame) -> None:
        found, tally, part = given(op, self.rules), frame.tally, part_of(op)
        if found is None:
            tally.under.add(("peak", TOTAL))
            tally.left_out(unlisted(op))
        else:
            tally.assumed[found.by] = None
            tally.count[part] += 1
            tally.work[part] += found.work
            tally.bytes[part] += found.bytes or 0
            tally.largest = max([tally.largest, *(r.bytes for r in self.wanted(op))])
            for row in (TOTAL, *rows_of(part)):
                tally.over |= {(measure, row) for measure in found.over}
                tally.under |= {(measure, row) for measure in found.under}
        counts = found is not None and found.bytes is None
        self._store(op, self._reads(op, frame) if counts else [], frame)
        frame.reach(op.results, frame.deepest(op.operands) + (found.span if found else 0))

    def _reshaped(self, operand: Value, value: Value) -> Fact:
        """The facts of an array that has another shape."""
        fact = self.fact(operand)
        if operand.shape == value.shape or not np.ndim(numbers := self.number(operand)):
            return fact
        numbers = np.asarray(numbers).reshape(value.shape)[()]
        if fact.known is None:
            return replace(fact, now=numbers)
        return replace(fact, known=numbers)

    def _folded(self, op: Op) -> bool:
        """Constants, and arithmetic on constants, which the compiler does."""
        result = op.results[0] if op.results else None
        if result is None or op.name == "iota":
            return False
        if op.name == "constant":
            known = constant(op)
            fact = Fact(Place.WHOLE, {result: (result, result.bytes)}, fixed=True)
            fact.now = partial(whole, op)
            self.facts[result] = fact if known is None else Fact(known=known, fixed=True)
            return True
        known = self._fold(op, [self.fact(v).known for v in op.operands])
        if known is None:
            return False
        self.facts[result] = Fact(known=known, fixed=True)
        return True

    def _fold(self, op: Op, inputs: list[Any]) -> Any:
        group = group_of(op.name)
        if any(x is None for x in inputs) or (not inputs and op.name != "iota"):
            return None
        if op.name in ("concatenate", "iota"):
            return fold(op, inputs)
        return fold(op, inputs) if group in ("elementwise", "view", "free") else None

    def _now(self, op: Op) -> Any:
        """The numbers an op makes in this round, if they are whole and few."""
        result = op.results[0] if len(op.results) == 1 else None
        if result is None or not result.integral or result.size > LARGEST:
            return None
        return self._fold(op, [self.number(v) for v in op.operands])

    def _count(self, op: Op, group: str, frame: Frame) -> None:
        where = address_positions(op)
        waits = any(not self.fact(op.operands[i]).fixed for i in where)
        work, depth, tally = 0, int(waits), frame.tally
        costs = op not in self.free
        if group in RULES and costs:
            work, deep = RULES[group](op, [self._each(r, op, frame) for r in op.regions])
            depth += deep if work else 0  # nothing is computed of arrays without elements
        if waits:
            work = max(work, looked_up(op))
        if group == "collective":
            sent, count = messages(op)
            tally.sent[part_of(op)] += sent
            tally.messages += count
        if (group not in ("free", "view") and costs) or work:
            tally.count[part_of(op)] += 1
            tally.work[part_of(op)] += work
            tally.largest = max([tally.largest, *(r.bytes for r in self.wanted(op))])
        fixed = group in ("free", "view", "move", "elementwise")
        fixed = fixed and all(self.fact(v).fixed for v in op.operands)
        now = self._now(op)
        for value in op.results:
            self.facts[value] = Fact(fixed=fixed, now=now)
        frame.reach(op.results, frame.deepest(op.operands) + depth)

    def _each(self, region: Block, op: Op, frame: Frame) -> Each:
        """Work and depth of one use of the function that a reduction or a sort calls."""
        tally = frame.tally
        if chooses(region):
            return 1, 1
        if any(v.size > 1 for v in branch.captured(self, (region,))):
            tally.left_out(f"the function that {label_of(op)} calls reads arrays from around it")
        for arg in region.args:
            self.facts[arg] = Fact()
        once = self.block(region, frame.around)
        if once.unknown:
            tally.left_out(f"in the function that {label_of(op)} calls: {next(iter(once.unknown))}")
        tally.take_doubts(once)
        if once.over:
            tally.over |= {("work", TOTAL), ("span", TOTAL)}
            tally.over |= {("work", row) for row in rows_of(part_of(op))}
        return int(once.total("work")), int(once.span)

    def wanted(self, op: Op) -> list[Value]:
        return [r for r in op.results if self.live.usage.get(r, DEAD) != DEAD]

    def _memory(self, op: Op, group: str, frame: Frame) -> None:
        reads = self._reads(op, frame)
        if group in ("free", "view", "move", "elementwise"):
            place = self.fact(strip_aliases(op.operands[0])).place if op.operands else Place.MADE
            for value in op.results:
                fact = self.facts[value]
                fact.place, fact.reads = Place.after(op, group, place, reads)
        elif group == "reduce":
            size = sum(self.written(v) for v in self.wanted(op))
            points = op.operands[0].size
            frame.traffic.sweep(part_of(op), merge(reads), op.results, size, points, alone=True)
            self.place(op.results)
        elif group == "update":
            frame.traffic.update(op, part_of(op), reads)
            self.place(op.results)
        else:
            self._store(op, reads, frame)

    def _reads(self, op: Op, frame: Frame) -> list[Reads]:
        """What the operands read. A chain is carried out again only where that is cheap."""
        operands = list(map(strip_aliases, op.operands))
        chains = [v for v in operands if v.shape and self.fact(v).place is Place.CHAIN]
        reads = [self.fact(v).reads for v in operands]
        level = frame.traffic.level(merge(reads)) if chains else 0
        for value in chains:
            waits = frame.traffic.used.setdefault(value, level) < level
            if waits and amount(self.fact(value).reads) >= 3 * value.bytes:
                assert value.producer is not None  # a chain is made by an op
                self._put(value.producer, value, frame)
        return [self.fact(v).reads for v in operands] if chains else reads

    def _store(self, op: Op, reads: list[Reads], frame: Frame) -> None:
        size = sum(self.written(v) for v in self.wanted(op)) if reads else 0
        frame.traffic.alone(part_of(op), reads, op.results, size)
        self.place(op.results)

    def place(self, values: tuple[Value, ...]) -> None:
        for value in values:
            fact = self.facts.setdefault(value, Fact())
            fact.place = Place.WHOLE
            fact.reads = {value: (value, value.bytes if self.in_memory(value) else 0)}

    def renew(self, value: Value, **what: Any) -> None:
        """Forgets what was known of a stored value."""
        self.facts[value] = Fact(**what)
        self.place((value,))

    def written(self, value: Value) -> int:
        """Bytes of storing it; a single number the program keeps to itself stays in a register."""
        return value.bytes if self.in_memory(value) or value in self.live.results else 0

    def in_memory(self, value: Value) -> bool:
        """Whether an array that is stored has a place there, or a register."""
        return bool(value.shape) or value in self.live.spilled

    def _keep(self, op: Op, value: Value, frame: Frame) -> None:
        """Stores what someone needs in memory and what is not there yet."""
        fact = self.fact(value)
        if value not in self.live.materialized or fact.place is Place.WHOLE:
            return
        if fact.place is Place.MADE and value not in self.live.never_fused:
            return
        self._put(op, value, frame)

    def _put(self, op: Op, value: Value, frame: Frame) -> None:
        """Writes a chain's result, or a view's."""
        fact = self.fact(value)
        traffic, before = frame.traffic, frame.traffic.level(fact.reads) - 1
        traffic.sweep(part_of(op), fact.reads, (value,), self.written(value), value.size)
        if not self.in_memory(value):  # in a register: nobody waits for memory
            traffic.levels[value] = before
        frame.tally.largest = max(frame.tally.largest, value.bytes)
        waits = address_positions(op) and not all(self.fact(v).fixed for v in op.operands[1:])
        frame.tally.count[part_of(op)] += kind_of(op) == "view" and not waits
        self.place((value,))
