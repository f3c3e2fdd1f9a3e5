"""Arrays in words: `f32[2*n, m]`, and the arithmetic over names that a size may be.

No JAX here: `given` in a task file is read with the same words, by commands that start without it.
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
_HIGHEST = 1024  # Python would work on `9**9**9` for hours


def shown(given: Any) -> str:
    """What somebody gave, as an error shows it: long texts without their middle."""
    return _SHORT.repr(given)


def _power(base: Any, exponent: Any) -> Any:
    if abs(exponent) > _HIGHEST:
        raise OverflowError
    return base**exponent


_PARTS = (ast.BinOp, ast.UnaryOp, ast.USub, ast.Name, ast.Constant, ast.Load)
_ARITHMETIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: _power,
}


class SpecError(ValueError):
    """A specification that cannot be read, and what one looks like."""


@dataclass(frozen=True)
class Sum:
    """Arithmetic over names: `2*n - 1`."""

    text: str

    def __post_init__(self) -> None:
        for node in ast.walk(self._tree):
            number = not isinstance(node, ast.Constant) or type(node.value) in (int, float)
            if not number or not isinstance(node, (*_ARITHMETIC, *_PARTS)):
                raise SpecError(f"{shown(self.text)} is no size or range")

    @cached_property
    def _tree(self) -> ast.expr:
        try:
            return ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            raise SpecError(f"{shown(self.text)} is no size or range") from None

    @property
    def names(self) -> tuple[str, ...]:
        """The names it needs, in order of appearance."""
        found = [node for node in ast.walk(self._tree) if isinstance(node, ast.Name)]
        found.sort(key=lambda node: node.col_offset)
        return tuple(dict.fromkeys(node.id for node in found))

    @property
    def real(self) -> bool:
        """Written with a point: real numbers are meant."""
        return "." in self.text

    def value(self, names: Mapping[str, Any]) -> Any:
        """Its value once the names have theirs."""
        return _value(self._tree, names)


def array(spec: str) -> tuple[str, tuple[Sum, ...]]:
    """The type's word and the sizes of `f32[2*n, m]`."""
    found = _ARRAY.fullmatch(spec)
    if not found or found[1] not in TYPES:
        raise SpecError(
            f"cannot read {shown(spec)} as an array: write a type and sizes, such as "
            f'"f32[128, 64]" or "f32[m, k]"; types are {", ".join(TYPES)}'
        )
    try:
        sizes = tuple(Sum(part) for part in found[2].split(",") if part.strip())
        if any(size.real for size in sizes):
            raise SpecError("a size is a whole number")
    except SpecError as error:
        raise SpecError(
            f"cannot read {shown(spec)}: {error}. Give whole numbers or names"
        ) from None
    return found[1], sizes


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.BinOp):
        sides = _value(node.left, names), _value(node.right, names)
        return _ARITHMETIC[type(node.op)](*sides)
    if isinstance(node, ast.UnaryOp):
        return -_value(node.operand, names)
    if isinstance(node, ast.Constant):
        return node.value
    assert isinstance(node, ast.Name)
    return names[node.id]
