"""Square matrix products in 16-bit formats, to compare with the float32 products of `matmul`."""

import jax
from jax.lax import Precision

from manylanes.records import Case

_BYTES = 2
_DTYPES = {"bf16": "bfloat16", "f16": "float16"}


def _product(dtype: str, n: int) -> Case:
    # Without DEFAULT, the precision that is pinned during measurements would convert the inputs to
    # float32. There is no case for float64, because JAX disables float64 by default.
    spec = jax.ShapeDtypeStruct((n, n), _DTYPES[dtype])
    return Case(
        "formats",
        {"n": n, "dtype": dtype},
        lambda a, b: jax.numpy.matmul(a, b, precision=Precision.DEFAULT),
        (spec, spec),
        work=2 * n**3,
        bytes=_BYTES * 3 * n**2,
        pinned=False,
    )


CASES = tuple(_product(dtype, n) for dtype in _DTYPES for n in (256, 1024, 2048))
