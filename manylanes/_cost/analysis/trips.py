"""How many times a `while` goes round, read from its test and its counter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import numpy as np

from manylanes._cost.read.fold import constant, fold, literal
from manylanes._cost.read.program import Block, Op, Value

Known = Callable[[Value], Any]  # the one number a value outside the loop holds, or None
State = dict[int, Any]  # what carried slots hold, by slot

LIMIT = 20_000  # rounds followed one by one before a loop counts as unreadable
ARRAYS = "its test looks at whole arrays"


class Endless(str):
    """Why a counter that was followed is not at its end: no more following will help."""


class Loop:
    """What can be said of a `while` by looking at it once."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.cond, self.body = op.regions
        ends = zip(self.body.args, self.body.returns, strict=True)
        self.slots: list[tuple[Value, Value]] = list(ends)
        # Carried slots that no round changes.
        self.still = {slot for slot, (arg, end) in enumerate(self.slots) if arg is end}

    @cached_property
    def steps(self) -> dict[int, Op]:
        """Carried single integers that each round moves by a fixed step, with the op that does."""
        found = {}
        for slot, (arg, end) in enumerate(self.slots):
            op = end.maker
            if op is None or op.name not in ("add", "subtract") or arg.shape or not arg.integral:
                continue
            left, right = op.operands
            ahead = left is arg and literal(right) is not None
            if ahead or (op.name == "add" and right is arg and literal(left) is not None):
                found[slot] = op
        return found

    def step(self, slot: int) -> int:
        """How far one round moves a counter."""
        op = self.steps[slot]
        left, right = op.operands
        by = int(literal(right if left is self.body.args[slot] else left))
        return -by if op.name == "subtract" else by

    @cached_property
    def tested(self) -> set[int]:
        """The carried slots that the test looks at."""
        return _reach(self.cond, self.cond.returns)[0]

    @cached_property
    def needed(self) -> set[int] | str:
        """The carried slots the test depends on, through as many rounds as it takes."""
        slots, arrays = _reach(self.cond, self.cond.returns)
        return ARRAYS if arrays else self.behind(slots)

    def behind(self, slots: set[int]) -> set[int] | str:
        """These carried slots and all that move them, through as many rounds as it takes."""
        seen: set[int] = set()
        while slots - seen:
            seen |= slots
            more, arrays = _reach(self.body, tuple(self.body.returns[s] for s in seen))
            if arrays:
                return ARRAYS
            slots = seen | more
        return seen

    @cached_property
    def test(self) -> list[Op]:
        """The ops that the test needs."""
        return _needs(self.cond, self.cond.returns)

    @cached_property
    def count(self) -> list[Op]:
        """The ops of the body that move what the test needs."""
        assert isinstance(self.needed, set)
        return self.moving(self.needed)

    def moving(self, slots: Iterable[int]) -> list[Op]:
        """The ops of the body that move some carried slots."""
        return _needs(self.body, tuple(self.body.returns[slot] for slot in slots))


def _reach(block: Block, ends: tuple[Value, ...]) -> tuple[set[int], bool]:
    """The slots some values are made from, and whether that takes whole arrays."""
    place = {arg: slot for slot, arg in enumerate(block.args)}
    ops = _needs(block, ends)
    used = {*ends, *(v for op in ops for v in op.operands)}
    arrays = any(v.size != 1 for op in ops for v in op.results)
    return {place[v] for v in used if v in place}, arrays


def _needs(block: Block, ends: tuple[Value, ...]) -> list[Op]:
    """The ops of a block that some of its values are made by, in their order."""
    wanted, found = set(ends), []
    for op in reversed(block.ops):
        if any(r in wanted for r in op.results):
            wanted.update(op.operands)
            found.append(op)
    return found[::-1]


def trips(loop: Loop, known: Known, limit: int = LIMIT) -> int | str:
    """The number of rounds, or a sentence saying why it cannot be read.

    A counter that has to be followed round by round is followed for `limit` rounds.
    """
    if isinstance(loop.needed, str):
        return loop.needed
    start: State = {}
    for slot in loop.needed:
        value = known(loop.op.operands[slot])
        if value is None:
            return "its test depends on a value that is not in the program text"
        start[slot] = value
    straight = _straight(loop, known, start)
    return straight if straight is not None else _follow(loop, known, start, limit)


def after(loop: Loop, known: Known, start: State, slot: int, rounds: int) -> Any:
    """What a carried number is when the loop ends; None if only a run can tell."""
    if slot in loop.steps:
        moved = np.asarray(int(start[slot]) + loop.step(slot) * rounds)
        return _wrapped(int(moved), loop.body.args[slot].dtype, start[slot])
    # With all that move it: `known` has the other slots as some round walked before left them.
    slots = loop.behind({slot})
    if isinstance(slots, str) or rounds > LIMIT:
        return None
    state, ops = {s: start[s] for s in slots}, loop.moving(slots)
    for _ in range(rounds):
        if any(value is None for value in state.values()):
            return None
        state = _moved(loop, ops, state, known)
    return state[slot]


def _moved(loop: Loop, ops: list[Op], state: State, known: Known) -> State:
    """What carried slots hold after one more round."""
    body = loop.body
    numbers = _numbers(ops, {body.args[slot]: value for slot, value in state.items()}, known)
    ends = {slot: body.returns[slot] for slot in state}
    return {slot: numbers[v] if v in numbers else known(v) for slot, v in ends.items()}


def _wrapped(number: int, dtype: str, like: Any) -> Any:
    bits = int(dtype.lstrip("uis"))
    number &= (1 << bits) - 1
    signed = not dtype.startswith("u") and number >> (bits - 1)
    return np.asarray(like).dtype.type(number - (1 << bits) if signed else number)


def _straight(loop: Loop, known: Known, start: State) -> int | None:
    """Rounds of a counter with a fixed step against a fixed bound, without following it."""
    cond, body = loop.cond, loop.body
    test = cond.returns[0].maker
    if test is None or test.name != "compare" or cond.returns[0] in cond.args:
        return None
    sides = []
    for value in test.operands:
        slot = cond.args.index(value) if value in cond.args else None
        if slot is not None and slot in loop.steps:
            sides.append(("counter", slot))
        elif slot is not None and slot in loop.still:
            sides.append(("bound", start[slot]))
        elif (number := literal(value)) is not None:
            sides.append(("bound", number))
        elif slot is None and value.maker not in cond.ops:
            sides.append(("bound", known(value)))
        else:
            return None
    if [kind for kind, _ in sides] not in (["counter", "bound"], ["bound", "counter"]):
        return None
    flipped = sides[0][0] == "bound"
    (_, slot), (_, bound) = sides[::-1] if flipped else sides
    if bound is None:
        return None
    by = loop.step(slot)
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


def _follow(loop: Loop, known: Known, start: State, limit: int) -> int | str:
    """Runs only the counter, round by round; one that comes back to where it was never ends."""
    cond, slots = loop.cond, sorted(start)
    state, seen = dict(start), set()
    for done in range(limit + 1):
        args = {cond.args[slot]: value for slot, value in state.items()}
        test = _evaluate(loop.test, args, known, cond.returns[0])
        if test is None:
            return "its test does more than arithmetic on a counter"
        if not bool(np.all(test)):
            return done
        here = tuple(np.asarray(state[slot]).tobytes() for slot in slots)
        if here in seen:
            return Endless("it goes round for ever")
        seen.add(here)
        state = _moved(loop, loop.count, state, known)
        if any(value is None for value in state.values()):
            return "its counter is changed by more than arithmetic"
    return Endless(
        f"it runs more than {limit:,} iterations, the most for which a counter is followed"
    )


def _evaluate(ops: list[Op], args: dict[Value, Any], known: Known, end: Value) -> Any:
    numbers = _numbers(ops, args, known)
    return numbers[end] if end in numbers else known(end)


def _numbers(ops: list[Op], args: dict[Value, Any], known: Known) -> dict[Value, Any]:
    """What these ops make of some numbers; None for what is no arithmetic."""
    numbers = dict(args)
    for op in ops:
        if op.name == "constant":
            numbers[op.results[0]] = constant(op)
            continue
        inputs = [numbers[v] if v in numbers else known(v) for v in op.operands]
        if len(op.results) == 1 and inputs and all(x is not None for x in inputs):
            numbers[op.results[0]] = fold(op, inputs)
        else:
            numbers.update(dict.fromkeys(op.results))
    return numbers
