"""The element types that a program computes with, by their MLIR names: f32, i1, ...

Narrow integers that are used as bits or masks are left out. These integers are the results of
conversions from booleans and of operations that combine bits, move elements or compare.
"""

from __future__ import annotations

import re
from math import prod
from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.bits import bits
from autograder.core.programs.mlir import stablehlo

NARROW = re.compile(r"u?i(2|4|8|16)")
_BIT_OPERATIONS = """
    and bitcast_convert broadcast_in_dim case compare concatenate constant dynamic_slice
    dynamic_update_slice gather if iota not optimization_barrier or pad popcnt reshape return
    reverse select shift_left shift_right_arithmetic shift_right_logical slice transpose while xor
"""
BIT_OPERATIONS = {f"stablehlo.{name}" for name in _BIT_OPERATIONS.split()} | {"func.return"}


def element_types(block: Any) -> frozenset[str]:
    """Return the types of all inputs and of the values that the program computes.

    Narrow integers that serve as bits or masks are left out. For values that do not depend on an
    input, such as the counters of `jax.random`, types of more than 32 bits are excluded: such a
    value cannot encode several values that depend on inputs.
    """
    types = {_element_type(argument) for argument in block.arguments}
    for op in mlir.walk(block):
        made = set(map(_element_type, op.results))
        if op.name in BIT_OPERATIONS or (
            op.name == "stablehlo.convert" and _element_type(op.operands[0]) == "i1"
        ):
            made = {kind for kind in made if not NARROW.fullmatch(kind)}
        types |= made
    wide = {kind for kind in types if bits(kind) > 32}
    return frozenset(types - wide | wide & _types_from_inputs(block) if wide else types)


def _types_from_inputs(block: Any) -> set[str]:
    """Return the types of values that may depend on an input, also inside loops and branches."""
    values = set(block.arguments)

    def visit(block: Any) -> None:
        for op in mlir.operations(block):
            inner = mlir.blocks(op)
            readers = [op, *(each for inside in inner for each in mlir.walk(inside))]
            if any(value in values for reader in readers for value in reader.operands):
                values.update(op.results, *(inside.arguments for inside in inner))
            for inside in inner:
                visit(inside)

    visit(block)
    return set(map(_element_type, values))


def sum_types(block: Any) -> frozenset[str]:
    """Return the types in which products, convolutions and reductions accumulate their terms.

    These are the types of the results. Some machines accumulate in a wider type, but the result is
    rounded before it can be used. Products with a single term per element, such as outer products,
    add no terms and are excluded.
    """
    sums = filter(_accumulates, mlir.walk(block))
    return frozenset(_element_type(made) for op in sums for made in op.results)


def terms(op: Any) -> int:
    """Return the number of products that a `dot_general` adds for each element of its result."""
    dims = stablehlo.DotDimensionNumbers(op.attributes["dot_dimension_numbers"])
    shape = op.operands[0].type.shape
    return prod(shape[axis] for axis in dims.lhs_contracting_dimensions)


def _accumulates(op: Any) -> bool:
    if op.name == "stablehlo.dot_general":
        return terms(op) > 1
    if op.name == "stablehlo.convolution":
        return True
    inner = [each.name for inside in mlir.blocks(op) for each in mlir.operations(inside)]
    return op.name in ("stablehlo.reduce", "stablehlo.reduce_window") and "stablehlo.add" in inner


def _element_type(value: Any) -> str:
    return str(value.type.element_type)
