"""Trace values through views and aliases back to the arrays whose elements they read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from manylanes._cost.price.table import group_of
from manylanes._cost.read.fold import literal
from manylanes._cost.read.program import Op, Value

# Positions of the operands that contain addresses. All other operands contain data.
_ADDRESS_POSITIONS: dict[str, Callable[[Op], Iterable[int]]] = {
    "dynamic_slice": lambda op: range(1, len(op.operands)),
    "gather": lambda op: (1,),
    "dynamic_update_slice": lambda op: range(2, len(op.operands)),
    "scatter": lambda op: (len(op.operands) // 2,),
}


def address_positions(op: Op) -> frozenset[int]:
    """Return the positions of the operands that contain addresses."""
    positions = _ADDRESS_POSITIONS.get(op.name)
    return frozenset(positions(op)) if positions else frozenset()


def underlying_array(value: Value) -> Value:
    """Return the array that a chain of views reads."""
    *_, array = underlying_values(value)
    return array


def underlying_values(value: Value) -> Iterator[Value]:
    """Yield the addresses at which a chain of views reads an array, and then the array."""
    while (op := value.producer) is not None and (group := group_or_alias(op)) in (
        "view",
        "alias",
    ):
        yield from (strip_aliases(op.operands[position]) for position in address_positions(op))
        value = op.operands[op.results.index(value) if group == "alias" else 0]
    yield value


def contiguous_array(value: Value) -> Value:
    """Return the array in memory from which an unfused op reads `value`.

    A view is followed back to its array, unless the view is a broadcast that repeats elements.
    """
    while (op := value.producer) is not None and (group := group_or_alias(op)) in (
        "view",
        "alias",
    ):
        operand = op.operands[op.results.index(value) if group == "alias" else 0]
        if op.name == "broadcast_in_dim" and value.size > operand.size:
            return value
        value = operand
    return value


def strip_aliases(value: Value) -> Value:
    """Follow reshapes and other aliases back to the array that has the same elements in order."""
    while value.producer is not None and group_or_alias(value.producer) == "alias":
        value = value.producer.operands[value.producer.results.index(value)]
    return value


def is_alias(op: Op) -> bool:
    """Return True if the result of `op` shares its operand's buffer, so that no bytes move."""
    if op.name in ("reshape", "optimization_barrier", "sdy.sharding_constraint", "unshard"):
        return True
    if op.name == "custom_call":
        return op.attrs.get("call_target_name") in ("Sharding", "annotate_device_placement")
    if op.name == "convert":
        return op.operands[0].dtype == op.results[0].dtype
    if op.name == "broadcast_in_dim":
        return op.operands[0].size == op.results[0].size and literal(op.operands[0]) is None
    return False


def group_or_alias(op: Op) -> str | None:
    """Return the group of an op in the cost table, or "alias" if `is_alias` holds."""
    return "alias" if is_alias(op) else group_of(op.name)
