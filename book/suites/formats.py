"""Square products in shorter number formats, to compare with the float32 ones of `matmul`."""

import jax
from jax.lax import Precision

from manylanes.records import Case

_BYTES = 2


def _product(dtype: str, n: int) -> Case:
    # Computed in their own format: the precision pinned for other cases would widen them first.
    # No float64: JAX enables it for a whole process only, which would affect every case.
    given = jax.ShapeDtypeStruct((n, n), dtype)
    return Case(
        "formats",
        {"n": n, "dtype": dtype},
        lambda a, b: jax.numpy.matmul(a, b, precision=Precision.DEFAULT),
        (given, given),
        work=2 * n**3,
        bytes=_BYTES * 3 * n**2,
        pinned=False,
    )


CASES = tuple(_product(dtype, n) for dtype in ("bfloat16", "float16") for n in (256, 1024, 2048))
