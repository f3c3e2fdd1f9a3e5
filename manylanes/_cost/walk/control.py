"""Loops: a body times its trips, or each round by itself where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from manylanes._cost.analysis.trips import Endless, Loop, State, after, trips
from manylanes._cost.read.program import Block, Op, each
from manylanes._cost.walk.branch import captured, finish
from manylanes._cost.walk.tally import TOTAL, TOTALS, Fact, Tally

if TYPE_CHECKING:
    from manylanes._cost.walk.tally import Around, Frame, Number
    from manylanes._cost.walk.walk import Walker

FOLLOWED = 4096  # rounds of an outer loop walked one by one when something inside needs them


@dataclass
class _Rounds:
    """What all rounds of a loop cost; what it carries at its end, if it was followed."""

    cost: Tally
    number: Number
    ends: State | None = None


@dataclass
class _Unread:
    """A loop whose rounds are not known: why, and one round of it."""

    why: str
    test: Tally
    body: Tally


@dataclass
class _TooMany:
    """Following would help, but there is too much of it: why, and the first round followed."""

    why: str
    body: Tally


def loop(walker: Walker, op: Op, frame: Frame) -> None:
    """Adds the body as often as it runs, or says why that cannot be read."""
    it = walker.live.loop(op)
    start = {slot: walker.integer(v) for slot, v in enumerate(op.operands)}
    rounds: Number | str = trips(it, walker.number)
    around = frame.around
    counted = op.number in walker.counted and (isinstance(rounds, str) or around.means)
    if counted:
        # All its rounds, over as many times as it was begun: a mean where it stands in a loop.
        rounds = Fraction(walker.counted[op.number]) / around.times if around.times else 0
        walker.told = True
    elif not around.guessing:
        walker.read.setdefault(op.number, not walker.told)
    mean = counted and around.uneven  # over rounds that may not be alike
    if counted:
        around = replace(around, guessing=True, means=around.means or mean)
    found = _rounds(walker, it, rounds, start, around)
    span: Number = 0
    if isinstance(found, _Unread):
        _leave_out(found, op, frame.tally)
        walker.read.pop(op.number, None)
    else:
        found.cost.rounds[op.number] += found.number
        if mean:
            found.cost.over |= {(measure, TOTAL) for measure in TOTALS}
            found.cost.under |= {(measure, TOTAL) for measure in TOTALS}
            found.cost.assumed[f"of loop {op.number}, {rounds} rounds in the mean"] = None
        frame.tally.add(found.cost)
        span = found.cost.span
    before = frame.deepest((*walker.live.read(op), *captured(walker, op.regions)))
    frame.reach(op.results, before + span)
    _leave(walker, it, frame, start, found)


def _rounds(
    walker: Walker, loop: Loop, rounds: Number | str, start: State, around: Around
) -> _Rounds | _Unread:
    """The sum over all rounds: one of them times their number, or each walked by itself."""
    number = 0 if isinstance(rounds, str) else rounds
    unread, times = isinstance(rounds, str), around.times
    nothing: State = dict.fromkeys(start)
    often = replace(around, times=times * (1 if unread else number + 1))
    test = _walked(walker, loop, loop.cond, nothing, often)
    often = replace(around, times=times * (1 if unread else number))
    body = _walked(walker, loop, loop.body, nothing, often)
    followed = None
    follows = unread and not isinstance(rounds, Endless)
    if follows or (number and (test.asks or body.asks)):
        follow = replace(around, times=times * max(number, 1), uneven=True)
        followed = _follow(walker, loop, start, rounds, len(test.asks | body.asks), follow)
    if isinstance(followed, _Rounds):
        return followed
    if isinstance(rounds, str):
        return _Unread(followed.why if followed else rounds, test, body)
    if followed and body.unknown:
        body.unknown = {**followed.body.unknown, followed.why: None}
    elif followed:
        body.assumed = {**followed.body.assumed, followed.why: None}
    total = Tally()
    total.add(test, rounds + 1)
    total.add(body, rounds)
    total.span = (rounds + 1) * test.span + rounds * body.span
    return _Rounds(total, rounds)


def _walked(walker: Walker, loop: Loop, region: Block, state: State, around: Around) -> Tally:
    """One round of the test or of the body."""
    settled, _ = walker.settled(loop.op)
    for slot, arg in enumerate(region.args):
        if slot in loop.still:
            walker.facts[arg] = walker.fact(loop.op.operands[slot])
        elif slot in loop.steps:
            walker.facts[arg] = Fact(fixed=slot in settled, now=state[slot])
        else:
            walker.renew(arg, now=state[slot], fixed=slot in settled)
    return walker.block(region, around)


def _follow(
    walker: Walker, loop: Loop, start: State, rounds: Number | str, asks: int, around: Around
) -> _Rounds | _TooMany | None:
    """The sum over all rounds, each walked with its own numbers; None if that is no help."""
    if isinstance(rounds, Fraction) and rounds.denominator != 1:
        return None
    state, total, done = dict(start), Tally(), 0
    while True:
        test = _walked(walker, loop, loop.cond, state, around)
        total.add(test)
        total.span += test.span
        again = walker.number(loop.cond.returns[0])
        if again is None and isinstance(rounds, str):
            return None
        if not (done < rounds if again is None else np.all(again)):  # type: ignore[operator]
            return _Rounds(total, done, state)
        body = _walked(walker, loop, loop.body, state, around)
        if not done and not isinstance(rounds, str) and len(test.asks | body.asks) >= asks:
            return None
        many = not isinstance(rounds, str) and rounds > FOLLOWED
        if many or done >= FOLLOWED or walker.steps < 0:
            return _TooMany(_limit(rounds), body)
        total.add(body)
        total.span += body.span
        state = {slot: walker.integer(end) for slot, (_, end) in enumerate(loop.slots)}
        done += 1


def _limit(rounds: Number | str) -> str:
    if isinstance(rounds, str):
        return f"it is not at its end after {FOLLOWED:,} rounds, or too much was followed before"
    return (
        f"what stands in a loop of {rounds:,} rounds changes from one to the next: that is more "
        f"than we follow ({FOLLOWED:,} rounds of one loop, and a limit for the whole program)"
    )


def _leave_out(found: _Unread, op: Op, tally: Tally) -> None:
    """One round is shown; no round is counted."""
    parts = (found.test, found.body)
    work, span, moved = (
        sum(part.total(measure) for part in parts) for measure in ("work", "span", "bytes")
    )
    for part in parts:
        tally.unknown.update(part.unknown)
    tally.left_out(
        f"a while loop whose rounds cannot be counted: {found.why}; not in the totals, one round "
        f"costs work {work:,}, span {span:,}, bytes {moved:,}",
        parts,
    )
    tally.asks.add(op)


def _leave(
    walker: Walker, loop: Loop, frame: Frame, start: State, found: _Rounds | _Unread
) -> None:
    """Facts about what the loop leaves behind."""
    settled, ends = walker.settled(loop.op)
    for slot, value in enumerate(loop.op.results):
        if slot in loop.still:
            continue  # who reads it reads the operand
        now = None
        if isinstance(found, _Rounds) and found.ends is not None:
            now = found.ends[slot]
        elif isinstance(found, _Rounds) and start[slot] is not None and not value.shape:
            now = partial(_after, walker, loop, start, slot, int(found.number))
        fixed = ends and slot in settled
        walker.renew(value, now=now, fixed=fixed)
    changed = tuple(v for slot, v in enumerate(loop.op.results) if slot not in loop.still)
    finish(walker, changed, loop.op, loop.op.regions, frame)


def _after(walker: Walker, loop: Loop, start: State, slot: int, rounds: int) -> Any:
    """What a loop leaves in a slot, if somebody asks."""
    if slot not in loop.steps:
        walker.steps -= rounds
    return after(loop, walker.number, start, slot, rounds) if walker.steps > 0 else None


def check(counted: Mapping[int, int], program: Block) -> None:
    """Rounds are given for loops that there are, and are numbers."""
    if not isinstance(counted, Mapping):
        raise ValueError(f"`rounds` are a dictionary, {{loop: number}}, not {counted!r}")
    loops = {op.number for op in each(program) if op.name == "while"}
    for number, rounds in counted.items():
        if number not in loops:
            there = f"they are numbered 0 to {max(loops)}" if loops else "it has none"
            raise ValueError(f"`rounds` speaks of loop {number!r} of the program: {there}")
        if isinstance(rounds, bool) or not hasattr(rounds, "__index__") or rounds < 0:
            raise ValueError(f"`rounds` of loop {number} are a number from 0 on, not {rounds!r}")


def compare(walker: Walker, tally: Tally) -> None:
    """What a run has counted must agree with what stands in the text.

    What the text makes of another loop's rounds may be less or more: they may be a guess.
    """
    for number, counted in walker.counted.items():
        read = walker.read.get(number) and number in tally.rounds
        if read and tally.rounds[number] != counted:
            raise ValueError(
                f"loop {number} goes round {tally.rounds[number]:,} times by the program's text, "
                f"and `rounds` says {counted:,}: leave it out"
            )


def opened(walker: Walker, op: Op, frame: Frame) -> None:
    """Note how often a loop or a branch runs that was opened before the walk."""
    tally = frame.tally
    if op.name == "while":
        tally.rounds[op.number] += op.times
        if not frame.around.guessing:
            walker.read.setdefault(op.number, not walker.told)
        unused = () if op.times else op.regions
    else:
        for place in range(len(op.regions)):
            tally.taken[op.number, place] += place == op.times
        unused = tuple(region for place, region in enumerate(op.regions) if place != op.times)
    for inner in (inner for region in unused for inner in each(region)):
        if inner.name == "while":
            tally.rounds[inner.number] += 0
        elif inner.name in ("case", "if"):
            for place in range(len(inner.regions)):
                tally.taken[inner.number, place] += 0
