"""The suite of roofs: peak rates and dispatch overhead, measured with every other suite."""

from collections.abc import Mapping

import jax
from jax.lax import Precision

from manylanes._measure.case import Case, f32

# With these sizes, the program of a roof (peak rate) takes much longer than the dispatch overhead.
# The arrays exceed all caches but fit into 4 GB of memory: 80 MiB of matrices, 1 GiB of the stream.
# Of six shapes tried on a CPU, the product with `_DEPTH` 512 came closest to the peak. With a
# larger `_DEPTH`, the operands no longer fit into the caches.
_SIDE, _DEPTH = 4096, 512
_STREAM = 2**27
# A product of `_SIDE` and `_DEPTH` is too short for a GPU. It takes half a millisecond, and a tenth
# of this time is dispatch. Matrix units finish the product before the dispatch ends.
_GPU_SIDE = 8192
# 2 GiB per array, forty times the L2 cache of an H200. The two arrays and a copy of the overwritten
# array take 6 GiB of memory.
_GPU_STREAM = 2**29


def _large_product(kind: str, dtype: str, precision: Precision) -> Case:
    """Return a case with a matrix product that keeps a GPU busy.

    Products in formats of matrix units (TF32, bf16) are measured on GPUs only. On a CPU, XLA does
    not use matrix units, so such a product would not reach a peak rate.
    """
    size = jax.numpy.dtype(dtype).itemsize
    return Case(
        "roof",
        {"kind": kind},
        lambda a, b: jax.numpy.matmul(a, b, precision=precision),
        (
            jax.ShapeDtypeStruct((_GPU_SIDE, _GPU_SIDE), dtype),
            jax.ShapeDtypeStruct((_GPU_SIDE, _GPU_SIDE), dtype),
        ),
        work=2 * _GPU_SIDE**3,
        bytes=size * 3 * _GPU_SIDE**2,
        pinned=precision is Precision.HIGHEST,
        device_kinds=("gpu",),
    )


def _stream(length: int, variants: Mapping[str, Case] | None = None) -> Case:
    """Return a case with an in-place triad, which reads two arrays and overwrites one of them.

    The factor 0.5 keeps the values bounded.
    """
    return Case(
        "roof",
        {"kind": "memory"},
        lambda x, y: x - 0.5 * y,
        (f32(length), f32(length)),
        work=2 * length,
        bytes=4 * 3 * length,
        donated="last input",
        variants=variants or {},
    )


CASES = (
    Case(
        "roof",
        {"kind": "compute"},
        lambda a, b: a @ b,
        (f32(_SIDE, _DEPTH), f32(_DEPTH, _SIDE)),
        work=2 * _SIDE * _DEPTH * _SIDE,
        bytes=4 * (2 * _SIDE * _DEPTH + _SIDE**2),
        variants={"gpu": _large_product("compute", "float32", Precision.HIGHEST)},
    ),
    _large_product("tf32", "float32", Precision.HIGH),
    _large_product("bf16", "bfloat16", Precision.DEFAULT),
    _stream(_STREAM, {"gpu": _stream(_GPU_STREAM)}),
    # The smallest program: one addition of two scalars.
    Case("overhead", {}, lambda x: x + x, (f32(),), work=1, bytes=8, donated="nothing"),
)
