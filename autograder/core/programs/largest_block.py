"""Find the largest array with which any operation computes. Tiling keeps this array small.

The measure `largest` includes every array, even an array that a tiled loop only carries. The
measure `block` includes only the operands and results of operations that compute. This measure
therefore shows whether a program works in blocks.
"""

from __future__ import annotations

from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.sizes import value_bytes

# Operations that move, create or return elements or control the flow, but compute nothing.
MOVES = """
    broadcast_in_dim case concatenate constant dynamic_slice dynamic_update_slice gather if iota
    optimization_barrier pad reshape return reverse slice transpose while
"""
NAMES = {f"stablehlo.{name}" for name in MOVES.split()} | {"func.return"}


def largest_block(block: Any) -> int:
    """Return the size in bytes of the largest operand or result of a computing operation, or 0."""
    largest = 0
    for op in mlir.walk(block):
        # A select with a scalar condition returns one of two whole arrays.
        if op.name in NAMES or (op.name == "stablehlo.select" and not op.operands[0].type.shape):
            continue
        arrays = [*op.operands, *op.results]
        if op.name == "stablehlo.scatter":  # only its indices and updates
            arrays = list(op.operands)[len(op.results) :]
        largest = max([largest, *map(value_bytes, arrays)])
    return largest
