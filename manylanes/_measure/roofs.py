"""What this device can do at most, and the least a call costs. Measured with every suite."""

import jax
from jax.lax import Precision

from manylanes._measure.case import Case, f32

# Far above the overhead and beyond the caches of every device here, yet fit for one with 4 GB:
# 80 MB of matrices, 1 GiB of stream. A long k gains nothing and leaves the caches: of six shapes
# tried on a CPU, k = 512 came nearest to the peak of its multipliers, the cube the least near.
_SIDE, _DEPTH = 4096, 512
_STREAM = 2**27
# A matrix unit is through with the product above before its call is.
_UNIT_SIDE = 8192


def _of_matrix_unit(kind: str, dtype: str, precision: Precision) -> Case:
    """A product in a format that a GPU multiplies in units made for matrices. A CPU has none that
    XLA uses; there these would take many times as long and be no roof."""
    size = jax.numpy.dtype(dtype).itemsize
    return Case(
        "roof",
        {"kind": kind},
        lambda a, b: jax.numpy.matmul(a, b, precision=precision),
        (
            jax.ShapeDtypeStruct((_UNIT_SIDE, _UNIT_SIDE), dtype),
            jax.ShapeDtypeStruct((_UNIT_SIDE, _UNIT_SIDE), dtype),
        ),
        work=2 * _UNIT_SIDE**3,
        bytes=size * 3 * _UNIT_SIDE**2,
        pinned=False,
        kinds=("gpu",),
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
    _of_matrix_unit("tf32", "float32", Precision.HIGH),
    _of_matrix_unit("bf16", "bfloat16", Precision.DEFAULT),
    # A triad in place: both arrays read, one written. The factor keeps the values bounded.
    Case(
        "roof",
        {"kind": "memory"},
        lambda x, y: x - 0.5 * y,
        (f32(_STREAM), f32(_STREAM)),
        work=2 * _STREAM,
        bytes=4 * 3 * _STREAM,
        donated="last input",
    ),
    # As near to nothing as a program can do: one addition of two scalars.
    Case("overhead", {}, lambda x: x + x, (f32(),), work=1, bytes=8, donated="nothing"),
)
