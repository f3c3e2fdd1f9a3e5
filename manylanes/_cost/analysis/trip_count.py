"""Determine the trip count of a `while` loop from its test and its counter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from manylanes._cost.analysis.loop import Loop
from manylanes._cost.read.fold import fold, literal, splat_constant
from manylanes._cost.read.program import Op, Value

ConstantOf = Callable[[Value], Any]  # returns the constant that a value equals, or None
State = dict[int, Any]  # maps carry slots to their values

MAX_ITERATIONS = 20_000  # limit of the simulation; a larger trip count needs a closed form
_FLIPPED = {"LT": "GT", "GT": "LT", "LE": "GE", "GE": "LE"}


class NotTerminating(str):
    """The reason why a trip count is unknown, if walking the iterations would not help either."""


def trip_count(loop: Loop, constant_of: ConstantOf, limit: int = MAX_ITERATIONS) -> int | str:
    """Return the trip count of a loop, or text that explains why it is unknown.

    If there is no closed form, simulate the slots that control the loop for at most `limit`
    iterations.
    """
    if isinstance(loop.controlling_slots, str):
        return loop.controlling_slots
    initial: State = {}
    for slot in loop.controlling_slots:
        value = constant_of(loop.op.operands[slot])
        if value is None:
            return "its test depends on a value that is not in the program text"
        initial[slot] = value
    closed_form = _closed_form(loop, constant_of, initial)
    return closed_form if closed_form is not None else _simulate(loop, constant_of, initial, limit)


def final_value(
    loop: Loop, constant_of: ConstantOf, initial: State, slot: int, iterations: int
) -> Any:
    """Return the value of a carry slot after some iterations, or None if it cannot be computed."""
    if slot in loop.counters:
        moved = int(initial[slot]) + loop.stride(slot) * iterations
        wrapped = _wrap(moved, loop.body.args[slot].dtype)
        return np.asarray(initial[slot]).dtype.type(wrapped)
    # Simulate all dependencies: `constant_of` may return stale values for slots not simulated.
    slots = loop.dependencies({slot})
    if isinstance(slots, str) or iterations > MAX_ITERATIONS:
        return None
    state, ops = {s: initial[s] for s in slots}, loop.ops_computing(slots)
    for _ in range(iterations):
        if any(value is None for value in state.values()):
            return None
        state = _next_state(loop, ops, state, constant_of)
    return state[slot]


def _next_state(loop: Loop, ops: list[Op], state: State, constant_of: ConstantOf) -> State:
    """Return the values of the carry slots after one more iteration."""
    args = {loop.body.args[slot]: value for slot, value in state.items()}
    numbers = _interpret(ops, args, constant_of)
    targets = {slot: loop.body.returns[slot] for slot in state}
    return {slot: numbers[v] if v in numbers else constant_of(v) for slot, v in targets.items()}


def _wrap(number: int, dtype: str) -> int:
    """Return a number as an integer type represents it, after overflow."""
    bits = int(dtype.lstrip("uis"))
    number &= (1 << bits) - 1
    is_negative = not dtype.startswith("u") and number >> (bits - 1)
    return number - (1 << bits) if is_negative else number


def _closed_form(loop: Loop, constant_of: ConstantOf, initial: State) -> int | None:
    """Return the trip count if the test compares a counter with a constant bound.

    Return None for any other test, and if the counter does not reach the bound or overflows first.
    """
    cond, body = loop.cond, loop.body
    test = cond.returns[0].producer
    if test is None or test.name != "compare" or cond.returns[0] in cond.args:
        return None
    sides = []
    for value in test.operands:
        slot = cond.args.index(value) if value in cond.args else None
        if slot is not None and slot in loop.counters:
            sides.append(("counter", slot))
        elif slot is not None and slot in loop.invariants:
            sides.append(("bound", initial[slot]))
        elif (number := literal(value)) is not None:
            sides.append(("bound", number))
        elif slot is None and value.producer not in cond.ops:
            sides.append(("bound", constant_of(value)))
        else:
            return None
    if [kind for kind, _ in sides] not in (["counter", "bound"], ["bound", "counter"]):
        return None
    flipped = sides[0][0] == "bound"
    (_, slot), (_, bound) = sides[::-1] if flipped else sides
    if bound is None:
        return None
    stride = loop.stride(slot)
    direction = test.attrs["comparison_direction"]
    if flipped:
        direction = _FLIPPED.get(direction, direction)
    first = int(initial[slot])
    iterations = _iterations_until(first, int(bound), stride, direction)
    if iterations is None:
        return None
    last = first + stride * iterations
    overflows = _wrap(last, body.args[slot].dtype) != last
    return None if overflows else iterations


def _iterations_until(first: int, bound: int, stride: int, direction: str) -> int | None:
    """Return the number of iterations until `counter DIRECTION bound` is false.

    Return None if it stays true, and for the directions EQ and NE.
    """
    distance = {"LT": bound - first, "LE": bound - first + 1, "GT": first - bound,
           "GE": first - bound + 1}.get(direction)  # fmt: skip
    if distance is None:
        return None
    if distance <= 0:
        return 0
    speed = stride if direction in ("LT", "LE") else -stride
    return -(-distance // speed) if speed > 0 else None


def _simulate(loop: Loop, constant_of: ConstantOf, initial: State, limit: int) -> int | str:
    """Simulate the slots that control a loop; if their state recurs, the loop never ends."""
    cond, slots = loop.cond, sorted(initial)
    state, states = dict(initial), set()
    for done in range(limit + 1):
        args = {cond.args[slot]: value for slot, value in state.items()}
        numbers, test = _interpret(loop.test_ops, args, constant_of), cond.returns[0]
        continues = numbers[test] if test in numbers else constant_of(test)
        if continues is None:
            return "its test does more than arithmetic on a counter"
        if not bool(np.all(continues)):
            return done
        snapshot = tuple(np.asarray(state[slot]).tobytes() for slot in slots)
        if snapshot in states:
            return NotTerminating("it never ends")
        states.add(snapshot)
        state = _next_state(loop, loop.control_ops, state, constant_of)
        if any(value is None for value in state.values()):
            return "its counter is changed by more than arithmetic"
    return NotTerminating(f"it runs more than {limit:,} iterations, the most that are simulated")


def _interpret(ops: list[Op], args: dict[Value, Any], constant_of: ConstantOf) -> dict[Value, Any]:
    """Interpret ops on constants; results that cannot be computed become None."""
    numbers = dict(args)
    for op in ops:
        if op.name == "constant":
            numbers[op.results[0]] = splat_constant(op)
            continue
        inputs = [numbers[v] if v in numbers else constant_of(v) for v in op.operands]
        if len(op.results) == 1 and inputs and all(x is not None for x in inputs):
            numbers[op.results[0]] = fold(op, inputs)
        else:
            numbers.update(dict.fromkeys(op.results))
    return numbers
