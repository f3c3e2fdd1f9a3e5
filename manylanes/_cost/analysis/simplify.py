"""Simplify a program as compilers do: merge common subexpressions, inline branches and loops.

A branch with a constant index is replaced by the region that it selects. A loop that runs once is
replaced by its body, and a loop that never runs is removed.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

import numpy as np

from manylanes._cost.analysis.loop import Loop
from manylanes._cost.analysis.trip_count import trip_count
from manylanes._cost.price.label import label_of
from manylanes._cost.price.lapack import routine
from manylanes._cost.read.fold import fold, splat_constant
from manylanes._cost.read.program import (
    Block,
    Op,
    Value,
    copy_program,
    region_index,
)

Seen = ChainMap[Hashable, Op]


def simplify(program: Block) -> Block:
    """Return a copy of the program with equal ops merged and control flow of known outcome inlined.

    This inlines branches with a constant index and loops that run at most once. Ops that return an
    operand unchanged are removed.
    """
    simplified = copy_program(program)
    _simplify_block(simplified, {}, ChainMap(), {})
    return simplified


def _simplify_block(
    block: Block, replacements: dict[Value, Value], seen: Seen, constants: dict[Value, Any]
) -> None:
    """Simplify a block in place; `seen` maps the keys of earlier ops to these ops."""
    block.ops = _simplify_ops(block, replacements, seen.new_child(), constants, block.inlined)
    block.returns = tuple(replacements.get(v, v) for v in block.returns)


def _simplify_ops(
    block: Block,
    replacements: dict[Value, Value],
    seen: Seen,
    constants: dict[Value, Any],
    inlined: list[Op],
) -> list[Op]:
    """Return the remaining ops of a block, including those of inlined branches and loops."""
    ops: list[Op] = []
    for op in block.ops:
        op.operands = tuple(replacements.get(v, v) for v in op.operands)
        values = [constants.get(v) for v in op.operands]
        if op.name == "while":
            _propagate_invariants(op, values, constants)
        inner = _inlined_block(op, values[:1], replacements, constants)
        if inner is not None:
            inlined.append(op)
            replacements.update(zip(inner.args, op.operands, strict=False))
            ops += _simplify_ops(inner, replacements, seen, constants, inlined)
            results = [replacements.get(v, v) for v in inner.returns]
            replacements.update(zip(op.results, results, strict=True))
            continue
        if (identity := _identity_operand(op, values)) is not None:
            replacements[op.results[0]] = identity
            continue
        for region in op.regions:
            _simplify_block(region, replacements, seen, constants)
        key = cse_key(op)
        earlier = seen.setdefault(key, op) if key is not None else op
        if earlier is op:
            ops.append(op)
            _fold_constant(op, values, constants)
        else:
            replacements.update(zip(op.results, earlier.results, strict=True))
        if op.name == "while":  # a loop returns its invariants unchanged
            replacements.update(
                (op.results[slot], op.operands[slot]) for slot in Loop(op).invariants
            )
    return ops


def _inlined_block(
    op: Op, index: list[Any], replacements: dict[Value, Value], constants: dict[Value, Any]
) -> Block | None:
    """Return the block that replaces `op`, or None.

    This applies to branches with a constant index and to loops of at most one iteration.
    """
    if op.name in ("case", "if") and index[0] is not None:
        op.known_outcome = region_index(op, index[0])
        return op.regions[op.known_outcome]
    if op.name != "while":
        return None
    trips = trip_count(Loop(op), lambda v: constants.get(replacements.get(v, v)), limit=1)
    if isinstance(trips, str) or trips > 1:
        return None
    op.known_outcome = trips
    _, body = op.regions
    return body if trips else Block(body.args, [], body.args)


def _propagate_invariants(loop: Op, values: list[Any], constants: dict[Value, Any]) -> None:
    """Propagate the constants among the loop invariants into the regions of a loop."""
    for slot in Loop(loop).invariants:
        if values[slot] is not None:
            constants.update((region.args[slot], values[slot]) for region in loop.regions)


def _fold_constant(op: Op, values: list[Any], constants: dict[Value, Any]) -> None:
    """Record in `constants` the value of each result that is a known splat."""
    if op.name == "constant":
        number = splat_constant(op)
    elif op.name == "optimization_barrier":
        constants.update((r, n) for r, n in zip(op.results, values, strict=True) if n is not None)
        return
    else:
        number = fold(op, values) if values and all(n is not None for n in values) else None
    if number is not None and np.ndim(number) == 0:
        constants[op.results[0]] = number


def _identity_operand(op: Op, values: list[Any]) -> Value | None:
    """Return the operand that an op returns unchanged, or None."""
    if op.name == "compare" and op.operands[0].dtype == "i1" and values[1] is not None:
        comparison = op.attrs["comparison_direction"], bool(values[1])
        return op.operands[0] if comparison in (("NE", False), ("EQ", True)) else None
    if op.name not in _IS_IDENTITY:
        return None
    shape = op.results[0].shape
    same_shape = (v for v in op.operands if v.shape == shape)
    return next(same_shape, None) if _IS_IDENTITY[op.name](op, shape) else None


# Maps ops that move elements to functions. A function returns True if the result of the op equals
# an operand of the same shape.
_PADS = "edge_padding_low", "edge_padding_high", "interior_padding"
_IS_IDENTITY: dict[str, Callable[[Op, tuple[int, ...]], bool]] = {
    "pad": lambda op, shape: not any(any(op.attrs[name]) for name in _PADS),
    "slice": lambda op, shape: True,
    "dynamic_slice": lambda op, shape: True,  # a slice of the full size is clamped to start at 0
    "reverse": lambda op, shape: all(shape[axis] == 1 for axis in op.attrs["dimensions"]),
    "concatenate": lambda op, shape: True,  # the remaining operands are empty
}


def cse_key(op: Op, numbering: dict[Value, int] | None = None) -> Hashable | None:
    """Return a key of an op; ops with equal keys have equal results.

    Return None if `op` must be kept, for example because it may have side effects.
    """
    pure = op.name != "custom_call" or routine(label_of(op))
    if not pure or not op.results:
        return None
    numbering = numbering or {}
    attrs = tuple((name, _hashable(value)) for name, value in sorted(op.attrs.items()))
    kinds = tuple((r.shape, r.dtype) for r in op.results)
    regions = tuple(_region_key(region, numbering) for region in op.regions)
    if None in regions:
        return None
    operands = tuple(_operand_key(v, numbering) for v in op.operands)
    return op.name, operands, kinds, attrs, regions


def _operand_key(value: Value, numbering: dict[Value, int]) -> Hashable:
    """Return a key for an operand, which is equal for constants with the same value."""
    if value.producer is not None and value.producer.name == "constant":
        return cse_key(value.producer)
    return numbering.get(value, value)


def _region_key(region: Block, outer: dict[Value, int]) -> Hashable | None:
    """Return a key that is equal for equal regions: the key numbers the values of a region."""
    numbering = dict(outer)
    for arg in region.args:
        numbering[arg] = len(numbering)
    keys: list[Hashable] = []
    for op in region.ops:
        if op.name == "constant":
            continue
        keys.append(cse_key(op, numbering))
        for result in op.results:
            numbering[result] = len(numbering)
    results = tuple(_operand_key(v, numbering) for v in region.returns)
    return None if None in keys else (tuple(keys), results)


def _hashable(value: Any) -> Hashable:
    if isinstance(value, np.ndarray):
        repeated = value.size > 0 and not any(value.strides)
        return (value.reshape(-1)[:1] if repeated else value).tobytes()
    if isinstance(value, SimpleNamespace):
        return repr(value)
    return value if isinstance(value, Hashable) else repr(value)
