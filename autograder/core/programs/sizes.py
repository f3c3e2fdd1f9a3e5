"""How large a program may be: bounds on what compiling and running it can take, before either."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

OPERATIONS = 6_000
DEPTH = 24
CONSTANT_BYTES = 1 << 20
VALUE_BYTES = 256 << 20

MANY = (
    f"The program has more than {OPERATIONS:,} operations. A Python loop writes its body once "
    "for every turn: use `jax.lax.fori_loop`, `jax.lax.scan` or `jax.vmap`."
)
DEEP = "The program's loops and branches stand too deep inside each other."
CIRCLE = "The program calls itself; a program's calls must end."


def check_expansion(module: Any) -> None:
    """How many operations there are once every call is inlined, without inlining any.

    Twice as many as in the end: what is alike, such as a constant, is not shared yet.
    """
    functions = mlir.functions(module)
    known: dict[str, int] = {}
    for name in functions:
        _expanded(name, functions, known, ())


def _expanded(
    name: str, functions: Mapping[str, Any], known: dict[str, int], above: tuple[str, ...]
) -> int:
    if name in above:
        raise StudentError("refused", CIRCLE)
    if name not in known:
        if len(above) > DEPTH * 4:
            raise StudentError("refused", DEEP)
        count = 0
        for op in mlir.walk(functions[name].regions[0].blocks[0]):
            count += 1
            if callee := _callee(op):
                count += _expanded(callee, functions, known, (*above, name))
            if count > 2 * OPERATIONS:
                raise StudentError("refused", MANY)
        known[name] = count
    return known[name]


def _callee(op: Any) -> str:
    for kind, attribute in (("func.call", "callee"), ("stablehlo.composite", "decomposition")):
        if op.name == kind:
            return str(ir.FlatSymbolRefAttr(op.attributes[attribute]).value)
    return ""


def check_sizes(block: Any) -> None:
    """Operations, nesting, constants, and every single array that is named."""
    count = constants = 0
    for op in mlir.walk(block):
        count += 1
        largest = max([value_bytes(value) for value in op.results], default=0)
        if op.name == "stablehlo.constant":
            constants += _written(op)
        if largest > VALUE_BYTES:
            raise StudentError("refused", _large(op))
    if count > OPERATIONS:
        raise StudentError("refused", MANY)
    if constants > CONSTANT_BYTES:
        words = (
            f"The program carries {constants:,} bytes of numbers that are written in it; "
            f"{CONSTANT_BYTES:,} is the most. Compute them from the inputs."
        )
        raise StudentError("refused", words)
    _check_depth(block, 0)


def _check_depth(block: Any, depth: int) -> None:
    if depth > DEPTH:
        raise StudentError("refused", DEEP)
    for op in mlir.operations(block):
        for inner in mlir.blocks(op):
            _check_depth(inner, depth + 1)


def _large(op: Any) -> str:
    name = op.name.rpartition(".")[2]
    shapes = ", ".join(str(v.type).removeprefix("tensor<").rstrip(">") for v in op.results)
    return (
        f"One array on the way ({name}: {shapes}) would take more than {VALUE_BYTES >> 20} MB. "
        "Work in smaller pieces, or order the sums so that it is never made."
    )


def value_bytes(value: Any) -> int:
    """The bytes of an array; refused if its size is not known."""
    if not isinstance(value.type, ir.RankedTensorType) or not value.type.has_static_shape:
        raise StudentError("refused", mlir.STATIC)
    size: int = prod(value.type.shape)
    return size * _width(value.type.element_type)


def _width(kind: Any) -> int:
    if isinstance(kind, ir.ComplexType):
        return 2 * _width(kind.element_type)
    return max(1, int(kind.width) // 8) if hasattr(kind, "width") else 8


def _written(op: Any) -> int:
    """The bytes that a constant takes in the program's text: one number, or all of them."""
    if mlir.is_splat(op):
        return _width(op.results[0].type.element_type)
    return value_bytes(op.results[0])
