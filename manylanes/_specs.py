"""Array specifications such as `f32[2*n, m]`, whose sizes are arithmetic expressions.

This module does not import JAX, which is slow to import. Commands that only read task files use
this module.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from reprlib import Repr
from typing import Any

TYPES = {
    "f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16",
    "f8e4m3fn": "float8_e4m3fn", "f8e5m2": "float8_e5m2", "f4e2m1fn": "float4_e2m1fn",
    "i64": "int64", "i32": "int32", "i16": "int16", "i8": "int8", "i4": "int4", "i2": "int2",
    "u64": "uint64", "u32": "uint32", "u16": "uint16", "u8": "uint8", "u4": "uint4", "u2": "uint2",
    "bool": "bool", "c64": "complex64", "c128": "complex128",
}  # fmt: skip
_ARRAY = re.compile(r"\s*(\w+)\s*\[([^\[\]]*)\]\s*")
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 200
_MAX_EXPONENT = 1024  # evaluating `9**9**9` would take hours


def shorten(value: Any) -> str:
    """Return the repr of a value for an error message, without the middle of a long repr."""
    return _SHORT.repr(value)


def _power(base: Any, exponent: Any) -> Any:
    if abs(exponent) > _MAX_EXPONENT:
        raise OverflowError
    return base**exponent


_ALLOWED_NODES = (ast.BinOp, ast.UnaryOp, ast.USub, ast.Name, ast.Constant, ast.Load)
_ARITHMETIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: _power,
}


class SpecError(ValueError):
    """An array specification cannot be read."""


@dataclass(frozen=True)
class Expression:
    """An arithmetic expression over names: `2*n - 1`; raises SpecError for other text."""

    text: str

    def __post_init__(self) -> None:
        for node in ast.walk(self._tree):
            numeric = not isinstance(node, ast.Constant) or type(node.value) in (int, float)
            if not numeric or not isinstance(node, (*_ARITHMETIC, *_ALLOWED_NODES)):
                raise SpecError(f"{shorten(self.text)} is not a size or range")

    @cached_property
    def _tree(self) -> ast.expr:
        try:
            return ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            raise SpecError(f"{shorten(self.text)} is not a size or range") from None

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the expression without repetition, in order of appearance."""
        names = [node for node in ast.walk(self._tree) if isinstance(node, ast.Name)]
        names.sort(key=lambda node: node.col_offset)
        return tuple(dict.fromkeys(node.id for node in names))

    @property
    def is_real(self) -> bool:
        """True if the text contains a decimal point; the values are then real numbers."""
        return "." in self.text

    def evaluate(self, names: Mapping[str, Any]) -> Any:
        """Return the value of the expression for the given values of its names.

        Raise KeyError for a missing name, ZeroDivisionError for a division by zero, and
        OverflowError for an exponent beyond 1024.
        """
        return _evaluate(self._tree, names)


def parse_array(spec: str) -> tuple[str, tuple[Expression, ...]]:
    """Return the short type name and the sizes of `f32[2*n, m]`; raise SpecError for other text."""
    match = _ARRAY.fullmatch(spec)
    if not match or match[1] not in TYPES:
        raise SpecError(
            f"cannot read {shorten(spec)} as an array: write a type and sizes, such as "
            f'"f32[128, 64]" or "f32[m, k]"; types are {", ".join(TYPES)}'
        )
    try:
        sizes = tuple(Expression(part) for part in match[2].split(",") if part.strip())
        if any(size.is_real for size in sizes):
            raise SpecError("a size is a whole number")
    except SpecError as error:
        raise SpecError(
            f"cannot read {shorten(spec)}: {error}. Give whole numbers or names"
        ) from None
    return match[1], sizes


def _evaluate(node: ast.expr, names: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.BinOp):
        sides = _evaluate(node.left, names), _evaluate(node.right, names)
        return _ARITHMETIC[type(node.op)](*sides)
    if isinstance(node, ast.UnaryOp):
        return -_evaluate(node.operand, names)
    if isinstance(node, ast.Constant):
        return node.value
    assert isinstance(node, ast.Name)
    return names[node.id]
