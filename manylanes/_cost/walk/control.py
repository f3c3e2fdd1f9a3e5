"""Loops: a body times its trips, or each round by itself where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from manylanes._cost.analysis.trip_count import Loop, NotTerminating, State, final_value, trip_count
from manylanes._cost.read.program import Block, Op, each
from manylanes._cost.walk.branch import captured, finish
from manylanes._cost.walk.tally import TOTAL, TOTALS, Fact, Iterations, Tally

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
    rounds: Number | str = trip_count(it, walker.number)
    around, each, total = frame.around, walker.rounds.each, walker.rounds.total
    if op.number in each:
        agree(op, rounds, each[op.number])
        rounds = each[op.number]
    counted = op.number in total and (isinstance(rounds, str) or around.means)
    if counted:
        # All its iterations, over as many times as it was begun: a mean inside of a loop.
        rounds = Fraction(total[op.number]) / around.times if around.times else 0
        walker.told = True
    elif not around.guessing:
        walker.read.setdefault(op.number, not walker.told)
    mean = counted and around.uneven  # over rounds that may not be alike
    if counted or op.number in each:
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
            found.cost.assumed[f"{rounds} iterations of {named(op)} on average"] = None
        frame.tally.add(found.cost)
        span = found.cost.span
    before = frame.deepest((*walker.live.live_operands(op), *captured(walker, op.regions)))
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
    follows = unread and not isinstance(rounds, NotTerminating)
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
        if slot in loop.invariants:
            walker.facts[arg] = walker.fact(loop.op.operands[slot])
        elif slot in loop.counters:
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
        f"{named(op)}: {found.why}. One iteration costs work {work:,}, span {span:,}, bytes "
        f"{moved:,}; pass rounds={{{op.number}: iterations}}",
        parts,
    )
    tally.asks.add(op)


def _leave(
    walker: Walker, loop: Loop, frame: Frame, start: State, found: _Rounds | _Unread
) -> None:
    """Facts about what the loop leaves behind."""
    settled, ends = walker.settled(loop.op)
    for slot, value in enumerate(loop.op.results):
        if slot in loop.invariants:
            continue  # who reads it reads the operand
        now = None
        if isinstance(found, _Rounds) and found.ends is not None:
            now = found.ends[slot]
        elif isinstance(found, _Rounds) and start[slot] is not None and not value.shape:
            now = partial(_after, walker, loop, start, slot, int(found.number))
        fixed = ends and slot in settled
        walker.renew(value, now=now, fixed=fixed)
    changed = tuple(v for slot, v in enumerate(loop.op.results) if slot not in loop.invariants)
    finish(walker, changed, loop.op, loop.op.regions, frame)


def _after(walker: Walker, loop: Loop, start: State, slot: int, rounds: int) -> Any:
    """What a loop leaves in a slot, if somebody asks."""
    if slot not in loop.counters:
        walker.steps -= rounds
    return final_value(loop, walker.number, start, slot, rounds) if walker.steps > 0 else None


def check(rounds: Iterations, loops: Mapping[int, Op]) -> None:
    """Raise ValueError unless iterations are numbers and given for loops of the program."""
    for name, given in (("rounds", rounds.each), ("total_rounds", rounds.total)):
        for number, often in given.items():
            if number not in loops:
                raise ValueError(f"`{name}` names loop {number!r}, and {_listed(loops)}")
            if isinstance(often, bool) or not hasattr(often, "__index__") or often < 0:
                raise ValueError(
                    f"`{name}` of {named(loops[number])} must be a whole number of "
                    f"at least 0, not {often!r}"
                )
    for number in {*rounds.each} & {*rounds.total}:
        raise ValueError(
            f"{named(loops[number])} is in `rounds` and in `total_rounds`: give one of them"
        )


def _listed(loops: Mapping[int, Op]) -> str:
    """The loops of a program, as errors list them."""
    few = ", ".join(map(named, list(loops.values())[:8]))
    return f"the program has {few}{', ...' * (len(loops) > 8)}" if loops else "it has no loop"


def named(loop: Op) -> str:
    """A loop by its number and its line."""
    return f"loop {loop.number}{f' ({loop.origin.line})' if loop.origin.line else ''}"


def agree(loop: Op, read: Number | str, given: Number) -> None:
    """Raise ValueError where the program's text gives another number of iterations."""
    if not isinstance(read, str) and read != given:
        raise ValueError(
            f"{named(loop)} runs {int(read):,} iterations by the program's text, and `rounds` says "
            f"{given:,}: leave it out"
        )


def compare(walker: Walker, tally: Tally, loops: Mapping[int, Op]) -> None:
    """Raise ValueError where a loop that is read from the text ran another number of iterations.

    A loop inside of another whose iterations are given is not compared: its number may be a guess.
    """
    for number, counted in walker.rounds.total.items():
        read = walker.read.get(number) and number in tally.rounds
        if read and tally.rounds[number] != counted:
            raise ValueError(
                f"{named(loops[number])} runs {tally.rounds[number]:,} iterations by the program's "
                f"text, and `total_rounds` says {counted:,}: leave it out"
            )


def record_inlined(walker: Walker, op: Op, frame: Frame) -> None:
    """Note how often a loop or a branch runs that was opened before the walk."""
    tally = frame.tally
    if op.name == "while":
        agree(op, op.known_outcome, walker.rounds.each.get(op.number, op.known_outcome))
        tally.rounds[op.number] += op.known_outcome
        if not frame.around.guessing:
            walker.read.setdefault(op.number, not walker.told)
        unused = () if op.known_outcome else op.regions
    else:
        for place in range(len(op.regions)):
            tally.taken[op.number, place] += place == op.known_outcome
        unused = tuple(
            region for place, region in enumerate(op.regions) if place != op.known_outcome
        )
    for inner in (inner for region in unused for inner in each(region)):
        if inner.name == "while":
            tally.rounds[inner.number] += 0
        elif inner.name in ("case", "if"):
            for place in range(len(inner.regions)):
                tally.taken[inner.number, place] += 0
