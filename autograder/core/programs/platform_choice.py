"""Detect whether the platform index of an export affects what the program computes.

Where the lowering may depend on the platform, JAX exports a branch for each platform. Usually, the
branches are equal, and the program has one canonical form for all platforms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

Equivalent = Callable[[Any, Any], bool]


def is_platform_independent(index: Any) -> bool:
    """Return True if a platform index selects only between equal blocks."""
    return _is_irrelevant(index, _is_same_block)


def selects_only_jax_variants(index: Any) -> bool:
    """Return True if a platform index selects only between equivalent blocks that JAX generates.

    JAX has separate CPU and GPU versions of the bit mixing in `jax.random` and of cumulative sums.
    Both versions give the same results. Blocks that compute only with integers and return only ui32
    count as bit mixing; they are not compared.
    """
    return _is_irrelevant(index, _is_jax_variant)


def _is_irrelevant(index: Any, equivalent: Equivalent) -> bool:
    return all(_selects_equivalent(index, use.owner.operation, equivalent) for use in index.uses)


def _selects_equivalent(index: Any, op: Any, equivalent: Equivalent) -> bool:
    if op.name == "sdy.manual_computation":  # the block is the program of each device
        inside = mlir.blocks(op)[0].arguments
        pairs = zip(op.operands, inside, strict=True)
        return all(
            _is_irrelevant(inner, equivalent) for operand, inner in pairs if operand == index
        )
    # If 64-bit types are enabled, JAX converts the index to 64 bits.
    if op.name == "stablehlo.convert":
        return _is_irrelevant(op.results[0], equivalent)
    if op.name != "stablehlo.case":
        return False
    first, *others = mlir.blocks(op)
    if all(equivalent(first, other) for other in others):
        return True
    only_return = all(len(mlir.operations(block)) == 1 for block in (first, *others))
    return only_return and all(_is_irrelevant(result, equivalent) for result in op.results)


def _is_jax_variant(one: Any, other: Any) -> bool:
    return (
        _is_same_block(one, other)
        or (_mixes_bits(one) and _mixes_bits(other))
        or _is_cumsum_pair(one, other)
        or _is_cumsum_pair(other, one)
    )


def _is_cumsum_pair(scan: Any, window: Any) -> bool:
    """Return True for the GPU and CPU variants of `jnp.cumsum` in JAX 0.12 and later."""
    for block, name in (scan, "chlo.scan"), (window, "stablehlo.reduce_window"):
        if _names(block) != [name, "stablehlo.return"]:
            return False
    (scans, end), (sums, _) = map(_without_broadcasts, (scan, window))
    axis = scans.attributes["dimension"].value
    along = [size if at == axis else 1 for at, size in enumerate(sums.operands[0].type.shape)]
    before = [number for size in along for number in (size - 1, 0)]
    attributes = {name: sums.attributes[name] for name in mlir.attribute_names(sums)}
    padding = (
        list(ir.DenseIntElementsAttr(attributes["padding"]))
        if "padding" in attributes
        else [0] * len(before)
    )
    return (
        not scans.attributes["is_reverse"].value
        and list(map(_fill_value, scans.operands)) == list(map(_fill_value, sums.operands))
        and end.operands[0] == scans.results[0]
        and all(
            set(mlir.integers(number)) == {1}
            for name, number in attributes.items()
            if name not in ("padding", "window_dimensions")
        )
        and mlir.integers(attributes["window_dimensions"]) == along
        and padding == before
        and _is_addition(scans)
        and _is_addition(sums)
    )


def _without_broadcasts(block: Any) -> list[Any]:
    return [op for op in mlir.operations(block) if op.name != "stablehlo.broadcast_in_dim"]


def _names(block: Any) -> list[str]:
    return [op.name for op in _without_broadcasts(block)]


def _fill_value(value: Any) -> Any:
    """Return the number that fills a constant array, or any other value unchanged."""
    made = mlir.producer(value)
    if made and made.name == "stablehlo.broadcast_in_dim":
        return _fill_value(made.operands[0])
    if made and made.name == "stablehlo.constant" and mlir.is_splat(made):
        return str(ir.DenseElementsAttr(made.attributes["value"]).get_splat_value())
    return value


def _is_addition(op: Any) -> bool:
    """Return True if the reducer of an operation adds its two arguments."""
    body = mlir.blocks(op)[0]
    rows = mlir.operations(body)
    return _names(body) == ["stablehlo.add", "stablehlo.return"] and (
        set(rows[0].operands) == set(body.arguments)
        and set(rows[1].operands) == {rows[0].results[0]}
    )


def _mixes_bits(block: Any) -> bool:
    """Return True if a block returns only ui32 and computes only with integers."""
    results = [value for op in mlir.walk(block) for value in op.results]
    made = [getattr(value.type, "element_type", None) for value in results]  # a token has none
    types = [str(value.type.element_type) for value in mlir.operations(block)[-1].operands]
    return {*types} == {"ui32"} and all(isinstance(kind, ir.IntegerType) for kind in made)


def _is_same_block(one: Any, other: Any, pairs: dict[Any, Any] | None = None) -> bool:
    """Return True if two blocks have the same operations.

    `pairs` maps each value that is defined outside of `one` to the equal value for `other`.
    """
    pairs = {} if pairs is None else pairs
    rows = mlir.operations(one), mlir.operations(other)
    return (
        _record_pairs(list(one.arguments), list(other.arguments), pairs)
        and len(rows[0]) == len(rows[1])
        and all(_is_same_op(*pair, pairs) for pair in zip(*rows, strict=True))
    )


def _is_same_op(one: Any, other: Any, pairs: dict[Any, Any]) -> bool:
    return (
        one.name == other.name
        and [pairs.get(value, value) for value in one.operands] == list(other.operands)
        and _attributes(one) == _attributes(other)
        and len(mlir.blocks(one)) == len(mlir.blocks(other))
        and all(
            _is_same_block(*pair, pairs)
            for pair in zip(mlir.blocks(one), mlir.blocks(other), strict=True)
        )
        and _record_pairs(list(one.results), list(other.results), pairs)
    )


def _record_pairs(ones: list[Any], others: list[Any], pairs: dict[Any, Any]) -> bool:
    """Record the pairs of values in `pairs` and return True if their types are equal."""
    pairs.update(zip(ones, others, strict=False))
    return [value.type for value in ones] == [value.type for value in others]


def _attributes(op: Any) -> dict[str, Any]:
    return {name: op.attributes[name] for name in mlir.attribute_names(op)}
