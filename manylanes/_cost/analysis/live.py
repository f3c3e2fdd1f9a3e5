"""Which values matter: data, addresses and counters, nothing at all; and which must be stored.

One pass from the results backwards. What reaches nothing is dead and the compiler removes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from manylanes._cost.analysis.trips import Loop
from manylanes._cost.price.table import group_of
from manylanes._cost.read.fold import literal
from manylanes._cost.read.program import Block, Op, Value

DEAD, ADDRESS, TEST, DATA = range(4)  # a test's is also what a loop carries for its test

REGISTERS = 32  # of four bytes: what a loop can hand on of single numbers without memory

# Where addresses stand among an op's operands; all others hold data.
_ADDRESSES: dict[str, Callable[[Op], Iterable[int]]] = {
    "dynamic_slice": lambda op: range(1, len(op.operands)),
    "gather": lambda op: (1,),
    "dynamic_update_slice": lambda op: range(2, len(op.operands)),
    "scatter": lambda op: (len(op.operands) // 2,),
}


@dataclass
class Live:
    """What the backward pass found."""

    state: dict[Value, int] = field(default_factory=dict)
    stored: set[Value] = field(default_factory=set)  # values that need a place in memory
    results: set[Value] = field(default_factory=set)  # what the program returns
    solid: set[Value] = field(default_factory=set)  # stored even if it repeats one number
    choices: set[Value] = field(default_factory=set)  # numbers that a branch is chosen by
    packed: set[Value] = field(default_factory=set)  # read entry by entry as they lie
    handed: set[Value] = field(default_factory=set)  # given as they are to a loop or a branch's end
    spilled: set[Value] = field(default_factory=set)  # numbers for which no register is left
    loops: dict[Op, Loop] = field(default_factory=dict)

    def loop(self, op: Op) -> Loop:
        """What can be said of a loop, found out once."""
        if op not in self.loops:
            self.loops[op] = Loop(op)
        return self.loops[op]

    def of(self, op: Op) -> int:
        return max((self.state.get(r, DEAD) for r in op.results), default=DEAD)

    def carried(self, loop: Op) -> list[int]:
        """The slots of a loop that it carries for somebody."""
        cond, body = loop.regions
        slots = enumerate(zip(loop.results, cond.args, body.args, strict=True))
        return [s for s, uses in slots if any(self.state.get(u, DEAD) != DEAD for u in uses)]

    def read(self, op: Op) -> tuple[Value, ...]:
        """The operands that an op waits for: not those that it hands on for nobody."""
        if op.name == "optimization_barrier":
            pairs = zip(op.operands, op.results, strict=True)
            return tuple(v for v, result in pairs if self.state.get(result, DEAD) != DEAD)
        if op.name != "while":
            return op.operands
        return tuple(op.operands[slot] for slot in self.carried(op))

    def acts(self, op: Op) -> bool:
        """True for an op that is there for what it does, not for what it returns."""
        return bool(op.attrs.get("has_side_effect")) or any(
            self.acts(each) for region in op.regions for each in region.ops
        )


def addresses(op: Op) -> frozenset[int]:
    """Positions of the operands that say where, not what."""
    where = _ADDRESSES.get(op.name)
    return frozenset(where(op)) if where else frozenset()


def source(value: Value) -> Value:
    """The array a chain of views looks at."""
    *_, array = needed(value)
    return array


def needed(value: Value) -> Iterator[Value]:
    """What another block needs of it: that array, and where in it the views look."""
    while (op := value.maker) is not None and (group := _group(op)) in ("view", "alias"):
        yield from (same(op.operands[position]) for position in addresses(op))
        value = op.operands[op.results.index(value) if group == "alias" else 0]
    yield value


def packed(value: Value) -> Value:
    """The array that must lie in memory for an op that fuses with nothing: repeats are written."""
    while (op := value.maker) is not None and (group := _group(op)) in ("view", "alias"):
        operand = op.operands[op.results.index(value) if group == "alias" else 0]
        if op.name == "broadcast_in_dim" and value.size > operand.size:
            return value
        value = operand
    return value


def same(value: Value) -> Value:
    """The array that holds these entries in this order: reshapes undone."""
    while value.maker is not None and _group(value.maker) == "alias":
        value = value.maker.operands[value.maker.results.index(value)]
    return value


def alias(op: Op) -> bool:
    """True for an op that gives its operand another shape or none: not one byte moves."""
    if op.name in ("reshape", "optimization_barrier", "sdy.sharding_constraint", "unshard"):
        return True
    if op.name == "custom_call":
        return op.attrs.get("call_target_name") in ("Sharding", "annotate_device_placement")
    if op.name == "convert":
        return op.operands[0].dtype == op.results[0].dtype
    if op.name == "broadcast_in_dim":
        return op.operands[0].size == op.results[0].size and literal(op.operands[0]) is None
    return False


def _group(op: Op) -> str | None:
    return "alias" if alias(op) else group_of(op.name)


def _integer(op: Op) -> bool:
    return group_of(op.name) == "elementwise" and all(
        v.integral for v in (*op.operands, *op.results)
    )


def live(program: Block) -> Live:
    """Follows the results of a program back to where they come from."""
    found = Live()
    for value in program.returns:
        found.state[value] = DATA
        found.stored.add(same(value))
        found.solid.add(same(value))
        found.results.add(same(value))
    _mark(program, found)
    return found


def _mark(block: Block, found: Live) -> None:
    inside = {*block.args, *(r for op in block.ops for r in op.results)}
    for op in reversed(block.ops):
        state = DATA if found.acts(op) else found.of(op)
        if state == DEAD:
            continue
        if op.name == "while":
            _mark_loop(op, found)
        elif op.name in ("case", "if"):
            _mark_branches(op, found)
        else:
            _mark_op(op, state, found)
        for value in op.operands:
            if value not in inside:
                found.stored.update(needed(value))


def _mark_op(op: Op, state: int, found: Live) -> None:
    group, where = _group(op), addresses(op)
    passes_on = group in ("alias", "view", "move", "free") or op.name == "dynamic_update_slice"
    passes_on = passes_on and op.name != "bitcast_convert"  # whose bits are another number
    for position, value in enumerate(op.operands):
        if position in where:
            reached = ADDRESS
        elif op.name == "optimization_barrier":  # each result for itself
            reached = found.state.get(op.results[position], DEAD)
        elif passes_on or (state < DATA and (_integer(op) or _replaces(op))):
            reached = state
        else:
            reached = DATA
        found.state[value] = max(found.state.get(value, DEAD), reached)
        if group not in _FUSES:
            _pack(found, value)
        elif position == 0 and op.name == "gather":
            found.stored.add(source(value))
        if position == 0 and group == "update":
            _write_out(found, value)
    for region in op.regions:
        for value in region.returns:
            _raise(found, value, DATA)
        _mark(region, found)


_FUSES = {"alias", "view", "move", "free", "elementwise", "reduce", "update"}


def _replaces(op: Op) -> bool:
    return op.name == "scatter" and not op.regions[0].ops


def _mark_branches(op: Op, found: Live) -> None:
    _raise(found, op.operands[0], TEST)
    found.choices.add(op.operands[0])
    found.stored.add(same(op.operands[0]))
    for region in op.regions:
        for value, result in zip(region.returns, op.results, strict=True):
            _raise(found, value, found.state.get(result, DEAD))
            _hand(found, value)
        _mark(region, found)


def _mark_loop(loop: Op, found: Live) -> None:
    cond, body = loop.regions
    steps, still = found.loop(loop).steps, found.loop(loop).still
    _raise(found, cond.returns[0], TEST)
    found.stored.add(same(cond.returns[0]))
    before = None
    while before != (before := [found.state.get(v, DEAD) for v in body.returns]):
        _mark(cond, found)
        _mark(body, found)
        for slot, end in enumerate(body.returns):
            reached = max(found.state.get(v, DEAD) for v in
                          (loop.results[slot], body.args[slot], cond.args[slot]))  # fmt: skip
            if reached and slot not in steps and slot not in still:
                reached = max(reached, TEST)
            _raise(found, end, reached)
    for slot, value in enumerate(loop.operands):
        if found.state.get(body.returns[slot], DEAD) == DEAD:
            continue
        _raise(found, value, found.state[body.returns[slot]])
        if slot in still:
            found.stored.update(needed(value))
        if slot not in still or found.handed & {cond.args[slot], body.args[slot]}:
            _hand(found, value)
        if slot not in still and slot not in steps:
            _hand(found, body.returns[slot])
        if slot in still and found.packed & {cond.args[slot], body.args[slot]}:
            _pack(found, value)
        if slot in still and found.solid & {cond.args[slot], body.args[slot]}:
            _write_out(found, value)
    _spill(loop, found)


def _hand(found: Live, value: Value) -> None:
    """Store an array that a loop or a branch hands on: a view is copied for that."""
    found.stored.add(same(value))
    found.handed.add(same(value))


def _pack(found: Live, value: Value) -> Value:
    array = packed(value)
    found.stored.add(array)
    found.packed.add(array)
    return array


def _write_out(found: Live, value: Value) -> None:
    """It is written to, so that it must lie in memory even if it repeats one number."""
    target = same(value) if literal(value) is not None else _pack(found, value)
    found.solid.add(target)
    found.stored.add(target)


def _spill(loop: Op, found: Live) -> None:
    """Single numbers that a loop hands on, if they are too many for the registers."""
    steps, still = found.loop(loop).steps, found.loop(loop).still
    cond, body = loop.regions
    read: set[Value] = set()
    carried: list[set[Value]] = []
    handed: list[Value] = []
    for slot, value in enumerate(loop.operands):
        if value.shape or slot in steps or found.state.get(body.returns[slot], DEAD) == DEAD:
            continue
        if slot not in still:
            ends = same(value), same(body.returns[slot]), loop.results[slot]
            carried.append({*ends, cond.args[slot], body.args[slot]})
            handed.append(value)
        elif not source(value).shape and literal(value) is None:
            read.add(source(value))
    if sum(-(-value.bytes // 4) for value in [*read, *handed]) > REGISTERS:
        found.spilled.update(read, *carried)


def _raise(found: Live, value: Value, state: int) -> None:
    found.state[value] = max(found.state.get(value, DEAD), state)
