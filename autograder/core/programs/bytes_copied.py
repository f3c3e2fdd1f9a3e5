"""Count the bytes that a program copies. The effort limit in `run.py` includes these bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.sizes import value_bytes

SCATTERED = 8  # cost factor of a scatter, which writes single elements instead of rows
_WHOLE = "concatenate dynamic_slice gather pad reverse slice transpose"
_WRITES_ALL = {f"stablehlo.{name}" for name in _WHOLE.split()}
_WRITES_SOME = {"stablehlo.dynamic_update_slice", "stablehlo.scatter"}

CopiedBytes = Counter[int | None]


def copied_bytes(block: Any) -> CopiedBytes:
    """Return the bytes that each loop copies per iteration, without those of its inner loops.

    The key None is for all other code.
    """
    total: CopiedBytes = Counter()
    _add(block, None, count(), total)
    return total


def _add(block: Any, loop: int | None, numbers: Iterator[int], total: CopiedBytes) -> None:
    for op in mlir.operations(block):
        total[loop] += _bytes(op)
        within = next(numbers) if op.name == "stablehlo.while" else loop
        for inner in mlir.blocks(op):
            _add(inner, within, numbers, total)


def _bytes(op: Any) -> int:
    if op.name in _WRITES_ALL:
        return sum(map(value_bytes, op.results))
    if op.name not in _WRITES_SOME:
        return 0
    arrays = list(op.operands)[: len(op.results)]
    if op.name == "stablehlo.scatter":
        new = SCATTERED * sum(map(value_bytes, list(op.operands)[len(op.results) + 1 :]))
    else:
        new = value_bytes(op.operands[1])
    # An array that other operations also use must be copied before an update.
    return new + sum(value_bytes(array) for array in arrays if len(list(array.uses)) > 1)
