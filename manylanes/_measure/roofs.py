"""The suite of roofs: peak rates and dispatch overhead, measured with every other suite."""

import jax
from jax.lax import Precision

from manylanes._measure.case import Case, f32

# Much longer than the overhead and larger than all caches, but small enough for 4 GB of memory:
# 80 MB of matrices, 1 GiB of stream. Of six shapes tried on a CPU, k = 512 came closest to the
# peak; with a longer k, the operands no longer fit into the caches.
_SIDE, _DEPTH = 4096, 512
_STREAM = 2**27
# Matrix units finish the product above before its dispatch ends, so theirs is larger.
_MATRIX_UNIT_SIDE = 8192


def _matrix_unit_roof(kind: str, dtype: str, precision: Precision) -> Case:
    """Return a product in a format that GPUs multiply in matrix units.

    XLA uses no such units on a CPU, where the product would be slow and not a roof.
    """
    size = jax.numpy.dtype(dtype).itemsize
    return Case(
        "roof",
        {"kind": kind},
        lambda a, b: jax.numpy.matmul(a, b, precision=precision),
        (
            jax.ShapeDtypeStruct((_MATRIX_UNIT_SIDE, _MATRIX_UNIT_SIDE), dtype),
            jax.ShapeDtypeStruct((_MATRIX_UNIT_SIDE, _MATRIX_UNIT_SIDE), dtype),
        ),
        work=2 * _MATRIX_UNIT_SIDE**3,
        bytes=size * 3 * _MATRIX_UNIT_SIDE**2,
        pinned=False,
        device_kinds=("gpu",),
    )


CASES = (
    Case(
        "roof",
        {"kind": "compute"},
        lambda a, b: a @ b,
        (f32(_SIDE, _DEPTH), f32(_DEPTH, _SIDE)),
        work=2 * _SIDE * _DEPTH * _SIDE,
        bytes=4 * (2 * _SIDE * _DEPTH + _SIDE**2),
    ),
    _matrix_unit_roof("tf32", "float32", Precision.HIGH),
    _matrix_unit_roof("bf16", "bfloat16", Precision.DEFAULT),
    # A triad in place reads both arrays and writes one. The factor keeps the values bounded.
    Case(
        "roof",
        {"kind": "memory"},
        lambda x, y: x - 0.5 * y,
        (f32(_STREAM), f32(_STREAM)),
        work=2 * _STREAM,
        bytes=4 * 3 * _STREAM,
        donated="last input",
    ),
    # The smallest program: one addition of two scalars.
    Case("overhead", {}, lambda x: x + x, (f32(),), work=1, bytes=8, donated="nothing"),
)
