"""Simplify a program as every compiler does: merge equal ops, open known branches and short loops.

A loop that runs at most once by the program's text is opened: its body takes its place. A product
that only a transpose reads is written transposed.
"""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

import numpy as np

from manylanes._cost.analysis.live import DEAD, Live
from manylanes._cost.analysis.trips import Loop, trips
from manylanes._cost.price.label import label_of
from manylanes._cost.price.lapack import routine
from manylanes._cost.read.fold import constant, fold
from manylanes._cost.read.program import Block, Op, Value, blocks, each, side

Seen = ChainMap[Hashable, Op]


def simplify(
    block: Block,
    renamed: dict[Value, Value] | None = None,
    seen: Seen | None = None,
    numbers: dict[Value, Any] | None = None,
) -> None:
    """Change a program in place: merge equal ops, open known branches and short loops."""
    renamed = {} if renamed is None else renamed
    seen = ChainMap({}, *(seen.maps if seen else ()))
    numbers = {} if numbers is None else numbers
    block.ops = _simplified(block, renamed, seen, numbers, block.opened)
    block.returns = tuple(renamed.get(v, v) for v in block.returns)


def _simplified(
    block: Block,
    renamed: dict[Value, Value],
    seen: Seen,
    numbers: dict[Value, Any],
    opened: list[Op],
) -> list[Op]:
    """Return the ops that are left of a block, those of opened branches and loops among them."""
    ops: list[Op] = []
    for op in block.ops:
        op.operands = tuple(renamed.get(v, v) for v in op.operands)
        known = [numbers.get(v) for v in op.operands]
        if op.name == "while":
            _hand_in(op, known, numbers)
        if (inside := _opened(op, known[:1], renamed, numbers)) is not None:
            opened.append(op)
            renamed.update(zip(inside.args, op.operands, strict=False))
            ops += _simplified(inside, renamed, seen, numbers, opened)
            ends = [renamed.get(v, v) for v in inside.returns]
            renamed.update(zip(op.results, ends, strict=True))
            continue
        if (again := _given_back(op, known)) is not None:
            renamed[op.results[0]] = again
            continue
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


def _opened(
    op: Op, index: list[Any], renamed: dict[Value, Value], numbers: dict[Value, Any]
) -> Block | None:
    """Return the block that takes the place of a known branch or of a loop of at most one trip."""
    if op.name in ("case", "if") and index[0] is not None:
        op.times = side(op, index[0])
        return op.regions[op.times]
    if op.name != "while":
        return None
    found = trips(Loop(op), lambda value: numbers.get(renamed.get(value, value)), limit=1)
    if isinstance(found, str) or found > 1:
        return None
    op.times = found
    _, body = op.regions
    return body if found else Block(body.args, [], body.args)


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
    pure = op.name != "custom_call" or routine(label_of(op))
    if not pure or not op.results:
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


def turn_products(program: Block, found: Live) -> bool:
    """Let each product that only a transpose reads write its result transposed.

    XLA does so where the transpose swaps the two sides of the product. Return True if any did.
    """
    readers = Counter(v for block in blocks(program) for v in block.returns)
    for op in each(program):
        if found.of(op) != DEAD or found.acts(op):
            readers.update(found.read(op))
    renamed: dict[Value, Value] = {}
    for block in blocks(program):
        made = {op.results[0] for op in block.ops if op.name == "dot_general"}
        for op in [op for op in block.ops if op.name == "transpose"]:
            product, result = op.operands[0], op.results[0]
            axes = range(len(result.shape))
            swaps = tuple(op.attrs["permutation"]) == (*axes[:-2], *axes[:-3:-1])
            if swaps and product in made and readers[product] == 1 and _one_axis_each(product):
                product.shape = result.shape
                renamed[result] = product
        block.ops = [op for op in block.ops if not renamed.keys() & {*op.results}]
    for block in blocks(program):
        block.returns = tuple(renamed.get(v, v) for v in block.returns)
        for op in block.ops:
            op.operands = tuple(renamed.get(v, v) for v in op.operands)
    return bool(renamed)


def _one_axis_each(product: Value) -> bool:
    """Whether each operand of a product has one axis that is neither summed over nor a batch."""
    assert product.maker is not None
    numbers = product.maker.attrs["dot_dimension_numbers"]
    batch = len(numbers.lhs_batching_dimensions)
    sides = zip(
        product.maker.operands,
        (numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions),
        strict=True,
    )
    return all(len(value.shape) == batch + len(summed) + 1 for value, summed in sides)
