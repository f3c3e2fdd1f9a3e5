"""Shorter number formats: the gain for a product, a sum and a search, and the cost of accuracy."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from manylanes.records import Case, CountedCase

Array = jax.Array
_LONG = 2**24
_CHAIN = 2**20
_WIDE = 4096  # 64 MiB of weights in float32
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


def _spec(given: str, *shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, _DTYPES[given])


def _whole(place: int, spec: jax.ShapeDtypeStruct, low: int, high: int) -> Callable[[], Any]:
    """Return a function that draws integers; between -1 and 1 all of them would be 0."""

    def draw() -> Any:
        stream = np.random.Generator(np.random.Philox(place))
        return stream.integers(low, high, spec.shape, endpoint=True).astype(spec.dtype)

    return draw


def _counted(
    name: str,
    params: dict[str, int | str],
    program: Callable[..., Array],
    inputs: tuple[jax.ShapeDtypeStruct, ...],
    **more: Any,
) -> Case:
    made = {
        place: _whole(place, spec, -127, 127)
        for place, spec in enumerate(inputs)
        if np.issubdtype(spec.dtype, np.integer)
    }
    return CountedCase(name, params, program, inputs, **{"input_makers": made, **more})


def _dot(x: Array, y: Array, gives: str) -> Array:
    # Computed in their own format: the precision pinned for other cases would widen them first.
    pinned = None if x.dtype == jnp.float32 else lax.Precision.DEFAULT
    return jnp.matmul(x, y, precision=pinned, preferred_element_type=jnp.dtype(_DTYPES[gives]))


def _typed(given: str, gives: str, n: int = 1024) -> Case:
    """Multiply square matrices in one format and accumulate in another."""
    spec = _spec(given, n, n)
    return _counted(
        "typed",
        {"n": n, "given": given, "gives": gives},
        lambda a, b: _dot(a, b, gives),
        (spec, spec),
        pinned=given == "f32",
    )


def _cast(inside: str) -> Case:
    """Multiply float32 matrices that the program converts to a shorter format."""
    n = 1024

    def short(x: Array) -> Array:
        return jnp.round(x * 127).astype(jnp.int8) if inside == "int8" else x.astype(jnp.bfloat16)

    def program(a: Array, b: Array) -> Array:
        if inside == "int8":
            return _dot(short(a), short(b), "int32").astype(jnp.float32) / 127**2
        return _dot(short(a), short(b), "f32")

    spec = _spec("f32", n, n)
    params: dict[str, int | str] = {"n": n, "inside": inside}
    return _counted("cast", params, program, (spec, spec), pinned=False)


def _total(given: str) -> Case:
    """Sum a long vector: fewer bits mean fewer bytes. The accumulator has 32 bits."""
    wide = jnp.int32 if given == "int8" else jnp.float32
    spec = _spec(given, _LONG)
    params: dict[str, int | str] = {"n": _LONG, "given": given}
    return _counted("total", params, lambda x: jnp.sum(x, dtype=wide), (spec,))


def _weights(given: str, how: str) -> Case:
    """Multiply weights in a short format by a float32 vector.

    Either with the library's product or with multiply and add, which the compiler fuses with the
    conversion.
    """

    def program(weights: Array, x: Array) -> Array:
        wide = weights.astype(jnp.float32)
        return wide @ x if how == "product" else jnp.sum(wide * x, axis=1)

    inputs = _spec(given, _WIDE, _WIDE), _spec("f32", _WIDE)
    params: dict[str, int | str] = {"n": _WIDE, "given": given, "how": how}
    return _counted("weights", params, program, inputs)


def _summed(way: str, lanes: int) -> Case:
    """Sum in a chain of additions, with or without compensation for rounding errors."""

    def plain(total: Array, row: Array) -> tuple[Array, None]:
        return total + row, None

    def kept(state: tuple[Array, Array], row: Array) -> tuple[tuple[Array, Array], None]:
        total, lost = state
        part = row - lost
        after = total + part
        return (after, (after - total) - part), None

    def program(rows: Array) -> Array:
        zero = jnp.zeros(lanes)
        total: Array
        if way == "plain":
            total = lax.scan(plain, zero, rows)[0]
        else:
            total = lax.scan(kept, (zero, zero), rows)[0][0]
        return total

    steps = _CHAIN // lanes
    params: dict[str, int | str] = {"way": way, "lanes": lanes}
    waits = steps * (1 if way == "plain" else 4)
    return _counted("summed", params, program, (_spec("f32", steps, lanes),), chain=waits)


def _journeys(given: str) -> Case:
    """Compute the journeys of `journeys`, one sheet at a time, with integer fares in fewer bits."""
    spec = _spec(given, _TOWNS, _TOWNS)

    def program(out: Array, back: Array) -> Array:
        def sheet(stop: Array, best: Array) -> Array:
            return jnp.minimum(best, out[:, stop, None] + back[stop])

        dear = 127 if given == "int8" else 9999
        best: Array = lax.fori_loop(0, _TOWNS, sheet, jnp.full(spec.shape, dear, spec.dtype))
        return best

    made = {place: _whole(place, spec, 1, 60) for place in (0, 1)}
    params: dict[str, int | str] = {"n": _TOWNS, "given": given}
    return _counted(
        "fares", params, program, (spec, spec), input_makers=made, pinned=given == "f32"
    )


CASES = (
    _typed("f32", "f32"),
    *(_typed(given, gives) for given in ("bf16", "f16") for gives in (given, "f32")),
    *(_typed(given, "f32") for given in ("e4m3", "e5m2")),
    _typed("int8", "int32"),
    # This product would take seconds with n = 1024.
    *(_typed(*form, n=512) for form in (("f32", "f32"), ("int8", "int32"), ("int8", "int8"))),
    *map(_cast, ("bf16", "int8")),
    *map(_total, ("f32", "bf16", "f16", "int8")),
    *(_weights(given, how) for given in ("f32", "bf16", "int8") for how in ("product", "sums")),
    *(_summed(way, lanes) for lanes in (1, 1024) for way in ("plain", "kept")),
    *map(_journeys, ("f32", "bf16", "f16", "int16", "int8")),
)
