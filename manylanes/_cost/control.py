"""Loops and branches: a body times its trips, the dearest of several branches."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from manylanes._cost.fold import literal
from manylanes._cost.program import Block, Op, Value
from manylanes._cost.trips import counters, trips, unchanged

if TYPE_CHECKING:
    from manylanes._cost.walk import Fact, Frame, Number, Tally, Walker

FOLLOWED = 4096  # rounds of an outer loop walked one by one when an inner bound needs them


def loop(walker: Walker, op: Op, frame: Frame) -> None:
    """Adds the body as often as it runs, or says why that cannot be read."""
    rounds: Number | str = trips(op, walker.number)
    if isinstance(rounds, str) and op.number in walker.counted:
        # All its rounds, over as many times as it was begun: a mean where it stands in a loop.
        rounds = Fraction(walker.counted[op.number]) / walker.times if walker.times else 0
    _enter(walker, op)
    body = _body(walker, op, rounds)
    if isinstance(rounds, str):
        frame.tally.unknown.update(body.unknown)
        frame.tally.unknown[_unread(rounds, body)] = None
        span: Number = 0
    elif rounds and _loops(body) and (each := _follow(walker, op, rounds)) is not None:
        frame.tally.add(each)
        span = each.span
    elif rounds:
        frame.tally.add(body, rounds)
        span = rounds * body.span
    else:
        span = 0
    if not isinstance(rounds, str):
        frame.tally.rounds[op.number] += rounds
    before = frame.deepest((*op.operands, *_captured(op)))
    frame.reach(op.results, before + span)
    _leave(walker, op, frame)


def _body(walker: Walker, op: Op, rounds: Number | str) -> Tally:
    """One round, walked as often as there are rounds."""
    before = walker.times
    walker.times *= 1 if isinstance(rounds, str) else rounds
    body = walker.block(op.regions[1])
    walker.times = before
    return body


def _unread(why: str, body: Tally) -> str:
    return (
        f"a while loop whose rounds cannot be counted: {why}; not in the totals, one round "
        f"costs work {sum(body.work.values()):,}, span {body.span:,}, "
        f"bytes {sum(body.bytes.values()):,}"
    )


def _loops(body: Tally) -> bool:
    return any("while loop" in each for each in body.unknown)


def _enter(walker: Walker, op: Op) -> None:
    """Facts about what the body is given."""
    steps, still = counters(op), unchanged(op)
    for slot, arg in enumerate(op.regions[1].args):
        if slot in still:
            walker.facts[arg] = walker.fact(op.operands[slot])
        elif slot in steps:
            walker.facts[arg] = _made(walker, fixed=True)
        else:
            walker.facts.pop(arg, None)
            walker.place((arg,))


def _made(walker: Walker, **what: Any) -> Fact:
    return replace(walker.fact(Value((), "none")), **what)


def _leave(walker: Walker, op: Op, frame: Frame) -> None:
    """Facts about what the loop leaves behind."""
    still = unchanged(op)
    for slot, value in enumerate(op.results):
        if slot in still:
            walker.facts[value] = walker.fact(op.operands[slot])
            frame.traffic.levels[value] = 0
    changed = tuple(v for slot, v in enumerate(op.results) if slot not in still)
    _finish(walker, changed, op, frame)


def _finish(walker: Walker, values: tuple[Value, ...], op: Op, frame: Frame) -> None:
    level = frame.traffic.level({v: (v, 0) for v in (*op.operands, *_captured(op))})
    single = sum(walker.written(v) for v in values if not v.shape)
    frame.traffic.write(op.name, level, values, single)
    walker.place(values)


def _follow(walker: Walker, op: Op, rounds: Number) -> Tally | None:
    """The sum over all rounds, each walked with its own counter; None if that is no help."""
    steps = counters(op)
    start = {slot: walker.number(op.operands[slot]) for slot in steps}
    if rounds > FOLLOWED or any(v is None for v in start.values()):
        return None
    total = None
    for done in range(ceil(rounds)):
        _enter(walker, op)
        for slot, step in steps.items():
            arg = op.regions[1].args[slot]
            left, right = step.operands
            by = literal(right if left is arg else left)
            by = -by if step.name == "subtract" else by
            walker.facts[arg].now = (start[slot] + done * by).astype(start[slot].dtype)
        body = walker.block(op.regions[1])
        if _loops(body):
            return None
        if total is None:
            total = body
        else:
            total.add(body)
            total.span += body.span
    return total


def branch(walker: Walker, op: Op, frame: Frame) -> None:
    """Adds, for each quantity, the branch that has most of it."""
    tallies = [walker.block(region) for region in op.regions]
    dearest = max(tallies, key=lambda t: sum(t.work.values()))
    widest = max(tallies, key=lambda t: sum(t.bytes.values()))
    merged = replace(dearest, bytes=widest.bytes, largest=max(t.largest for t in tallies))
    merged.unknown = {each: None for t in tallies for each in t.unknown}
    merged.rounds = defaultdict(int, {n: r for t in tallies for n, r in t.rounds.items()})
    frame.tally.add(merged)
    before = frame.deepest((*op.operands, *_captured(op)))
    frame.reach(op.results, before + max(t.span for t in tallies))
    _finish(walker, op.results, op, frame)


def _captured(op: Op) -> tuple[Value, ...]:
    """Values from outside that the regions use."""
    found: dict[Value, None] = {}
    for region in op.regions:
        _outside(region, set(), found)
    return tuple(found)


def _outside(block: Block, inside: set[Value], found: dict[Value, None]) -> None:
    inside = inside | set(block.args)
    for op in block.ops:
        found.update(dict.fromkeys(v for v in op.operands if v not in inside))
        for region in op.regions:
            _outside(region, inside, found)
        inside.update(op.results)
    found.update(dict.fromkeys(v for v in block.returns if v not in inside))
