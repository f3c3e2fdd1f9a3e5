"""Convert the attributes of an MLIR op to Python values; used by `mlir_module.py` only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from math import prod
from types import SimpleNamespace
from typing import Any

import numpy as np
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from manylanes._cost.read.fold import MAX_ELEMENTS

# Match at the start: a comment after the value may contain the same text.
_ONE_COMPLEX = re.compile(r"stablehlo\.constant dense<\(([^,()]+),([^,()]+)\)>")
_DIMENSIONS = {
    "dot_dimension_numbers": stablehlo.DotDimensionNumbers,
    "comparison_direction": stablehlo.ComparisonDirectionAttr,
    "fft_type": stablehlo.FftTypeAttr,
    "scatter_dimension_numbers": stablehlo.ScatterDimensionNumbers,
}
_DIMENSIONS_BY_OP = {
    "convolution": stablehlo.ConvDimensionNumbers,
    "dynamic_conv": stablehlo.ConvDimensionNumbers,
}

_FIELD_SUFFIXES = ("dimension", "dimensions", "_dims", "_dim")
_FIELDS = {
    kind: [name for name in dir(kind) if name.endswith(_FIELD_SUFFIXES)]
    for kind in (*_DIMENSIONS.values(), *_DIMENSIONS_BY_OP.values())
}


def attributes(op: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of an op's attributes; unknown types are converted to text.

    A constant has only a "value", a "digest" of its value, or both.
    """
    if name == "constant":
        yield from _constant_attributes(op)
        return
    for item in op.attributes:
        # Older bindings yield objects with a name and a value; newer bindings yield names.
        key = getattr(item, "name", item)
        attr = op.attributes[key]
        if key == "dimension_numbers" and name in _DIMENSIONS_BY_OP:
            yield key, _dimension_numbers(_DIMENSIONS_BY_OP[name](attr))
        elif key in _DIMENSIONS:
            yield key, _dimension_numbers(_DIMENSIONS[key](attr))
        else:
            value = _to_python(attr)
            yield key, str(attr) if value is None else value


def _constant_attributes(op: Any) -> Iterator[tuple[str, Any]]:
    """Yield the value of a splat or of a small integer array; otherwise, yield a digest.

    For a NaN, yield the value and a digest, since NumPy does not distinguish NaNs with different
    payloads.
    """
    kind = ir.RankedTensorType(op.results[0].type)
    if isinstance(kind.element_type, ir.ComplexType):  # the bindings cannot read complex constants
        text = str(op).partition(" = ")[2]
        match = _ONE_COMPLEX.match(text)
        if match:
            yield (
                "value",
                np.broadcast_to(
                    complex(_parse_float(match[1]), _parse_float(match[2])), kind.shape
                ),
            )
        if not match or "0x" in match[0]:
            yield "digest", sha256(text.encode()).digest()
        return
    attr = op.attributes["value"]
    is_small = getattr(attr, "is_splat", False) or prod(kind.shape) <= MAX_ELEMENTS
    value = _to_python(attr) if is_small else None
    if value is not None:
        yield "value", value
        if not np.isnan(value.reshape(-1)[:1]).any():  # a float value is always a splat
            return
    try:
        yield "digest", sha256(memoryview(attr).cast("B")).digest()  # does not copy the buffer
    except (BufferError, TypeError, ValueError):  # the element type has no buffer
        yield "digest", sha256(str(attr).encode()).digest()


def _parse_float(text: str) -> float:
    """Parse a float in decimal, or the hexadecimal bits of a NaN or an infinity."""
    if not text.startswith("0x"):
        return float(text)
    bit_type = f"u{len(text) // 2 - 1}"
    return float(np.array(int(text, 16), bit_type).view(bit_type.replace("u", "f")))


def _dimension_numbers(attr: Any) -> Any:
    if hasattr(attr, "value"):
        return attr.value
    return SimpleNamespace(**{name: getattr(attr, name) for name in _FIELDS[type(attr)]})


def _to_python(attr: Any) -> Any:
    """Convert an attribute to a number, a string, a tuple or an array.

    Return None for other types and for an array of floats that is no splat.
    """
    if isinstance(attr, (ir.DenseElementsAttr, ir.DenseIntElementsAttr, ir.DenseFPElementsAttr)):
        if attr.is_splat:
            splat = attr.get_splat_value()
            shape = ir.ShapedType(attr.type).shape
            return np.broadcast_to(splat.value, shape) if hasattr(splat, "value") else None
        return np.array(attr) if isinstance(attr, ir.DenseIntElementsAttr) else None
    if isinstance(attr, (ir.DenseI64ArrayAttr, ir.DenseBoolArrayAttr)):
        return tuple(attr)
    if isinstance(attr, (ir.IntegerAttr, ir.BoolAttr, ir.StringAttr, ir.FloatAttr)):
        return attr.value
    if isinstance(attr, ir.FlatSymbolRefAttr):
        return attr.value
    return None
