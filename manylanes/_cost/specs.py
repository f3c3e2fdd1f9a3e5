"""Array specifications as text: `f32[128, 64]`, symbolic `f32[m, 2*k]`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

_TYPES = {
    "f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16",
    "i64": "int64", "i32": "int32", "i16": "int16", "i8": "int8",
    "u64": "uint64", "u32": "uint32", "u16": "uint16", "u8": "uint8",
    "bool": "bool", "c64": "complex64", "c128": "complex128",
}  # fmt: skip
_SPEC = re.compile(r"\s*(\w+)\s*\[([^\[\]]*)\]\s*")
_ARITHMETIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
}


class SpecError(ValueError):
    """A specification that cannot be read, and what one looks like."""


def symbols(specs: Any) -> tuple[str, ...]:
    """The names of open sizes in a tree of specifications, in order of appearance."""
    names: dict[str, None] = {}
    for spec in jax.tree.leaves(specs):
        if isinstance(spec, str):
            for size in _parse(spec)[1]:
                found = [n.id for n in ast.walk(size) if isinstance(n, ast.Name)]
                names.update(dict.fromkeys(found))
    return tuple(names)


def refuse_cut(specs: Any) -> None:
    """Refuses arrays of a type that JAX, as it is set, would silently make narrower."""
    for spec in jax.tree.leaves(specs):
        if isinstance(spec, (jax.ShapeDtypeStruct, str)):
            dtype = _parse(spec)[0] if isinstance(spec, str) else spec.dtype
            narrow = None if jax.numpy.issubdtype(dtype, jax.dtypes.extended) else dtype
            if narrow is not None and (cut := jax.dtypes.canonicalize_dtype(dtype)) != dtype:
                raise SpecError(
                    f"JAX is set to 32 bits and would make {np.dtype(dtype).name} into {cut.name}: "
                    "give that, or turn 64 bits on (JAX_ENABLE_X64=1, or with "
                    "jax.enable_x64(True): ...)"
                )


def at(specs: Any, sizes: Mapping[str, int]) -> Any:
    """The tree with every text and every array replaced by a description at these sizes."""
    return jax.tree.map(lambda spec: _described(spec, sizes), specs)


def _described(spec: Any, sizes: Mapping[str, int]) -> Any:
    if isinstance(spec, str):
        return _struct(spec, sizes)
    if isinstance(spec, jax.Array):  # without its device: programs are lowered for the CPU
        weak = getattr(spec, "weak_type", False)  # a random key has none
        return jax.ShapeDtypeStruct(spec.shape, spec.dtype, weak_type=weak)
    return spec


def struct(shape: tuple[Any, ...], dtype: Any) -> Any:
    """An array's description: a `ShapeDtypeStruct`, or text if a size is open."""
    if all(isinstance(d, int) for d in shape):
        return jax.ShapeDtypeStruct(shape, dtype)
    word = next(w for w, name in _TYPES.items() if name == np.dtype(dtype).name)
    return f"{word}[{', '.join(str(d) for d in shape)}]"


def _struct(spec: str, sizes: Mapping[str, int]) -> jax.ShapeDtypeStruct:
    dtype, dimensions = _parse(spec)
    shape = tuple(_size(d, sizes, spec) for d in dimensions)
    if any(d < 0 for d in shape):
        raise SpecError(f"{spec!r} has a negative size at {dict(sizes)}")
    return jax.ShapeDtypeStruct(shape, dtype)


def _parse(spec: str) -> tuple[np.dtype[Any], list[ast.expr]]:
    found = _SPEC.fullmatch(spec)
    if not found or found[1] not in _TYPES:
        raise SpecError(
            f"cannot read {spec!r} as an array: write a type and sizes, such as "
            f'"f32[128, 64]" or "f32[m, k]"; types are {", ".join(_TYPES)}'
        )
    try:
        sizes = ast.parse(f"({found[2]},)" if found[2].strip() else "()", mode="eval").body
    except SyntaxError:
        raise SpecError(f"cannot read the sizes of {spec!r}: give numbers or names") from None
    assert isinstance(sizes, ast.Tuple)
    return np.dtype(_TYPES[found[1]]), list(sizes.elts)


def _size(node: ast.expr, sizes: Mapping[str, int], spec: str) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return sizes[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        left, right = _size(node.left, sizes, spec), _size(node.right, sizes, spec)
        return int(_ARITHMETIC[type(node.op)](left, right))
    raise SpecError(f"cannot read the size {ast.unparse(node)!r} in {spec!r}")
