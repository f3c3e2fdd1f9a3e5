"""Replace collectives with ordinary operations on the values of all devices.

A `Row` is a list that contains the value of an array on each device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir, stablehlo

Row = list[Any]  # one value for each device
REDUCERS = ("add", "maximum", "minimum", "multiply", "and", "or")
NOT_REDUCIBLE = (
    "Collectives can compute sums, products, maxima and minima. Other functions are not supported."
)


def partition_id(op: Any, row: Row) -> Row:
    """Return the index of each device."""
    return [_constant(op.results[0].type, device) for device in range(len(row))]


def collective_permute(op: Any, row: Row) -> Row:
    """Send values between devices. A device that receives nothing gets zeros."""
    received = {
        int(to): row[int(source)] for source, to in _integer_array(op, "source_target_pairs")
    }
    return [received.get(device) or _constant(value.type, 0) for device, value in enumerate(row)]


def all_reduce(op: Any, row: Row) -> Row:
    """Give every device the reduced value of its group."""
    return _by_group(op, row, lambda group: [_reduce(op, group)] * len(group))


def all_gather(op: Any, row: Row) -> Row:
    """Give every device the concatenated values of its group."""
    dim = _integer(op, "all_gather_dim")
    return _by_group(op, row, lambda group: [concatenate(group, dim)] * len(group))


def reduce_scatter(op: Any, row: Row) -> Row:
    """Give every device its part of the reduced value of its group."""
    dim = _integer(op, "scatter_dimension")
    return _by_group(op, row, lambda group: split_along(_reduce(op, group), dim, len(group)))


def all_to_all(op: Any, row: Row) -> Row:
    """Send one part of each device's value to each device of its group."""
    cut, join = _integer(op, "split_dimension"), _integer(op, "concat_dimension")

    def exchange(group: Row) -> Row:
        parts = [split_along(value, cut, len(group)) for value in group]
        return [concatenate([part[to] for part in parts], join) for to in range(len(group))]

    return _by_group(op, row, exchange)


COLLECTIVES: dict[str, Callable[[Any, Row], Row]] = {
    "stablehlo.partition_id": partition_id,
    "stablehlo.collective_permute": collective_permute,
    "stablehlo.all_reduce": all_reduce,
    "stablehlo.all_gather": all_gather,
    "stablehlo.reduce_scatter": reduce_scatter,
    "stablehlo.all_to_all": all_to_all,
}


def split_along(value: Any, dim: int, parts: int) -> Row:
    """Split a value into equal parts along a dimension."""
    shape = list(value.type.shape)
    size, ones = shape[dim] // parts, [1] * len(shape)
    rows = []
    for part in range(parts):
        low, high = [0] * len(shape), list(shape)
        low[dim], high[dim] = part * size, (part + 1) * size
        rows.append(stablehlo.slice(value, *map(ir.DenseI64ArrayAttr.get, (low, high, ones))))
    return rows


def concatenate(values: Row, dim: int) -> Any:
    """Concatenate values along a dimension."""
    return stablehlo.concatenate(values, dim) if len(values) > 1 else values[0]


def _by_group(op: Any, row: Row, rule: Callable[[Row], Row]) -> Row:
    result: Row = list(row)
    for group in _integer_array(op, "replica_groups").tolist():
        for device, value in zip(group, rule([row[device] for device in group]), strict=True):
            result[device] = value
    return result


def _reduce(op: Any, values: Row) -> Any:
    """Reduce the values of a group in its order. Raise StudentError for an unsupported function."""
    block = op.regions[0].blocks[0]
    inner = mlir.operations(block)
    name = inner[0].name.removeprefix("stablehlo.")
    if len(inner) != 2 or name not in REDUCERS or list(inner[0].operands) != list(block.arguments):
        raise StudentError("refused", NOT_REDUCIBLE)
    total, *rest = values
    for value in rest:
        made = ir.Operation.create(
            inner[0].name, results=[total.type], operands=[total, value], attributes={}
        )
        total = made.results[0]
    return total


def _constant(kind: Any, number: int) -> Any:
    element = kind.element_type
    attribute = (
        ir.IntegerAttr.get(element, number)
        if isinstance(element, ir.IntegerType)
        else ir.FloatAttr.get(element, number)
    )
    return stablehlo.constant(ir.DenseElementsAttr.get_splat(kind, attribute))


def _integer_array(op: Any, name: str) -> Any:
    return np.array(ir.DenseIntElementsAttr(op.attributes[name]))


def _integer(op: Any, name: str) -> int:
    return int(ir.IntegerAttr(op.attributes[name]).value)
