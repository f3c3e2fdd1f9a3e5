"""Count loops: one iteration times the trip count, or a sum over iterations that differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from manylanes._cost.analysis.loop import Loop
from manylanes._cost.analysis.trip_count import NotTerminating, State, final_value, trip_count
from manylanes._cost.read.program import Block, Op, all_ops
from manylanes._cost.walk.given_iterations import check_against_text, loop_name
from manylanes._cost.walk.tally import (
    TOTAL,
    TOTAL_MEASURES,
    Frame,
    LoopContext,
    Number,
    Tally,
    ValueInfo,
)
from manylanes._cost.walk.walker import Walker

MAX_WALKED = 4096  # largest number of iterations of a loop that are walked one by one


@dataclass
class _LoopCost:
    """The cost of all iterations of a loop, and its final carry if each iteration was walked."""

    cost: Tally
    number: Number
    final: State | None = None


@dataclass
class _UnknownLoop:
    """A loop whose trip count is unknown, with the reason and the cost of one iteration."""

    reason: str
    test: Tally
    body: Tally


@dataclass
class _TooManyIterations:
    """A loop with too many iterations to walk one by one, the reason, and the cost of the body."""

    reason: str
    body: Tally


def count_loop(walker: Walker, op: Op, frame: Frame) -> None:
    """Add the cost of all iterations of a loop, or record why their number is unknown."""
    loop = walker.live.loop(op)
    initial = {slot: walker.integer(v) for slot, v in enumerate(op.operands)}
    rounds: Number | str = trip_count(loop, walker.number)
    context, each, total = frame.context, walker.rounds.per_execution, walker.rounds.per_run
    if op.number in each:
        check_against_text(op, rounds, each[op.number])
        rounds = each[op.number]
    counted = op.number in total and (isinstance(rounds, str) or context.averaged)
    if counted:
        # Divide the total iterations by the executions of the loop. The quotient is a mean if
        # another loop encloses the loop.
        rounds = Fraction(total[op.number]) / context.executions if context.executions else 0
        walker.used_run_counts = True
    elif not context.estimated:
        walker.known_loops.setdefault(op.number, not walker.used_run_counts)
    is_mean = counted and context.varying  # a mean over executions that may differ
    if counted or op.number in each:
        context = replace(context, estimated=True, averaged=context.averaged or is_mean)
    outcome = _count_iterations(walker, loop, rounds, initial, context)
    span: Number = 0
    if isinstance(outcome, _UnknownLoop):
        _record_uncounted(outcome, op, frame.tally)
        walker.known_loops.pop(op.number, None)
    else:
        outcome.cost.rounds[op.number] += outcome.number
        if is_mean:
            outcome.cost.overcounted |= {(measure, TOTAL) for measure in TOTAL_MEASURES}
            outcome.cost.undercounted |= {(measure, TOTAL) for measure in TOTAL_MEASURES}
            outcome.cost.assumed[f"{rounds} iterations of {loop_name(op)} on average"] = None
        frame.tally.add(outcome.cost)
        span = outcome.cost.span
    before = frame.max_depth((*walker.live.live_operands(op), *walker.captured_values(op.regions)))
    frame.set_depth(op.results, before + span)
    _record_results(walker, loop, frame, initial, outcome)


def _count_iterations(
    walker: Walker, loop: Loop, rounds: Number | str, initial: State, context: LoopContext
) -> _LoopCost | _UnknownLoop:
    """Return the cost of a loop: one iteration times the trip count, or the sum over iterations.

    If neither determines the trip count, return the cost of one iteration.
    """
    number = 0 if isinstance(rounds, str) else rounds
    is_unknown, executions = isinstance(rounds, str), context.executions
    unknown_carry: State = dict.fromkeys(initial)
    repeated = replace(context, executions=executions * (1 if is_unknown else number + 1))
    test = _walk_region(walker, loop, loop.cond, unknown_carry, repeated)
    repeated = replace(context, executions=executions * (1 if is_unknown else number))
    body = _walk_region(walker, loop, loop.body, unknown_carry, repeated)
    walked_each = None
    can_walk = is_unknown and not isinstance(rounds, NotTerminating)
    if can_walk or (number and (test.undecided or body.undecided)):
        varying = replace(context, executions=executions * max(number, 1), varying=True)
        undecided = len(test.undecided | body.undecided)
        walked_each = _walk_each(walker, loop, initial, rounds, undecided, varying)
    if isinstance(walked_each, _LoopCost):
        return walked_each
    if isinstance(rounds, str):
        return _UnknownLoop(walked_each.reason if walked_each else rounds, test, body)
    if walked_each and body.unknown:
        body.unknown = {**walked_each.body.unknown, walked_each.reason: None}
    elif walked_each:
        body.assumed = {**walked_each.body.assumed, walked_each.reason: None}
    total = Tally()
    total.add(test, rounds + 1)
    total.add(body, rounds)
    total.span = (rounds + 1) * test.span + rounds * body.span
    return _LoopCost(total, rounds)


def _walk_region(
    walker: Walker, loop: Loop, region: Block, state: State, context: LoopContext
) -> Tally:
    """Walk the test or the body of a loop once, with `state` as the carry."""
    independent_slots, _ = walker.data_independent_slots_of(loop.op)
    for slot, arg in enumerate(region.args):
        if slot in loop.invariants:
            walker.infos[arg] = walker.infos[loop.op.operands[slot]]
        elif slot in loop.counters:
            walker.infos[arg] = ValueInfo(
                data_independent=slot in independent_slots, current=state[slot]
            )
        else:
            walker.reset(arg, current=state[slot], data_independent=slot in independent_slots)
    return walker.walk_block(region, context)


def _walk_each(
    walker: Walker,
    loop: Loop,
    initial: State,
    rounds: Number | str,
    undecided: int,
    context: LoopContext,
) -> _LoopCost | _TooManyIterations | None:
    """Walk the iterations one by one and add up their costs.

    Return None if this determines none of the unknown counts. If there are too many iterations,
    return the reason instead of a cost.
    """
    if isinstance(rounds, Fraction) and rounds.denominator != 1:
        return None
    state, total, done = dict(initial), Tally(), 0
    while True:
        test = _walk_region(walker, loop, loop.cond, state, context)
        total.add(test)
        total.span += test.span
        continues = walker.number(loop.cond.returns[0])
        if continues is None and isinstance(rounds, str):
            return None
        if not (done < rounds if continues is None else np.all(continues)):  # type: ignore[operator]
            return _LoopCost(total, done, state)
        body = _walk_region(walker, loop, loop.body, state, context)
        determines_nothing = len(test.undecided | body.undecided) >= undecided
        if not done and not isinstance(rounds, str) and determines_nothing:
            return None
        too_many = not isinstance(rounds, str) and rounds > MAX_WALKED
        if too_many or done >= MAX_WALKED or walker.steps < 0:
            return _TooManyIterations(_limit_reason(rounds), body)
        total.add(body)
        total.span += body.span
        state = {slot: walker.integer(end) for slot, (_, end) in enumerate(loop.slots)}
        done += 1


def _limit_reason(rounds: Number | str) -> str:
    if isinstance(rounds, str):
        return f"it runs more than {MAX_WALKED:,} iterations, or the program has too many in all"
    return (
        f"a loop has {rounds:,} iterations that differ, which is more than cost walks one by one "
        f"({MAX_WALKED:,} iterations of one loop, and a limit for the whole program)"
    )


def _record_uncounted(loop: _UnknownLoop, op: Op, tally: Tally) -> None:
    """Record a loop as unknown, with the cost of one iteration in the message."""
    parts = (loop.test, loop.body)
    work, span, moved = (
        sum(part.total(measure) for part in parts) for measure in ("work", "span", "bytes")
    )
    for part in parts:
        tally.unknown.update(part.unknown)
    tally.add_unknown(
        f"{loop_name(op)}: {loop.reason}. One iteration costs work {work:,}, span {span:,}, bytes "
        f"{moved:,}; pass rounds={{{op.number}: iterations}}",
        parts,
    )
    tally.undecided.add(op)


def _record_results(
    walker: Walker, loop: Loop, frame: Frame, initial: State, outcome: _LoopCost | _UnknownLoop
) -> None:
    """Record what is known about the results of a loop."""
    independent_slots, test_is_independent = walker.data_independent_slots_of(loop.op)
    for slot, value in enumerate(loop.op.results):
        if slot in loop.invariants:
            continue  # ops that use this result read the operand of the loop instead
        current = None
        if isinstance(outcome, _LoopCost) and outcome.final is not None:
            current = outcome.final[slot]
        elif isinstance(outcome, _LoopCost) and initial[slot] is not None and not value.shape:
            current = partial(_final_value, walker, loop, initial, slot, int(outcome.number))
        data_independent = test_is_independent and slot in independent_slots
        walker.reset(value, current=current, data_independent=data_independent)
    changed = tuple(v for slot, v in enumerate(loop.op.results) if slot not in loop.invariants)
    walker.store_results(changed, loop.op, loop.op.regions, frame)


def _final_value(walker: Walker, loop: Loop, initial: State, slot: int, rounds: int) -> Any:
    """Return the final value of a carry slot, or None if it is unknown.

    Simulated iterations count toward `MAX_STEPS`.
    """
    if slot not in loop.counters:
        walker.steps -= rounds
    return final_value(loop, walker.number, initial, slot, rounds) if walker.steps > 0 else None


def record_inlined(walker: Walker, op: Op, frame: Frame) -> None:
    """Record the executions of a loop or a branch that was inlined before the walk.

    Loops and branches in the regions that never run have 0 executions. Raise ValueError if the
    caller gave a different trip count.
    """
    tally = frame.tally
    if op.name == "while":
        outcome = walker.rounds.per_execution.get(op.number, op.known_outcome)
        check_against_text(op, op.known_outcome, outcome)
        tally.rounds[op.number] += op.known_outcome
        if not frame.context.estimated:
            walker.known_loops.setdefault(op.number, not walker.used_run_counts)
        unused = () if op.known_outcome else op.regions
    else:
        for position in range(len(op.regions)):
            tally.branch_counts[op.number, position] += position == op.known_outcome
        taken = op.known_outcome
        unused = (*op.regions[:taken], *op.regions[taken + 1 :])
    for inner in (inner for region in unused for inner in all_ops(region)):
        if inner.name == "while":
            tally.rounds[inner.number] += 0
        elif inner.name in ("case", "if"):
            for position in range(len(inner.regions)):
                tally.branch_counts[inner.number, position] += 0
