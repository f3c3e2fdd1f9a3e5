"""How many times a `while` goes round, read from its test and its counter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from manylanes._cost.fold import constant, fold, literal
from manylanes._cost.program import Block, Op, Value

Known = Callable[[Value], Any]  # the one number a value outside the loop holds, or None

LIMIT = 20_000  # rounds followed one by one before a loop counts as unreadable


def counters(loop: Op) -> dict[int, Op]:
    """Carried single integers that each round moves by a fixed step, with the op that does."""
    found = {}
    for slot, (arg, end) in enumerate(_slots(loop)):
        step = end.maker
        if step is None or step.name not in ("add", "subtract") or arg.shape or not arg.integral:
            continue
        left, right = step.operands
        ahead = left is arg and literal(right) is not None
        if ahead or (step.name == "add" and right is arg and literal(left) is not None):
            found[slot] = step
    return found


def unchanged(loop: Op) -> set[int]:
    """Carried slots that no round changes."""
    return {slot for slot, (arg, end) in enumerate(_slots(loop)) if arg is end}


def _slots(loop: Op) -> list[tuple[Value, Value]]:
    body = loop.regions[1]
    return list(zip(body.args, body.returns, strict=True))


def trips(loop: Op, known: Known) -> int | str:
    """The number of rounds, or a sentence saying why it cannot be read."""
    needed = _needed(loop)
    if isinstance(needed, str):
        return needed
    start: dict[int, Any] = {}
    for slot in needed:
        value = known(loop.operands[slot])
        if value is None:
            return "its test depends on a value that is not in the program text"
        start[slot] = value
    straight = _straight(loop, known, start)
    return straight if straight is not None else _follow(loop, known, start)


def _needed(loop: Op) -> set[int] | str:
    """The carried slots the test depends on, through as many rounds as it takes."""
    cond, body = loop.regions
    slots = _reach(cond, cond.returns)
    seen: set[int] = set()
    while isinstance(slots, set) and slots - seen:
        seen |= slots
        more = _reach(body, tuple(body.returns[s] for s in seen))
        slots = more if isinstance(more, str) else seen | more
    return slots


def _reach(block: Block, ends: tuple[Value, ...]) -> set[int] | str:
    place = {arg: slot for slot, arg in enumerate(block.args)}
    inside = {r for op in block.ops for r in op.results}
    found, todo, done = set(), list(ends), set()
    while todo:
        value = todo.pop()
        if value in done:
            continue
        done.add(value)
        if value in place:
            found.add(place[value])
        elif value in inside and value.maker is not None:
            if value.size != 1:
                return "its test looks at whole arrays"
            todo += value.maker.operands
    return found


def _straight(loop: Op, known: Known, start: dict[int, Any]) -> int | None:
    """Rounds of a counter with a fixed step against a fixed bound, without following it."""
    cond, body = loop.regions
    test = cond.returns[0].maker
    if test is None or test.name != "compare":
        return None
    steps, still = counters(loop), unchanged(loop)
    sides = []
    for value in test.operands:
        slot = cond.args.index(value) if value in cond.args else None
        if slot is not None and slot in steps:
            sides.append(("counter", slot))
        elif slot is not None and slot in still:
            sides.append(("bound", start[slot]))
        else:
            number = literal(value)
            sides.append(("bound", known(value) if number is None else number))
    if [kind for kind, _ in sides] not in (["counter", "bound"], ["bound", "counter"]):
        return None
    flipped = sides[0][0] == "bound"
    (_, slot), (_, bound) = sides[::-1] if flipped else sides
    if bound is None:
        return None
    by = _step(steps[slot], body.args[slot])
    way = test.attrs["comparison_direction"]
    way = {"LT": "GT", "GT": "LT", "LE": "GE", "GE": "LE"}.get(way, way) if flipped else way
    rounds = _rounds(int(start[slot]), int(bound), by, way)
    if rounds is None or not _fits(int(start[slot]) + by * rounds, body.args[slot].dtype):
        return None  # it wraps around before it gets there
    return rounds


def _fits(number: int, dtype: str) -> bool:
    """Whether a type of whole numbers holds it."""
    bits = int(dtype.lstrip("uis"))
    low = 0 if dtype.startswith("u") else -(1 << (bits - 1))
    return low <= number < low + (1 << bits)


def _step(op: Op, arg: Value) -> int:
    left, right = op.operands
    step = int(literal(right if left is arg else left))
    return -step if op.name == "subtract" else step


def _rounds(first: int, bound: int, by: int, way: str) -> int | None:
    """Rounds until `counter way bound` is false; None where it moves away from that."""
    far = {"LT": bound - first, "LE": bound - first + 1, "GT": first - bound,
           "GE": first - bound + 1}.get(way)  # fmt: skip
    if far is None:
        return None
    if far <= 0:
        return 0
    toward = by if way in ("LT", "LE") else -by
    return -(-far // toward) if toward > 0 else None


def _follow(loop: Op, known: Known, start: dict[int, Any]) -> int | str:
    """Runs only the counter, round by round."""
    cond, body = loop.regions
    state = dict(start)
    for done in range(LIMIT + 1):
        test = _evaluate(cond, state, known, cond.returns)
        if test is None:
            return "its test does more than arithmetic on a counter"
        if not bool(np.all(test[0])):
            return done
        after = _evaluate(body, state, known, tuple(body.returns[s] for s in state))
        if after is None:
            return "its counter is changed by more than arithmetic"
        state = dict(zip(state, after, strict=True))
    return f"it goes round more than {LIMIT:,} times, or for ever"


def _evaluate(
    block: Block, state: dict[int, Any], known: Known, ends: tuple[Value, ...]
) -> list[Any] | None:
    numbers = {block.args[slot]: value for slot, value in state.items()}
    for op in block.ops:
        if op.name == "constant":
            numbers[op.results[0]] = constant(op)
            continue
        inputs = [numbers[v] if v in numbers else known(v) for v in op.operands]
        if inputs and all(x is not None for x in inputs):
            numbers[op.results[0]] = fold(op, inputs)
    found = [numbers[v] if v in numbers else known(v) for v in ends]
    return None if any(x is None for x in found) else found
