"""The types of the numbers that a program computes with, in MLIR's words: f32, i1, ...

Whole numbers of few bits are no such numbers where they are bits or masks: made of truths or
handed in, put together bit by bit, moved, and asked how they compare.
"""

from __future__ import annotations

import re
from math import prod
from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.bits import bits
from autograder.core.programs.mlir import stablehlo

FEW = re.compile(r"u?i(2|4|8|16)")
_BITS = """
    and bitcast_convert broadcast_in_dim case compare concatenate constant dynamic_slice
    dynamic_update_slice gather if iota not optimization_barrier or pad popcnt reshape return
    reverse select shift_left shift_right_arithmetic shift_right_logical slice transpose while xor
"""
BITS = {f"stablehlo.{name}" for name in _BITS.split()} | {"func.return"}


def element_types(block: Any) -> frozenset[str]:
    """Return the types of all inputs and of all values that the program computes.

    Types of 64 bits are left out where no input has a part in the values: `jax.random` counts in
    them, and a count that depends on no data holds no packed data.
    """
    found = {_kind(argument) for argument in block.arguments}
    for op in mlir.walk(block):
        made = set(map(_kind, op.results))
        if op.name in BITS or (op.name == "stablehlo.convert" and _kind(op.operands[0]) == "i1"):
            made = {kind for kind in made if not FEW.fullmatch(kind)}
        found |= made
    wide = {kind for kind in found if bits(kind) > 32}
    return frozenset(found - wide | wide & _types_from_inputs(block) if wide else found)


def _types_from_inputs(block: Any) -> set[str]:
    """The types of the values that an input has a part in, inside loops and branches as well."""
    known = set(block.arguments)

    def visit(block: Any) -> None:
        for op in mlir.operations(block):
            inner = mlir.blocks(op)
            readers = [op, *(each for inside in inner for each in mlir.walk(inside))]
            if any(value in known for reader in readers for value in reader.operands):
                known.update(op.results, *(inside.arguments for inside in inner))
            for inside in inner:
                visit(inside)

    visit(block)
    return set(map(_kind, known))


def sum_types(block: Any) -> frozenset[str]:
    """Of all products and sums: what their terms are added up in, which is what they give.

    A product in few bits may be summed in more by one machine and not by another, and is rounded
    before anything can be done with it. Of one term each, as where scales meet, nothing is lost.
    """
    sums = filter(_adds, mlir.walk(block))
    return frozenset(_kind(made) for op in sums for made in op.results)


def terms(op: Any) -> int:
    """How many products a `dot_general` adds up for each number that it makes."""
    dims = stablehlo.DotDimensionNumbers(op.attributes["dot_dimension_numbers"])
    shape = op.operands[0].type.shape
    return prod(shape[axis] for axis in dims.lhs_contracting_dimensions)


def _adds(op: Any) -> bool:
    if op.name == "stablehlo.dot_general":
        return terms(op) > 1
    if op.name == "stablehlo.convolution":
        return True
    inner = [each.name for inside in mlir.blocks(op) for each in mlir.operations(inside)]
    return op.name in ("stablehlo.reduce", "stablehlo.reduce_window") and "stablehlo.add" in inner


def _kind(value: Any) -> str:
    return str(value.type.element_type)
