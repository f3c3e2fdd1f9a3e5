"""What devices send one another: each collective as ordinary operations on the values of all.

A value of eight devices is a list of eight values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir

Row = list[Any]  # one value for each device
REDUCERS = ("add", "maximum", "minimum", "multiply", "and", "or")
REDUCER = "Devices can add, multiply, or take the largest or smallest; nothing else is combined."


def partition(op: Any, row: Row) -> Row:
    """The number of the device."""
    return [_whole(op.results[0].type, device) for device in range(len(row))]


def permute(op: Any, row: Row) -> Row:
    """Each receives from one; who receives from nobody has zeros."""
    came = {int(to): row[int(source)] for source, to in _table(op, "source_target_pairs")}
    return [came.get(device) or _whole(value.type, 0) for device, value in enumerate(row)]


def all_reduce(op: Any, row: Row) -> Row:
    """Everybody has the sum."""
    return _by_group(op, row, lambda group: [_folded(op, group)] * len(group))


def all_gather(op: Any, row: Row) -> Row:
    """Everybody has the parts of all."""
    dim = _number(op, "all_gather_dim")
    return _by_group(op, row, lambda group: [joined(group, dim)] * len(group))


def reduce_scatter(op: Any, row: Row) -> Row:
    """Each has its part of the sum."""
    dim = _number(op, "scatter_dimension")
    return _by_group(op, row, lambda group: split(_folded(op, group), dim, len(group)))


def all_to_all(op: Any, row: Row) -> Row:
    """Each sends a part to everybody."""
    cut, join = _number(op, "split_dimension"), _number(op, "concat_dimension")

    def sent(group: Row) -> Row:
        parts = [split(value, cut, len(group)) for value in group]
        return [joined([part[to] for part in parts], join) for to in range(len(group))]

    return _by_group(op, row, sent)


COLLECTIVES: dict[str, Callable[[Any, Row], Row]] = {
    "stablehlo.partition_id": partition,
    "stablehlo.collective_permute": permute,
    "stablehlo.all_reduce": all_reduce,
    "stablehlo.all_gather": all_gather,
    "stablehlo.reduce_scatter": reduce_scatter,
    "stablehlo.all_to_all": all_to_all,
}


def split(value: Any, dim: int, parts: int) -> Row:
    """Equal parts along a dimension."""
    shape = list(value.type.shape)
    size, ones = shape[dim] // parts, [1] * len(shape)
    rows = []
    for part in range(parts):
        low, high = [0] * len(shape), list(shape)
        low[dim], high[dim] = part * size, (part + 1) * size
        rows.append(stablehlo.slice(value, *map(_list, (low, high, ones))))
    return rows


def joined(values: Row, dim: int) -> Any:
    """One after another along a dimension."""
    return stablehlo.concatenate(values, dim) if len(values) > 1 else values[0]


def _by_group(op: Any, row: Row, rule: Callable[[Row], Row]) -> Row:
    found: Row = list(row)
    for group in _table(op, "replica_groups").tolist():
        for device, value in zip(group, rule([row[device] for device in group]), strict=True):
            found[device] = value
    return found


def _folded(op: Any, values: Row) -> Any:
    """All combined, in the order of the devices."""
    block = op.regions[0].blocks[0]
    inner = mlir.operations(block)
    name = inner[0].name.removeprefix("stablehlo.")
    if len(inner) != 2 or name not in REDUCERS or list(inner[0].operands) != list(block.arguments):
        raise StudentError("refused", REDUCER)
    total, *rest = values
    for value in rest:
        made = ir.Operation.create(
            inner[0].name, results=[total.type], operands=[total, value], attributes={}
        )
        total = made.results[0]
    return total


def _whole(kind: Any, number: int) -> Any:
    zero = kind.element_type
    attribute = (
        ir.IntegerAttr.get(zero, number)
        if isinstance(zero, ir.IntegerType)
        else ir.FloatAttr.get(zero, number)
    )
    return stablehlo.constant(ir.DenseElementsAttr.get_splat(kind, attribute))


def _table(op: Any, name: str) -> Any:
    return np.array(ir.DenseIntElementsAttr(op.attributes[name]))


def _number(op: Any, name: str) -> int:
    return int(ir.IntegerAttr(op.attributes[name]).value)


def _list(numbers: Sequence[int]) -> Any:
    return ir.DenseI64ArrayAttr.get(list(numbers))
