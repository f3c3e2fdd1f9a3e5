"""A program as plain Python objects: values (arrays), ops and blocks of ops."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from math import prod
from typing import Any

import jax.numpy  # noqa: F401  (registers bfloat16 and int4 with NumPy)
import numpy as np

from manylanes._cost.read.origin import NOWHERE, Origin

_DTYPES = {"i1": "bool", "bf16": "bfloat16", "index": "int64", "complex<f32>": "complex64",
           "complex<f64>": "complex128"}  # fmt: skip


@dataclass(eq=False, slots=True)
class Value:
    """One array of a program. `dtype` is an MLIR element type, such as f32, i1 or complex<f64>."""

    shape: tuple[int, ...]
    dtype: str
    producer: Op | None = None  # the op that computes it; None for an argument

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def bytes(self) -> int:
        return storage_bytes(prod(self.shape), self.dtype)

    @property
    def is_integer(self) -> bool:
        return self.dtype.startswith(("i", "ui", "si"))


@dataclass(eq=False, slots=True)
class Op:
    """One operation of a program. `name` does not contain the prefix `stablehlo.`."""

    name: str
    operands: tuple[Value, ...]
    results: tuple[Value, ...]
    attrs: dict[str, Any]
    regions: tuple[Block, ...] = ()
    number: int = -1  # position among all loops, or among all branches, in program order
    known_outcome: int = 0  # trip count of an inlined loop, or region of an inlined branch
    origin: Origin = NOWHERE


@dataclass(eq=False, slots=True)
class Block:
    """A sequence of ops: the body of a program, or a region of a loop, branch or reducer."""

    args: tuple[Value, ...]
    ops: list[Op] = field(default_factory=list)
    returns: tuple[Value, ...] = ()
    inlined: list[Op] = field(default_factory=list)  # loops and branches replaced by their ops
    # Set only on the outermost block of a program.
    loops: dict[int, Op] = field(default_factory=dict)  # all loops as they were read, by number
    donated: frozenset[Value] = frozenset()  # arguments whose buffers results may reuse
    partitioned: bool = False  # whether the compiler divides its arrays among devices
    offloaded: bool = False  # whether the program stores arrays in host memory
    narrowed: bool = False  # whether JAX converted 64-bit arguments to 32 bits


def region_index(op: Op, index: Any) -> int:
    """Return the index of the region that a branch runs: the last region if `index` is invalid."""
    index, last = (1 - int(index) if op.name == "if" else int(index)), len(op.regions) - 1
    return index if 0 <= index <= last else last


def all_blocks(block: Block) -> Iterator[Block]:
    """Yield a block and all regions of its ops, recursively."""
    yield block
    for op in block.ops:
        for region in op.regions:
            yield from all_blocks(region)


def all_ops(block: Block) -> Iterator[Op]:
    """Yield every op of a block in program order, including the ops of regions."""
    for op in block.ops:
        yield op
        for region in op.regions:
            yield from all_ops(region)


def copy_program(program: Block) -> Block:
    """Return a copy of a program, with new ops and results but the same arguments of blocks."""
    return _copy_block(program, {})


def _copy_block(block: Block, copies: dict[Value, Value]) -> Block:
    """Copy a block; `copies` maps the results of earlier ops to their copies."""
    ops = []
    for old in block.ops:
        # `dataclasses.replace` takes several times longer than a call of the class.
        op = Op(
            old.name, tuple([copies.get(v, v) for v in old.operands]), (), old.attrs,
            tuple([_copy_block(region, copies) for region in old.regions]),
            old.number, old.known_outcome, old.origin,
        )  # fmt: skip
        op.results = tuple([Value(v.shape, v.dtype, op) for v in old.results])
        copies.update(zip(old.results, op.results, strict=True))
        ops.append(op)
    returns = tuple(copies.get(v, v) for v in block.returns)
    return replace(block, ops=ops, returns=returns, inlined=[*block.inlined])


def storage_bytes(size: int, dtype: str) -> int:
    """Return the size of an array in bytes, rounded up; 2-bit and 4-bit elements are packed."""
    return -(-size * _bits(dtype) // 8)


@cache
def _bits(dtype: str) -> int:
    """Return the number of bits of a stored element: 4 or 2 for packed types, else at least 8."""
    if dtype.startswith("complex"):
        return 2 * _bits(dtype[8:-1])
    digits = "".join(c for c in dtype.removeprefix("bf").split("E")[0] if c.isdigit())
    bits = 64 if dtype == "index" else int(digits or 8)
    return bits if bits in (4, 2) else max(bits, 8)


def numpy_type(dtype: str) -> np.dtype[Any] | None:
    """Return the NumPy type for an MLIR element type, or None if there is none."""
    name = _DTYPES.get(dtype) or dtype.replace("ui", "uint").replace("si", "int")
    if "E" in dtype:  # f8E4M3FN is float8_e4m3fn
        name = "_e".join(dtype.replace("f", "float", 1).split("E")).lower()
    if name == dtype:
        name = {"i": "int", "f": "float"}.get(dtype[0], "?") + dtype[1:]
    try:
        return np.dtype(name)
    except TypeError:
        return None


@contextmanager
def paused_gc() -> Iterator[None]:
    """Pause garbage collection while a program is read and counted.

    Counting a large program creates several hundred thousand objects, which are needed until the
    count is complete. The garbage collector would traverse them repeatedly and free almost nothing,
    which takes a quarter of the time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
