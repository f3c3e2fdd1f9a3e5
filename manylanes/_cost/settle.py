"""What every compiler does first: takes the branch that is written, computes a thing once."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Hashable
from types import SimpleNamespace
from typing import Any

import numpy as np

from manylanes._cost.fold import literal
from manylanes._cost.program import Block, Op, Value, chosen

Seen = ChainMap[Hashable, Op]


def settle(
    block: Block, renamed: dict[Value, Value] | None = None, seen: Seen | None = None
) -> None:
    """Changes a program in place: branches with a known index opened, equal ops merged."""
    renamed = {} if renamed is None else renamed
    seen = ChainMap({}, *(seen.maps if seen else ()))
    ops: list[Op] = []
    for op in block.ops:
        op.operands = tuple(renamed.get(v, v) for v in op.operands)
        if (chosen := _chosen(op)) is not None:
            settle(chosen, renamed, seen)
            ops += chosen.ops
            renamed.update(zip(op.results, chosen.returns, strict=True))
            continue
        if _repeats(op):
            renamed[op.results[0]] = op.operands[0]
            continue
        for region in op.regions:
            settle(region, renamed, seen)
        key = _key(op)
        twin = seen.setdefault(key, op) if key is not None else op
        if twin is op:
            ops.append(op)
        else:
            renamed.update(zip(op.results, twin.results, strict=True))
    block.ops = ops
    block.returns = tuple(renamed.get(v, v) for v in block.returns)


def _chosen(op: Op) -> Block | None:
    """The one branch a case with a written index can take."""
    index = literal(op.operands[0]) if op.name in ("case", "if") else None
    return None if index is None else chosen(op, index)


def _repeats(op: Op) -> bool:
    """Whether a truth is asked whether it is true, which JAX does wherever it wants a truth."""
    if op.name != "compare" or op.operands[0].dtype != "i1":
        return False
    asked = literal(op.operands[1]), op.attrs["comparison_direction"]
    return asked in ((False, "NE"), (True, "EQ"))


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
