"""Which programs StableHLO's own interpreter runs: those that are sooner run than compiled.

The interpreter is the specification's: every operation by itself, in the order that is written, so
that no width of vectors and no fusion changes the bits. It takes a microsecond for a number; the
compiler takes tens of milliseconds for a program, and most programs of a task handle a few hundred
numbers. What is listed here is all that it is given, since it ends the process where it meets what
it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.element_types import terms
from autograder.core.programs.mlir import ir, stablehlo

STEPS = 20_000  # numbers that a run makes, and terms that it adds up; some ten milliseconds
NUMBERS = r"f32|i1|u?i(8|16|32|64)"
NAMES = """
    abs add and atan2 bitcast_convert broadcast_in_dim case cbrt ceil clamp compare concatenate
    constant convert cosine count_leading_zeros divide dot_general dynamic_slice
    dynamic_update_slice exponential exponential_minus_one floor gather if iota is_finite log
    log_plus_one logistic maximum minimum multiply negate not or pad popcnt power reduce
    reduce_window remainder reshape return reverse round_nearest_afz round_nearest_even rsqrt select
    shift_left shift_right_arithmetic shift_right_logical sign sine slice sort sqrt subtract tan
    tanh transpose while xor
"""
KNOWN = {f"stablehlo.{name}" for name in NAMES.split()} | {"func.return"}
DIVISIONS = ("stablehlo.divide", "stablehlo.remainder")
INDEXED = [f"stablehlo.{name}" for name in ("dynamic_slice", "dynamic_update_slice", "gather")]


def is_small(block: Any, rounds: Mapping[int, int]) -> bool:
    """Whether to interpret a program; `rounds` are those of all its loops."""
    if not (_plain(block.arguments) and all(map(_known, mlir.walk(block)))):
        return False
    steps = 0
    for made in _made(block, 1, iter(range(len(rounds))), rounds):
        steps += made
        if steps > STEPS:
            return False
    return True


def _known(op: Any) -> bool:
    return op.name in KNOWN and _plain(op.results) and not _differs(op)


def _differs(op: Any) -> bool:
    """A form that ends the interpreter, or that it reads in another way than a compiler."""
    if op.name == "stablehlo.compare":  # it has no place for nan in an order
        return "TOTALORDER" in _written(op, "compare_type")
    if op.name == "stablehlo.sort":  # an inconsistent comparator may send it past its array
        return _written(op, "is_stable") != "true"
    if op.name == "stablehlo.dot_general":  # no sum of nothing
        return not all(map(_size, op.operands))
    if op.name == "stablehlo.power":  # of whole numbers: to the ends of their range, other ones
        return isinstance(_kind(op), ir.IntegerType)
    # It takes an index without a sign for one with a sign.
    return op.name in INDEXED and any(
        str(value.type.element_type).startswith("ui") for value in op.operands
    )


def _plain(values: Iterable[Any]) -> bool:
    return all(re.fullmatch(NUMBERS, str(value.type.element_type)) for value in values)


def _written(op: Any, name: str) -> str:
    return str(op.attributes[name]) if name in op.attributes else ""


def guard(module: Any) -> None:
    """Whole numbers over zero become what a compiled program makes of them, in place.

    The interpreter hands them to the processor, which ends the process.
    """
    with ir.Location.unknown():
        for function in mlir.functions(module).values():
            for op in list(mlir.walk(function.regions[0].blocks[0])):
                if op.name in DIVISIONS and isinstance(_kind(op), ir.IntegerType):
                    _guard(op)


def _guard(op: Any) -> None:
    number, divisor = op.operands
    with ir.InsertionPoint(op):
        zero, one, minus = (_filled(op.results[0].type, value) for value in (0, 1, -1))
        way = stablehlo.ComparisonDirectionAttr.get("EQ")
        is_zero = stablehlo.compare(divisor, zero, way)
        safe = stablehlo.select(is_zero, one, divisor)
        if op.name == "stablehlo.divide":
            made = stablehlo.select(is_zero, minus, stablehlo.divide(number, safe))
        else:
            made = stablehlo.select(is_zero, number, stablehlo.remainder(number, safe))
    op.results[0].replace_all_uses_with(made)
    op.erase()


def _filled(kind: Any, number: int) -> Any:
    value = ir.IntegerAttr.get(kind.element_type, number)
    return stablehlo.constant(ir.DenseElementsAttr.get_splat(kind, value))


def _kind(op: Any) -> Any:
    return op.results[0].type.element_type


def _made(block: Any, times: int, numbers: Iterator[int], rounds: Mapping[int, int]) -> Any:
    """How many numbers each operation makes; a loop's rounds are all told."""
    for op in mlir.operations(block):
        size = sum(map(_size, op.results))
        yield times * (1 + (size or len(op.operands)) * _terms(op) + _padded(op))
        inside = times
        if op.name == "stablehlo.while":
            inside += rounds[next(numbers)]
        elif op.name not in ("stablehlo.case", "stablehlo.if"):  # a function of single numbers
            inside *= (size + sum(map(_size, op.operands))) * _window(op)
        for inner in mlir.blocks(op):
            yield from _made(inner, inside, numbers, rounds)


def _size(value: Any) -> int:
    return prod(value.type.shape)


def _terms(op: Any) -> int:
    """How many products are added up for each number that is made; of all else, the number."""
    return 1 + terms(op) if op.name == "stablehlo.dot_general" else 1


def _padded(op: Any) -> int:
    """Numbers that are made around those of a window's operand, and at once."""
    if op.name != "stablehlo.reduce_window":
        return 0
    steps, sizes, gaps = (
        _whole(op, f"window_{name}") for name in ("strides", "dimensions", "dilations")
    )
    shape = op.results[0].type.shape
    parts = zip(shape, steps, sizes, gaps, strict=True)
    return prod(count * step + size * gap for count, step, size, gap in parts)


def _whole(op: Any, name: str) -> list[int]:
    """A number for each axis; ones, where none are written."""
    rank = len(op.results[0].type.shape)
    return mlir.whole_numbers(op.attributes[name]) if name in op.attributes else [1] * rank


def _window(op: Any) -> int:
    """How often each number is met."""
    if op.name == "stablehlo.reduce_window":
        return prod(mlir.whole_numbers(op.attributes["window_dimensions"]))
    return max(map(_size, op.operands)).bit_length() if op.name == "stablehlo.sort" else 1
