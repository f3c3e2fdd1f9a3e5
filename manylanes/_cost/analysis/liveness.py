"""Liveness analysis: classify every value by how its users consume it.

The pass from the program's results backwards also finds the values that must be materialized.
Values that no result depends on are dead, and compilers remove them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial

from manylanes._cost.analysis.loop import Loop
from manylanes._cost.analysis.views import (
    address_positions,
    contiguous_array,
    group_or_alias,
    strip_aliases,
    underlying_array,
    underlying_values,
)
from manylanes._cost.read.fold import literal
from manylanes._cost.read.program import Block, Op, Value

# Classes of use of a value, in increasing order. A value with several uses is in the highest of
# their classes. TEST means that a loop or branch predicate is computed from the value.
DEAD, ADDRESS, TEST, DATA = range(4)

REGISTERS = 32  # number of four-byte scalars that a loop can carry or read without using memory


@dataclass
class Liveness:
    """Result of the backward pass over a program."""

    # DEAD, ADDRESS, TEST or DATA; a value without a use is DEAD.
    usage: dict[Value, int] = field(default_factory=partial(defaultdict, int))
    materialized: set[Value] = field(default_factory=set)  # values that are stored, not fused
    results: set[Value] = field(default_factory=set)  # values that the program returns
    # Results of the program and arrays that an op updates in place: stored even if they are splats.
    never_fused: set[Value] = field(default_factory=set)
    predicates: set[Value] = field(default_factory=set)  # scalars that select a branch
    contiguous: set[Value] = field(default_factory=set)  # arrays that unfused ops read from memory
    forwarded: set[Value] = field(default_factory=set)  # arrays that loops carry or branches return
    spilled: set[Value] = field(default_factory=set)  # scalars of loops with too few registers
    loops: dict[Op, Loop] = field(default_factory=dict)

    def loop(self, op: Op) -> Loop:
        """Return the analysis of a `while` op, which is computed on the first call only."""
        if op not in self.loops:
            self.loops[op] = Loop(op)
        return self.loops[op]

    def usage_of(self, op: Op) -> int:
        """Return the highest usage among the results of `op`."""
        return max((self.usage[r] for r in op.results), default=DEAD)

    def live_slots(self, loop: Op) -> list[int]:
        """Return the carry slots of `loop` that are used, in the loop or after the loop."""
        cond, body = loop.regions
        slots = enumerate(zip(loop.results, cond.args, body.args, strict=True))
        return [s for s, uses in slots if any(self.usage[u] != DEAD for u in uses)]

    def live_operands(self, op: Op) -> tuple[Value, ...]:
        """Return the operands of `op`; for a loop or a barrier, only those that are used."""
        if op.name == "optimization_barrier":
            pairs = zip(op.operands, op.results, strict=True)
            return tuple(v for v, result in pairs if self.usage[result] != DEAD)
        if op.name != "while":
            return op.operands
        return tuple(op.operands[slot] for slot in self.live_slots(op))

    def has_side_effects(self, op: Op) -> bool:
        """Return True if `op` must be kept even when its results are unused."""
        return bool(op.attrs.get("has_side_effect")) or any(
            self.has_side_effects(each) for region in op.regions for each in region.ops
        )


def analyze_liveness(program: Block) -> Liveness:
    """Return the liveness of a program; regions of loops are visited until nothing changes."""
    liveness = Liveness()
    for value in program.returns:
        liveness.usage[value] = DATA
        liveness.materialized.add(strip_aliases(value))
        liveness.never_fused.add(strip_aliases(value))
        liveness.results.add(strip_aliases(value))
    _mark(program, liveness)
    return liveness


def _mark(block: Block, liveness: Liveness) -> None:
    inside = {*block.args, *(r for op in block.ops for r in op.results)}
    for op in reversed(block.ops):
        usage_of_op = DATA if liveness.has_side_effects(op) else liveness.usage_of(op)
        if usage_of_op == DEAD:
            continue
        if op.name == "while":
            _mark_loop(op, liveness)
        elif op.name in ("case", "if"):
            _mark_branches(op, liveness)
        else:
            _mark_op(op, usage_of_op, liveness)
        for value in op.operands:
            if value not in inside:
                liveness.materialized.update(underlying_values(value))


def _mark_op(op: Op, result_usage: int, liveness: Liveness) -> None:
    """Raise the usage of the operands of `op`, whose results have `result_usage`."""
    group, positions = group_or_alias(op), address_positions(op)
    moves = group in ("alias", "view", "move", "free") or op.name == "dynamic_update_slice"
    # The result of a bitcast has the same bits as its operand but a different value.
    moves = moves and op.name != "bitcast_convert"
    is_arithmetic = group == "elementwise" and all(
        v.is_integer for v in (*op.operands, *op.results)
    )
    overwrites = op.name == "scatter" and not op.regions[0].ops
    for position, value in enumerate(op.operands):
        if position in positions:
            usage = ADDRESS
        elif op.name == "optimization_barrier":  # result i equals operand i
            usage = liveness.usage[op.results[position]]
        elif moves or (result_usage < DATA and (is_arithmetic or overwrites)):
            usage = result_usage
        else:
            usage = DATA
        liveness.usage[value] = max(liveness.usage[value], usage)
        if group not in _FUSES:
            _require_contiguous(liveness, value)
        elif position == 0 and op.name == "gather":
            liveness.materialized.add(underlying_array(value))
        if position == 0 and group == "update":
            _forbid_fusion(liveness, value)
    for region in op.regions:
        for value in region.returns:
            _raise_usage(liveness, value, DATA)
        _mark(region, liveness)


_FUSES = {"alias", "view", "move", "free", "elementwise", "reduce", "update"}


def _mark_branches(op: Op, liveness: Liveness) -> None:
    _raise_usage(liveness, op.operands[0], TEST)
    liveness.predicates.add(op.operands[0])
    liveness.materialized.add(strip_aliases(op.operands[0]))
    for region in op.regions:
        for value, result in zip(region.returns, op.results, strict=True):
            _raise_usage(liveness, value, liveness.usage[result])
            _forward(liveness, value)
        _mark(region, liveness)


def _mark_loop(loop: Op, liveness: Liveness) -> None:
    cond, body = loop.regions
    counters, invariants = liveness.loop(loop).counters, liveness.loop(loop).invariants
    _raise_usage(liveness, cond.returns[0], TEST)
    liveness.materialized.add(strip_aliases(cond.returns[0]))
    previous = None
    while previous != (previous := [liveness.usage[v] for v in body.returns]):
        _mark(cond, liveness)
        _mark(body, liveness)
        for slot, end in enumerate(body.returns):
            usage = max(liveness.usage[v] for v in
                          (loop.results[slot], body.args[slot], cond.args[slot]))  # fmt: skip
            if usage and slot not in counters and slot not in invariants:
                usage = max(usage, TEST)
            _raise_usage(liveness, end, usage)
    for slot, value in enumerate(loop.operands):
        if liveness.usage[body.returns[slot]] == DEAD:
            continue
        _raise_usage(liveness, value, liveness.usage[body.returns[slot]])
        if slot in invariants:
            liveness.materialized.update(underlying_values(value))
        if slot not in invariants or liveness.forwarded & {cond.args[slot], body.args[slot]}:
            _forward(liveness, value)
        if slot not in invariants and slot not in counters:
            _forward(liveness, body.returns[slot])
        if slot in invariants and liveness.contiguous & {cond.args[slot], body.args[slot]}:
            _require_contiguous(liveness, value)
        if slot in invariants and liveness.never_fused & {cond.args[slot], body.args[slot]}:
            _forbid_fusion(liveness, value)
    _spill_scalars(loop, liveness)


def _forward(liveness: Liveness, value: Value) -> None:
    """Materialize an array that a loop carries or a branch returns; a view is copied."""
    liveness.materialized.add(strip_aliases(value))
    liveness.forwarded.add(strip_aliases(value))


def _require_contiguous(liveness: Liveness, value: Value) -> Value:
    array = contiguous_array(value)
    liveness.materialized.add(array)
    liveness.contiguous.add(array)
    return array


def _forbid_fusion(liveness: Liveness, value: Value) -> None:
    """Materialize an array that an op updates in place, even if it is a splat."""
    target = (
        strip_aliases(value) if literal(value) is not None else _require_contiguous(liveness, value)
    )
    liveness.never_fused.add(target)
    liveness.materialized.add(target)


def _spill_scalars(loop: Op, liveness: Liveness) -> None:
    """Spill the scalars that a loop carries or reads if they do not fit in the registers."""
    counters, invariants = liveness.loop(loop).counters, liveness.loop(loop).invariants
    cond, body = loop.regions
    read_scalars: set[Value] = set()
    carried: list[set[Value]] = []
    carried_scalars: list[Value] = []
    for slot, value in enumerate(loop.operands):
        if value.shape or slot in counters or liveness.usage[body.returns[slot]] == DEAD:
            continue
        if slot not in invariants:
            aliases = strip_aliases(value), strip_aliases(body.returns[slot]), loop.results[slot]
            carried.append({*aliases, cond.args[slot], body.args[slot]})
            carried_scalars.append(value)
        elif not underlying_array(value).shape and literal(value) is None:
            read_scalars.add(underlying_array(value))
    if sum(-(-value.bytes // 4) for value in [*read_scalars, *carried_scalars]) > REGISTERS:
        liveness.spilled.update(read_scalars, *carried)


def _raise_usage(liveness: Liveness, value: Value, usage: int) -> None:
    liveness.usage[value] = max(liveness.usage[value], usage)
