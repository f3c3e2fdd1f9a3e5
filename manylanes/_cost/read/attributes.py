"""What is written beside an op, as numbers and words; for `stablehlo.py` alone."""

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

from manylanes._cost.read.fold import LARGEST

# Where a value stands: a note beside it may hold the same words.
_ONE_COMPLEX = re.compile(r"stablehlo\.constant dense<\(([^,()]+),([^,()]+)\)>")
_DIMENSIONS = {
    "dot_dimension_numbers": stablehlo.DotDimensionNumbers,
    "comparison_direction": stablehlo.ComparisonDirectionAttr,
    "fft_type": stablehlo.FftTypeAttr,
    "scatter_dimension_numbers": stablehlo.ScatterDimensionNumbers,
}
_BY_OP = {
    "convolution": stablehlo.ConvDimensionNumbers,
    "dynamic_conv": stablehlo.ConvDimensionNumbers,
}

_ENDS = ("dimension", "dimensions", "_dims", "_dim")
_FIELDS = {
    kind: [name for name in dir(kind) if name.endswith(_ENDS)]
    for kind in (*_DIMENSIONS.values(), *_BY_OP.values())
}


def attributes(op: Any, name: str) -> Iterator[tuple[str, Any]]:
    if name == "constant":
        yield from _written(op)
        return
    for item in op.attributes:
        key = getattr(item, "name", item)  # older bindings give the pair, newer the name
        attr = op.attributes[key]
        if key == "dimension_numbers" and name in _BY_OP:
            yield key, _numbers(_BY_OP[name](attr))
        elif key in _DIMENSIONS:
            yield key, _numbers(_DIMENSIONS[key](attr))
        else:
            value = _plain(attr)
            yield key, str(attr) if value is None else value


def _written(op: Any) -> Iterator[tuple[str, Any]]:
    """The value of a constant; of numbers that no count needs, what tells them from others.

    Both of a nan: NumPy makes one of two that differ in a bit.
    """
    kind = ir.RankedTensorType(op.results[0].type)
    if isinstance(kind.element_type, ir.ComplexType):  # the bindings cannot read it
        text = str(op).partition(" = ")[2]
        one = _ONE_COMPLEX.match(text)
        if one:
            yield "value", np.broadcast_to(complex(_part(one[1]), _part(one[2])), kind.shape)
        if not one or "0x" in one[0]:
            yield "written", sha256(text.encode()).digest()
        return
    attr = op.attributes["value"]
    few = getattr(attr, "is_splat", False) or prod(kind.shape) <= LARGEST
    value = _plain(attr) if few else None
    if value is not None:
        yield "value", value
        if not np.isnan(value.reshape(-1)[:1]).any():  # of floats, one number is read or none
            return
    try:
        yield "written", sha256(memoryview(attr).cast("B")).digest()  # where they lie, no copy
    except (BufferError, TypeError, ValueError):  # a type of number that has no buffer
        yield "written", sha256(str(attr).encode()).digest()


def _part(word: str) -> float:
    """A number, or the bits of one that is none or infinite."""
    if not word.startswith("0x"):
        return float(word)
    bits = f"u{len(word) // 2 - 1}"
    return float(np.array(int(word, 16), bits).view(bits.replace("u", "f")))


def _numbers(attr: Any) -> Any:
    if hasattr(attr, "value"):
        return attr.value
    return SimpleNamespace(**{name: getattr(attr, name) for name in _FIELDS[type(attr)]})


def _plain(attr: Any) -> Any:
    """Numbers, words and lists of numbers; None for what no count needs."""
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
