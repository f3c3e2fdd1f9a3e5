"""Common subexpressions computed once, known branches taken: what every compiler does first."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

import numpy as np

from manylanes._cost.analysis.trips import Loop
from manylanes._cost.read.fold import constant, fold
from manylanes._cost.read.program import Block, Op, Value, side

Seen = ChainMap[Hashable, Op]


def simplify(
    block: Block,
    renamed: dict[Value, Value] | None = None,
    seen: Seen | None = None,
    numbers: dict[Value, Any] | None = None,
) -> None:
    """Changes a program in place: branches with a known index opened, equal ops merged."""
    renamed = {} if renamed is None else renamed
    seen = ChainMap({}, *(seen.maps if seen else ()))
    block.ops = _settled(block, renamed, seen, {} if numbers is None else numbers)
    block.returns = tuple(renamed.get(v, v) for v in block.returns)


def _settled(
    block: Block, renamed: dict[Value, Value], seen: Seen, numbers: dict[Value, Any]
) -> list[Op]:
    """The ops that are left of a block, those of opened branches among them."""
    ops: list[Op] = []
    for op in block.ops:
        op.operands = tuple(renamed.get(v, v) for v in op.operands)
        known = [numbers.get(v) for v in op.operands]
        if op.name in ("case", "if") and known[0] is not None:
            op.side = side(op, known[0])
            taken = op.regions[op.side]
            ops += _settled(taken, renamed, seen, numbers)
            ends = (renamed.get(v, v) for v in taken.returns)
            renamed.update(zip(op.results, ends, strict=True))
            continue
        if (again := _given_back(op, known)) is not None:
            renamed[op.results[0]] = again
            continue
        if op.name == "while":
            _hand_in(op, known, numbers)
        for region in op.regions:
            simplify(region, renamed, seen, numbers)
        key = _key(op)
        twin = seen.setdefault(key, op) if key is not None else op
        if twin is op:
            ops.append(op)
            _work_out(op, known, numbers)
        else:
            renamed.update(zip(op.results, twin.results, strict=True))
        if op.name == "while":  # what no round changes is after it what it was before
            renamed.update((op.results[slot], op.operands[slot]) for slot in Loop(op).still)
    return ops


def _hand_in(loop: Op, known: list[Any], numbers: dict[Value, Any]) -> None:
    """A number that no round changes is the same in each."""
    for slot in Loop(loop).still:
        if known[slot] is not None:
            numbers.update((region.args[slot], known[slot]) for region in loop.regions)


def _work_out(op: Op, known: list[Any], numbers: dict[Value, Any]) -> None:
    """Notes the one number that a value repeats, if the program says it."""
    if op.name == "constant":
        number = constant(op)
    elif op.name == "optimization_barrier":
        numbers.update((r, n) for r, n in zip(op.results, known, strict=True) if n is not None)
        return
    else:
        number = fold(op, known) if known and all(n is not None for n in known) else None
    if number is not None and np.ndim(number) == 0:
        numbers[op.results[0]] = number


def _given_back(op: Op, known: list[Any]) -> Value | None:
    """The operand that an op gives back as it is; JAX writes many such."""
    if op.name == "compare" and op.operands[0].dtype == "i1" and known[1] is not None:
        asks_whether_true = ("NE", False), ("EQ", True)
        asked = op.attrs["comparison_direction"], bool(known[1])
        return op.operands[0] if asked in asks_whether_true else None
    if op.name not in _MOVES:
        return None
    shape = op.results[0].shape
    whole = (v for v in op.operands if v.shape == shape)
    return next(whole, None) if _MOVES[op.name](op, shape) else None


# Whether ops that move entries leave them where they are, given that the shape is the same.
_PADS = "edge_padding_low", "edge_padding_high", "interior_padding"
_MOVES: dict[str, Callable[[Op, tuple[int, ...]], bool]] = {
    "pad": lambda op, shape: not any(any(op.attrs[name]) for name in _PADS),
    "slice": lambda op, shape: True,
    "dynamic_slice": lambda op, shape: True,  # wherever it begins: addresses are clamped
    "reverse": lambda op, shape: all(shape[axis] == 1 for axis in op.attrs["dimensions"]),
    "concatenate": lambda op, shape: True,  # with nothing
}


def _key(op: Op, inside: dict[Value, int] | None = None) -> Hashable | None:
    """Equal for ops that compute the same; None for one that must not be merged."""
    if op.name == "custom_call" or not op.results:
        return None
    inside = inside or {}
    attrs = tuple((name, _plain(value)) for name, value in sorted(op.attrs.items()))
    kinds = tuple((r.shape, r.dtype) for r in op.results)
    regions = tuple(_region(region, inside) for region in op.regions)
    if None in regions:
        return None
    return op.name, tuple(_place(v, inside) for v in op.operands), kinds, attrs, regions


def _place(value: Value, inside: dict[Value, int]) -> Hashable:
    """A constant is the same wherever it is written."""
    if value.maker is not None and value.maker.name == "constant":
        return _key(value.maker)
    return inside.get(value, value)


def _region(region: Block, outer: dict[Value, int]) -> Hashable | None:
    """A region with its own values numbered, so that equal regions are equal keys."""
    inside = dict(outer)
    for arg in region.args:
        inside[arg] = len(inside)
    keys: list[Hashable] = []
    for op in region.ops:
        if op.name == "constant":
            continue
        keys.append(_key(op, inside))
        for result in op.results:
            inside[result] = len(inside)
    ends = tuple(_place(v, inside) for v in region.returns)
    return None if None in keys else (tuple(keys), ends)


def _plain(value: Any) -> Hashable:
    if isinstance(value, np.ndarray):
        repeated = value.size > 0 and not any(value.strides)
        return (value.reshape(-1)[:1] if repeated else value).tobytes()
    if isinstance(value, SimpleNamespace):
        return repr(value)
    return value if isinstance(value, Hashable) else repr(value)
