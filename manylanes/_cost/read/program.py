"""A program as plain Python objects: arrays, the ops that make them, and blocks of ops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import prod
from typing import Any

import jax.numpy  # noqa: F401  (teaches NumPy the names bfloat16 and int4)
import numpy as np

from manylanes._cost.read.origin import NOWHERE, Origin

_DTYPES = {"i1": "bool", "bf16": "bfloat16", "index": "int64", "complex<f32>": "complex64",
           "complex<f64>": "complex128"}  # fmt: skip


@dataclass(eq=False, slots=True)
class Value:
    """One array the program names. `dtype` is MLIR's word for it: f32, i1, complex<f64>."""

    shape: tuple[int, ...]
    dtype: str
    producer: Op | None = None  # the op that makes it; None for an argument

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def bytes(self) -> int:
        return stored(self.size, self.dtype)

    @property
    def integral(self) -> bool:
        return self.dtype.startswith(("i", "ui", "si"))


@dataclass(eq=False, slots=True)
class Op:
    """One operation; `name` without its dialect's prefix `stablehlo.`."""

    name: str
    operands: tuple[Value, ...]
    results: tuple[Value, ...]
    attrs: dict[str, Any]
    regions: tuple[Block, ...] = ()
    number: int = -1  # of a loop, or a branch: its place among all of them, by the text's order
    known_outcome: int = (
        0  # of a loop that is opened before the walk: its trips; of a branch: its side
    )
    origin: Origin = NOWHERE


@dataclass(eq=False, slots=True)
class Block:
    """A straight run of ops: a program's body, or one region of a loop, branch or reducer."""

    args: tuple[Value, ...]
    ops: list[Op] = field(default_factory=list)
    returns: tuple[Value, ...] = ()
    inlined: list[Op] = field(default_factory=list)  # loops and branches that became its ops
    # Of a whole program: arguments whose memory results may take over, whether the compiler
    # partitions it among devices, and whether it keeps arrays in the memory of the host.
    donated: frozenset[Value] = frozenset()
    partitioned: bool = False
    offloaded: bool = False
    narrowed: bool = False  # whether JAX cut arrays of 64 bits that it was given to 32


def side(op: Op, index: Any) -> int:
    """The branch that a number takes; one that is out of range takes the last."""
    place, last = (1 - int(index) if op.name == "if" else int(index)), len(op.regions) - 1
    return place if 0 <= place <= last else last


def blocks(block: Block) -> Iterator[Block]:
    """The block and all regions in it."""
    yield block
    for op in block.ops:
        for region in op.regions:
            yield from blocks(region)


def each(block: Block) -> Iterator[Op]:
    """Every op in the order of the text, those of regions too."""
    for op in block.ops:
        yield op
        for region in op.regions:
            yield from each(region)


def repeats(op: Op) -> bool:
    """Whether a constant is one number in each of its entries."""
    return "value" in op.attrs and not any(np.asarray(op.attrs["value"]).strides)


def stored(entries: int, dtype: str) -> int:
    """Bytes of an array of so many entries; the last byte of a packed one may be half empty."""
    return -(-entries * _bits(dtype) // 8)


@cache
def _bits(dtype: str) -> int:
    """Of one entry. Compilers pack those of four or two bits; any other under eight takes eight."""
    if dtype.startswith("complex"):
        return 2 * _bits(dtype[8:-1])
    digits = "".join(c for c in dtype.removeprefix("bf").split("E")[0] if c.isdigit())
    bits = 64 if dtype == "index" else int(digits or 8)
    return bits if bits in (4, 2) else max(bits, 8)


def numpy_type(dtype: str) -> np.dtype[Any] | None:
    """The NumPy type that computes like this element type, or None where there is none."""
    name = _DTYPES.get(dtype) or dtype.replace("ui", "uint").replace("si", "int")
    if "E" in dtype:  # f8E4M3FN is float8_e4m3fn
        name = "_e".join(dtype.replace("f", "float", 1).split("E")).lower()
    if name == dtype:
        name = {"i": "int", "f": "float"}.get(dtype[0], "?") + dtype[1:]
    try:
        return np.dtype(name)
    except TypeError:
        return None
