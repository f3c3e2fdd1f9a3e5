"""The walk: one pass over a program that adds up work, depth and bytes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from manylanes._cost import control
from manylanes._cost.fold import constant, fold
from manylanes._cost.lapack import routine
from manylanes._cost.live import DEAD, Live, addresses, alias, live
from manylanes._cost.memory import Place, Reads, Traffic, merge
from manylanes._cost.program import Block, Op, Value
from manylanes._cost.rules import RULES
from manylanes._cost.settle import settle
from manylanes._cost.table import group_of

Number = int | Fraction  # a loop's rounds come to a fraction where they are a mean


@dataclass
class Tally:
    """The cost of one block, by op."""

    count: dict[str, Number] = field(default_factory=lambda: defaultdict(int))
    work: dict[str, Number] = field(default_factory=lambda: defaultdict(int))
    bytes: dict[str, Number] = field(default_factory=lambda: defaultdict(int))
    span: Number = 0
    largest: int = 0
    unknown: dict[str, None] = field(default_factory=dict)  # a set that keeps its order
    rounds: dict[int, Number] = field(default_factory=lambda: defaultdict(int))  # by loop, all told

    def add(self, other: Tally, times: Number = 1) -> None:
        """Takes over everything but the span, which depends on what waits for what."""
        pairs: list[tuple[dict[Any, Any], dict[Any, Any]]] = [
            (self.count, other.count),
            (self.work, other.work),
            (self.bytes, other.bytes),
            (self.rounds, other.rounds),
        ]
        for mine, theirs in pairs:
            for name, number in theirs.items():
                mine[name] += times * number
        self.largest = max(self.largest, other.largest)
        self.unknown.update(other.unknown)


@dataclass(slots=True)
class Fact:
    """What is known of a value at this point of the walk."""

    place: Place = Place.MADE
    reads: Reads = field(default_factory=dict)
    known: Any = None  # the one number it holds, if the program text says so
    now: Any = None  # the number it holds in this round of a loop that is followed
    fixed: bool = False  # made of constants and counters only


@dataclass
class Frame:
    """One block being walked: its cost so far, its reads and writes, the depth of its values."""

    tally: Tally = field(default_factory=Tally)
    traffic: Traffic = field(default_factory=Traffic)
    depths: dict[Value, Number] = field(default_factory=dict)

    def deepest(self, values: tuple[Value, ...]) -> Number:
        return max((self.depths.get(v, 0) for v in values), default=0)

    def reach(self, values: tuple[Value, ...], depth: Number) -> None:
        self.depths.update(dict.fromkeys(values, depth))
        self.tally.span = max(self.tally.span, depth)


def walk(program: Block, counted: Mapping[int, int] | None = None) -> Tally:
    """The cost of a whole program; `counted` are rounds of loops, all told, that a run counted."""
    settle(program)
    walker = Walker(live(program), counted or {})
    for arg in program.args:
        walker.facts[arg] = Fact(Place.WHOLE, {arg: (arg, arg.bytes)})
    return walker.block(program)


class Walker:
    """The facts about every value met so far, and the way from op to op."""

    def __init__(self, found: Live, counted: Mapping[int, int]) -> None:
        self.live = found
        self.counted = counted
        self.times = Fraction(1)  # how often the block that is walked runs
        self.facts: dict[Value, Fact] = {}

    def fact(self, value: Value) -> Fact:
        return self.facts.get(value) or Fact()

    def number(self, value: Value) -> Any:
        """The number a value holds, now or always; None if that cannot be said."""
        fact = self.fact(value)
        return fact.now if fact.known is None else fact.known

    def block(self, block: Block) -> Tally:
        """One pass over a block whose arguments have their facts."""
        frame = Frame()
        for op in block.ops:
            if self.live.of(op) != DEAD or self.live.acts(op):
                self._op(op, frame)
        for name, number in frame.traffic.total().items():
            frame.tally.bytes[name] += number
        return frame.tally

    def _op(self, op: Op, frame: Frame) -> None:
        group = _group(op)
        if alias(op):
            for value, operand in zip(op.results, op.operands, strict=True):
                self.facts[value] = self.fact(operand)
                frame.depths[value] = frame.depths.get(operand, 0)
            return
        if group == "loop":
            control.loop(self, op, frame)
        elif group == "branch":
            control.branch(self, op, frame)
        elif group is None:
            frame.tally.unknown[_unknown(op)] = None
            self._store(op, [], frame)
            frame.reach(op.results, frame.deepest(op.operands))
        elif not self._folded(op):
            self._count(op, group, frame)
            self._memory(op, group, frame)
        for value in op.results:
            self._keep(op, value, frame)

    def _folded(self, op: Op) -> bool:
        """Constants, and arithmetic on constants, which the compiler does."""
        result = op.results[0] if op.results else None
        if result is None or op.name == "iota":
            return False
        if op.name == "constant":
            known = constant(op)
            fact = Fact(Place.WHOLE, {result: (result, result.bytes)}, fixed=True)
            self.facts[result] = fact if known is None else Fact(known=known, fixed=True)
            return True
        known = self._fold(op, [self.fact(v).known for v in op.operands])
        if known is None:
            return False
        self.facts[result] = Fact(known=known, fixed=True)
        return True

    def _fold(self, op: Op, inputs: list[Any]) -> Any:
        group = group_of(op.name)
        if not inputs or any(x is None for x in inputs):
            return None
        if group == "view" and op.name != "bitcast_convert":
            return inputs[0]
        return fold(op, inputs) if group == "elementwise" else None

    def _count(self, op: Op, group: str, frame: Frame) -> None:
        where = addresses(op)
        waits = any(not self.fact(op.operands[i]).fixed for i in where)
        work, depth, tally = 0, int(waits), frame.tally
        if group in RULES and not self.live.free(op):
            work, deep = RULES[group](op)
            depth += deep
        if group not in ("free", "view") and not self.live.free(op):
            tally.count[label_of(op)] += 1
            tally.work[label_of(op)] += work
            tally.largest = max([tally.largest, *(r.bytes for r in self._wanted(op))])
        fixed = group in ("free", "view", "move", "elementwise")
        fixed = fixed and all(self.fact(v).fixed for v in op.operands)
        now = self._fold(op, [self.number(v) for v in op.operands])
        for value in op.results:
            self.facts[value] = Fact(fixed=fixed, now=now)
        frame.reach(op.results, frame.deepest(op.operands) + depth)

    def _wanted(self, op: Op) -> list[Value]:
        return [r for r in op.results if self.live.state.get(r, DEAD) != DEAD]

    def _memory(self, op: Op, group: str, frame: Frame) -> None:
        reads = [self.fact(v).reads for v in op.operands]
        if group in ("free", "view", "move", "elementwise"):
            place = self.fact(op.operands[0]).place if op.operands else Place.MADE
            for value in op.results:
                fact = self.facts[value]
                fact.place, fact.reads = Place.after(op, group, place, reads)
        elif group == "reduce":
            size = sum(self.written(v) for v in self._wanted(op))
            frame.traffic.sweep(label_of(op), merge(reads), op.results, size)
            self.place(op.results)
        elif group == "update":
            frame.traffic.update(op, label_of(op), reads)
            self.place(op.results)
        else:
            self._store(op, reads, frame)

    def _store(self, op: Op, reads: list[Reads], frame: Frame) -> None:
        size = sum(self.written(v) for v in self._wanted(op)) if reads else 0
        frame.traffic.alone(label_of(op), reads, op.results, size)
        self.place(op.results)

    def place(self, values: tuple[Value, ...]) -> None:
        for value in values:
            fact = self.facts.setdefault(value, Fact())
            fact.place = Place.WHOLE
            fact.reads = {value: (value, value.bytes if value.shape else 0)}

    def written(self, value: Value) -> int:
        """Bytes of storing it; a single number the program keeps to itself stays in a register."""
        return value.bytes if value.shape or value in self.live.results else 0

    def _keep(self, op: Op, value: Value, frame: Frame) -> None:
        """Stores what someone needs in memory and what is not there yet."""
        fact = self.fact(value)
        if value not in self.live.stored or fact.place is Place.WHOLE:
            return
        if fact.place is Place.MADE and value not in self.live.solid:
            return
        traffic, before = frame.traffic, frame.traffic.level(fact.reads) - 1
        traffic.sweep(label_of(op), fact.reads, (value,), self.written(value))
        if not value.shape:  # in a register: nobody waits for memory
            traffic.levels[value] = before
        frame.tally.largest = max(frame.tally.largest, value.bytes)
        frame.tally.count[label_of(op)] += _group(op) == "view"
        self.place((value,))


def label_of(op: Op) -> str:
    """The op's name in the table by op."""
    if op.name == "custom_call":
        return str(op.attrs.get("call_target_name", op.name))
    return op.name


def _group(op: Op) -> str | None:
    if op.name != "custom_call":
        return group_of(op.name)
    return "factorisation" if routine(label_of(op)) else group_of(label_of(op))


def _unknown(op: Op) -> str:
    target = label_of(op)
    if "callback" in target:
        what = "returns nothing, as jax.debug.print does" if not op.results else "returns arrays"
        return f"a host callback ({what}): Python on the host, outside the program"
    kind = "custom call" if op.name == "custom_call" else "op"
    return f"the {kind} {target}: not in the table"
