"""Decide which programs StableHLO's reference interpreter runs: those that would take longer to
compile.

The interpreter performs every operation separately, in the order of the text, so neither vector
widths nor fusion change the bits of a result. It takes a microsecond for an element, and the
compiler takes tens of milliseconds for a program. Most programs of tasks have a few hundred
elements. The interpreter ends the process if it does not support an operation, so it gets only the
operations and types that are listed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.element_types import terms
from autograder.core.programs.mlir import ir, stablehlo

MAX_STEPS = 20_000  # elements produced and terms added in a run; about ten milliseconds
ELEMENT_TYPES = r"f32|i1|u?i(8|16|32|64)"
NAMES = """
    abs add and atan2 bitcast_convert broadcast_in_dim case cbrt ceil clamp compare concatenate
    constant convert cosine count_leading_zeros divide dot_general dynamic_slice
    dynamic_update_slice exponential exponential_minus_one floor gather if iota is_finite log
    log_plus_one logistic maximum minimum multiply negate not or pad popcnt power reduce
    reduce_window remainder reshape return reverse round_nearest_afz round_nearest_even rsqrt select
    shift_left shift_right_arithmetic shift_right_logical sign sine slice sort sqrt subtract tan
    tanh transpose while xor
"""
SUPPORTED = {f"stablehlo.{name}" for name in NAMES.split()} | {"func.return"}
DIVISIONS = ("stablehlo.divide", "stablehlo.remainder")
INDEXED = [f"stablehlo.{name}" for name in ("dynamic_slice", "dynamic_update_slice", "gather")]


def is_small(block: Any, rounds: Mapping[int, int]) -> bool:
    """Return True if a program should be interpreted. `rounds` has the trip counts of all loops."""
    if not (_has_supported_types(block.arguments) and all(map(_is_supported, mlir.walk(block)))):
        return False
    steps = 0
    for elements in _element_counts(block, 1, iter(range(len(rounds))), rounds):
        steps += elements
        if steps > MAX_STEPS:
            return False
    return True


def _is_supported(op: Any) -> bool:
    return op.name in SUPPORTED and _has_supported_types(op.results) and not _is_unsafe(op)


def _is_unsafe(op: Any) -> bool:
    """Return True for a form that ends the interpreter, or that a compiler treats differently."""
    if op.name == "stablehlo.compare":  # a total order with NaN is not supported
        return "TOTALORDER" in _attribute_text(op, "compare_type")
    if op.name == "stablehlo.sort":  # an inconsistent comparator may read out of bounds
        return _attribute_text(op, "is_stable") != "true"
    if op.name == "stablehlo.dot_general":  # an empty sum is not supported
        return not all(map(_size, op.operands))
    if op.name == "stablehlo.power":  # integer powers differ at the limits of the range
        return isinstance(_element_type(op), ir.IntegerType)
    # It treats an unsigned index as a signed one.
    return op.name in INDEXED and any(
        str(value.type.element_type).startswith("ui") for value in op.operands
    )


def _has_supported_types(values: Iterable[Any]) -> bool:
    return all(re.fullmatch(ELEMENT_TYPES, str(value.type.element_type)) for value in values)


def _attribute_text(op: Any, name: str) -> str:
    return str(op.attributes[name]) if name in op.attributes else ""


def guard(module: Any) -> None:
    """Give integer divisions by zero the results of a compiled program, in place.

    The interpreter would execute them on the processor, which ends the process.
    """
    with ir.Location.unknown():
        for function in mlir.functions(module).values():
            for op in list(mlir.walk(function.regions[0].blocks[0])):
                if op.name in DIVISIONS and isinstance(_element_type(op), ir.IntegerType):
                    _guard_division(op)


def _guard_division(op: Any) -> None:
    number, divisor = op.operands
    with ir.InsertionPoint(op):
        zero, one, minus = (_splat_constant(op.results[0].type, value) for value in (0, 1, -1))
        equal = stablehlo.ComparisonDirectionAttr.get("EQ")
        is_zero = stablehlo.compare(divisor, zero, equal)
        safe = stablehlo.select(is_zero, one, divisor)
        if op.name == "stablehlo.divide":
            result = stablehlo.select(is_zero, minus, stablehlo.divide(number, safe))
        else:
            result = stablehlo.select(is_zero, number, stablehlo.remainder(number, safe))
    op.results[0].replace_all_uses_with(result)
    op.erase()


def _splat_constant(kind: Any, number: int) -> Any:
    value = ir.IntegerAttr.get(kind.element_type, number)
    return stablehlo.constant(ir.DenseElementsAttr.get_splat(kind, value))


def _element_type(op: Any) -> Any:
    return op.results[0].type.element_type


def _element_counts(
    block: Any, times: int, numbers: Iterator[int], rounds: Mapping[int, int]
) -> Any:
    """Yield the number of elements that each operation produces, in all iterations of its loops."""
    for op in mlir.operations(block):
        size = sum(map(_size, op.results))
        yield times * (1 + (size or len(op.operands)) * _terms(op) + _padding(op))
        inside = times
        if op.name == "stablehlo.while":
            inside += rounds[next(numbers)]
        elif op.name not in ("stablehlo.case", "stablehlo.if"):  # a function of scalars
            inside *= (size + sum(map(_size, op.operands))) * _visits(op)
        for inner in mlir.blocks(op):
            yield from _element_counts(inner, inside, numbers, rounds)


def _size(value: Any) -> int:
    return prod(value.type.shape)


def _terms(op: Any) -> int:
    """Return one plus the number of products per element of a `dot_general`; otherwise 1."""
    return 1 + terms(op) if op.name == "stablehlo.dot_general" else 1


def _padding(op: Any) -> int:
    """Return the number of elements that a `reduce_window` adds as padding; otherwise 0."""
    if op.name != "stablehlo.reduce_window":
        return 0
    steps, sizes, gaps = (
        _window_attribute(op, f"window_{name}") for name in ("strides", "dimensions", "dilations")
    )
    shape = op.results[0].type.shape
    parts = zip(shape, steps, sizes, gaps, strict=True)
    return prod(count * step + size * gap for count, step, size, gap in parts)


def _window_attribute(op: Any, name: str) -> list[int]:
    """Return one integer for each axis; ones if the attribute is missing."""
    rank = len(op.results[0].type.shape)
    return mlir.integers(op.attributes[name]) if name in op.attributes else [1] * rank


def _visits(op: Any) -> int:
    """Return the number of times that an operation visits each element."""
    if op.name == "stablehlo.reduce_window":
        return prod(mlir.integers(op.attributes["window_dimensions"]))
    return max(map(_size, op.operands)).bit_length() if op.name == "stablehlo.sort" else 1
