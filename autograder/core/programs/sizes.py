"""Limits on the size of a program, checked before it is compiled or run."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

MAX_OPERATIONS = 6_000
MAX_DEPTH = 24
MAX_CONSTANT_BYTES = 1 << 20
MAX_VALUE_BYTES = 256 << 20

TOO_MANY = (
    f"The program has more than {MAX_OPERATIONS:,} operations. It contains the body of a Python "
    "loop once for each iteration. Use `jax.lax.fori_loop`, `jax.lax.scan` or `jax.vmap`."
)
TOO_DEEP = "The loops and branches of the program are nested too deeply."
RECURSIVE = "The program calls itself, and such calls never end."
# The attribute that names the function, for each operation that calls one.
CALL_ATTRIBUTES = {"func.call": "callee", "stablehlo.composite": "decomposition"}


def check_expansion(module: Any) -> None:
    """Raise StudentError if a program calls itself or would be too large after inlining.

    Operations are counted without inlining. The limit is twice the limit in `check_sizes`, because
    equal operations such as constants are not merged yet.
    """
    functions = mlir.functions(module)
    counts: dict[str, int] = {}
    for name in functions:
        _count_operations(name, functions, counts, ())


def _count_operations(
    name: str, functions: Mapping[str, Any], counts: dict[str, int], above: tuple[str, ...]
) -> int:
    if name in above:
        raise StudentError("refused", RECURSIVE)
    if name not in counts:
        if len(above) > MAX_DEPTH * 4:
            raise StudentError("refused", TOO_DEEP)
        count = 0
        for op in mlir.walk(functions[name].regions[0].blocks[0]):
            count += 1
            if attribute := CALL_ATTRIBUTES.get(op.name):
                callee = ir.FlatSymbolRefAttr(op.attributes[attribute]).value
                count += _count_operations(callee, functions, counts, (*above, name))
            if count > 2 * MAX_OPERATIONS:
                raise StudentError("refused", TOO_MANY)
        counts[name] = count
    return counts[name]


def check_sizes(block: Any) -> None:
    """Raise StudentError for too many operations, deep nesting, or large constants or arrays."""
    count = constants = 0
    for op in mlir.walk(block):
        count += 1
        largest = max([value_bytes(value) for value in op.results], default=0)
        if op.name == "stablehlo.constant":
            is_single = mlir.is_splat(op)  # one element is stored if all are equal
            constants += _width(op.results[0].type.element_type) if is_single else largest
        if largest > MAX_VALUE_BYTES:
            shapes = ", ".join(str(v.type).removeprefix("tensor<").rstrip(">") for v in op.results)
            words = (
                f"An intermediate array ({op.name.rpartition('.')[2]}: {shapes}) would need more "
                f"than {MAX_VALUE_BYTES >> 20} MB. Process smaller blocks, or reorder the sums so "
                "that this array is never created."
            )
            raise StudentError("refused", words)
    if count > MAX_OPERATIONS:
        raise StudentError("refused", TOO_MANY)
    if constants > MAX_CONSTANT_BYTES:
        words = (
            f"The program contains {constants:,} bytes of constants; the limit is "
            f"{MAX_CONSTANT_BYTES:,}. Compute these values from the inputs."
        )
        raise StudentError("refused", words)
    _check_depth(block, 0)


def _check_depth(block: Any, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise StudentError("refused", TOO_DEEP)
    for op in mlir.operations(block):
        for inner in mlir.blocks(op):
            _check_depth(inner, depth + 1)


def value_bytes(value: Any) -> int:
    """Return the size of an array in bytes. Raise StudentError if the size is not static."""
    if not isinstance(value.type, ir.RankedTensorType) or not value.type.has_static_shape:
        raise StudentError("refused", mlir.STATIC)
    size: int = prod(value.type.shape)
    return size * _width(value.type.element_type)


def _width(kind: Any) -> int:
    if isinstance(kind, ir.ComplexType):
        return 2 * _width(kind.element_type)
    return max(1, int(kind.width) // 8) if hasattr(kind, "width") else 8
