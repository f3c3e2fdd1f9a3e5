"""Short formats: the speed of products, sums and min-plus products, and the cost of accuracy."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from manylanes.records import Case, CountedCase

Array = jax.Array
_LENGTH = 2**24
_CHAIN = 2**20
_SIDE = 4096  # 64 MiB of weights in float32
_TOWNS = 256
_DTYPES = {
    "f32": "float32",
    "bf16": "bfloat16",
    "f16": "float16",
    "e4m3": "float8_e4m3fn",
    "e5m2": "float8_e5m2",
    "int8": "int8",
    "int16": "int16",
    "int32": "int32",
}


def _spec(dtype: str, *shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, _DTYPES[dtype])


def _integer_maker(
    position: int, spec: jax.ShapeDtypeStruct, low: int, high: int
) -> Callable[[], Any]:
    """Return a function that draws integers from `low` to `high`, both included.

    In an integer format, the usual inputs in [-1, 1) would all be 0.
    """

    def draw() -> Any:
        rng = np.random.Generator(np.random.Philox(position))
        return rng.integers(low, high, spec.shape, endpoint=True).astype(spec.dtype)

    return draw


def _counted_case(
    name: str,
    params: dict[str, int | str],
    program: Callable[..., Array],
    inputs: tuple[jax.ShapeDtypeStruct, ...],
    **options: Any,
) -> Case:
    makers = {
        position: _integer_maker(position, spec, -127, 127)
        for position, spec in enumerate(inputs)
        if np.issubdtype(spec.dtype, np.integer)
    }
    return CountedCase(name, params, program, inputs, **{"input_makers": makers, **options})


def _dot(x: Array, y: Array, out_dtype: str) -> Array:
    # Without DEFAULT, the precision that is pinned during measurements would convert short formats
    # to float32.
    pinned = None if x.dtype == jnp.float32 else lax.Precision.DEFAULT
    return jnp.matmul(x, y, precision=pinned, preferred_element_type=jnp.dtype(_DTYPES[out_dtype]))


def _typed_gemm(dtype: str, out_dtype: str, n: int = 1024) -> Case:
    """Return a case that multiplies square matrices and accumulates in the format `out_dtype`."""
    spec = _spec(dtype, n, n)
    return _counted_case(
        "typed_gemm",
        {"n": n, "dtype": dtype, "out_dtype": out_dtype},
        lambda a, b: _dot(a, b, out_dtype),
        (spec, spec),
        pinned=dtype == "f32",
    )


def _cast(compute_dtype: str) -> Case:
    """Return a case that converts float32 matrices to a shorter format and multiplies them."""
    n = 1024

    def short(x: Array) -> Array:
        return (
            jnp.round(x * 127).astype(jnp.int8)
            if compute_dtype == "int8"
            else x.astype(jnp.bfloat16)
        )

    def program(a: Array, b: Array) -> Array:
        if compute_dtype == "int8":
            return _dot(short(a), short(b), "int32").astype(jnp.float32) / 127**2
        return _dot(short(a), short(b), "f32")

    spec = _spec("f32", n, n)
    params: dict[str, int | str] = {"n": n, "compute_dtype": compute_dtype}
    return _counted_case("cast", params, program, (spec, spec), pinned=False)


def _sum(dtype: str) -> Case:
    """Return a case that sums a long vector in a given format, with a 32-bit accumulator."""
    accumulator_type = jnp.int32 if dtype == "int8" else jnp.float32
    spec = _spec(dtype, _LENGTH)
    params: dict[str, int | str] = {"n": _LENGTH, "dtype": dtype}
    return _counted_case("sum", params, lambda x: jnp.sum(x, dtype=accumulator_type), (spec,))


def _weights(dtype: str, method: str) -> Case:
    """Return a case that multiplies weights in a short format by a float32 vector.

    The program uses either the library's matrix product, or a multiply and a sum. The compiler
    fuses the multiply and the sum with the conversion of the weights.
    """

    def program(weights: Array, x: Array) -> Array:
        converted = weights.astype(jnp.float32)
        return converted @ x if method == "product" else jnp.sum(converted * x, axis=1)

    inputs = _spec(dtype, _SIDE, _SIDE), _spec("f32", _SIDE)
    params: dict[str, int | str] = {"n": _SIDE, "dtype": dtype, "method": method}
    return _counted_case("weights", params, program, inputs)


def _running_sum(method: str, lanes: int) -> Case:
    """Return a case that sums in a chain of additions, with or without error compensation."""

    def plain(total: Array, row: Array) -> tuple[Array, None]:
        return total + row, None

    def compensated(state: tuple[Array, Array], row: Array) -> tuple[tuple[Array, Array], None]:
        total, error = state
        corrected = row - error
        new_total = total + corrected
        return (new_total, (new_total - total) - corrected), None

    def program(rows: Array) -> Array:
        zero = jnp.zeros(lanes)
        total: Array
        if method == "plain":
            total = lax.scan(plain, zero, rows)[0]
        else:
            total = lax.scan(compensated, (zero, zero), rows)[0][0]
        return total

    steps = _CHAIN // lanes
    params: dict[str, int | str] = {"method": method, "lanes": lanes}
    chain = steps * (1 if method == "plain" else 4)
    return _counted_case("running_sum", params, program, (_spec("f32", steps, lanes),), chain=chain)


def _typed_min_plus(dtype: str) -> Case:
    """Return a case that computes the min-plus product, one stop at a time, in a given format."""
    spec = _spec(dtype, _TOWNS, _TOWNS)

    def program(outbound: Array, inbound: Array) -> Array:
        def through_stop(stop: Array, best: Array) -> Array:
            return jnp.minimum(best, outbound[:, stop, None] + inbound[stop])

        highest_fare = 127 if dtype == "int8" else 9999
        best: Array = lax.fori_loop(
            0, _TOWNS, through_stop, jnp.full(spec.shape, highest_fare, spec.dtype)
        )
        return best

    makers = {position: _integer_maker(position, spec, 1, 60) for position in (0, 1)}
    params: dict[str, int | str] = {"n": _TOWNS, "dtype": dtype}
    return _counted_case(
        "typed_min_plus", params, program, (spec, spec), input_makers=makers, pinned=dtype == "f32"
    )


CASES = (
    _typed_gemm("f32", "f32"),
    *(_typed_gemm(dtype, out_dtype) for dtype in ("bf16", "f16") for out_dtype in (dtype, "f32")),
    *(_typed_gemm(dtype, "f32") for dtype in ("e4m3", "e5m2")),
    _typed_gemm("int8", "int32"),
    # With n = 1024, a product of integers would take seconds.
    *(_typed_gemm(*form, n=512) for form in (("f32", "f32"), ("int8", "int32"), ("int8", "int8"))),
    *map(_cast, ("bf16", "int8")),
    *map(_sum, ("f32", "bf16", "f16", "int8")),
    *(
        _weights(dtype, method)
        for dtype in ("f32", "bf16", "int8")
        for method in ("product", "fused")
    ),
    *(_running_sum(method, lanes) for lanes in (1, 1024) for method in ("plain", "compensated")),
    *map(_typed_min_plus, ("f32", "bf16", "f16", "int16", "int8")),
)
