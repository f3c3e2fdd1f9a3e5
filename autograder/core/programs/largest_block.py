"""The largest piece that a program works on at once: what a tiled loop keeps small.

`largest` counts every array that is made, and a loop that goes through blocks carries the whole
arrays all the way. What tells blocks from no blocks is what the arithmetic is done on.
"""

from __future__ import annotations

from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.sizes import value_bytes

# They bring entries to another place, or hand them on; nothing is computed from them.
MOVES = """
    broadcast_in_dim case concatenate constant dynamic_slice dynamic_update_slice gather if iota
    optimization_barrier pad reshape return reverse slice transpose while
"""
NAMES = {f"stablehlo.{name}" for name in MOVES.split()} | {"func.return"}


def largest_piece(block: Any) -> int:
    """The bytes of the largest array that an operation reads or makes and computes with."""
    worked = [op for op in mlir.walk(block) if op.name not in NAMES and not _picks(op)]
    return max((value_bytes(value) for op in worked for value in _read(op)), default=0)


def _read(op: Any) -> list[Any]:
    """What an operation computes with; of an array that is updated in places, the updates."""
    if op.name == "stablehlo.scatter":
        return list(op.operands)[len(op.results) :]
    return [*op.operands, *op.results]


def _picks(op: Any) -> bool:
    """A choice between two whole arrays, by one truth value."""
    return op.name == "stablehlo.select" and not op.operands[0].type.shape
