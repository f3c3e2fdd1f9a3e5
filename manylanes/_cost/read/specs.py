"""Convert array specifications such as `f32[128, 64]` to `jax.ShapeDtypeStruct`."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from manylanes._specs import TYPES, SpecError, parse_array, shorten

MAX_SIZE = 2**63 - 1  # the largest size of a dimension in StableHLO


def check_precision(specs: Any) -> None:
    """Raise SpecError for 64-bit types if JAX would silently convert them to 32 bits.

    Strings and structs are checked; for NumPy arrays, see `has_narrowed_arrays`.
    """
    for spec in jax.tree.leaves(specs):
        if isinstance(spec, (jax.ShapeDtypeStruct, str)):
            dtype = np.dtype(TYPES[parse_array(spec)[0]]) if isinstance(spec, str) else spec.dtype
            if jax.numpy.issubdtype(dtype, jax.dtypes.extended):
                continue
            converted = jax.dtypes.canonicalize_dtype(dtype)
            if converted != dtype:
                raise SpecError(
                    f"JAX is set to 32 bits and would convert {np.dtype(dtype).name} to "
                    f"{converted.name}: pass that type, or enable 64 bits (JAX_ENABLE_X64=1, or "
                    "with jax.enable_x64(True): ...)"
                )


def has_narrowed_arrays(specs: Any) -> bool:
    """Return True if JAX converts a 64-bit NumPy array among `specs` to 32 bits."""
    arrays = (leaf for leaf in jax.tree.leaves(specs) if isinstance(leaf, np.ndarray | np.generic))
    return any(jax.dtypes.canonicalize_dtype(each.dtype) != each.dtype for each in arrays)


def to_structs(specs: Any) -> Any:
    """Replace every string and every JAX array in a tree with a `ShapeDtypeStruct`.

    Raise SpecError for invalid strings and for NumPy arrays that JAX cannot represent. Other leaves
    stay unchanged.
    """
    return jax.tree.map(_to_struct, specs)


def _to_struct(spec: Any) -> Any:
    if isinstance(spec, str):
        return _parse(spec)
    # Numbers of JAX include bfloat16 and smaller floats.
    is_numpy = isinstance(spec, np.ndarray | np.generic)
    if is_numpy and spec.dtype.kind != "b" and not jax.numpy.issubdtype(spec.dtype, np.number):
        raise SpecError(
            f"JAX has no arrays of {spec.dtype.name}: "
            "convert the array, for example with np.asarray(values, np.float32)"
        )
    # The device of an array is dropped, since programs are lowered for a given platform.
    if isinstance(spec, jax.Array):
        weak = getattr(spec, "weak_type", False)  # a random key has no `weak_type`
        has_sharding = any(jax.typeof(spec).sharding.spec)  # the array's type has a sharding
        sharding = spec.sharding if has_sharding else None
        return jax.ShapeDtypeStruct(spec.shape, spec.dtype, weak_type=weak, sharding=sharding)
    return spec


def to_spec(shape: tuple[Any, ...], dtype: Any) -> Any:
    """Return an array specification: a `ShapeDtypeStruct`, or a string if a size is symbolic."""
    if all(isinstance(d, int) for d in shape):
        return jax.ShapeDtypeStruct(shape, dtype)
    word = next(w for w, name in TYPES.items() if name == np.dtype(dtype).name)
    return f"{word}[{', '.join(str(d) for d in shape)}]"


def _parse(spec: str) -> jax.ShapeDtypeStruct:
    word, dimensions = parse_array(spec)
    if names := [name for size in dimensions for name in size.names]:
        raise SpecError(
            f"{shorten(spec)} has the symbolic size {names[0]}: pass a number, as in "
            '"f32[128, 64]". To see how a cost grows, count it at two sizes'
        )
    try:
        shape = tuple(size.evaluate({}) for size in dimensions)
    except ZeroDivisionError:
        raise SpecError(f"a size in {shorten(spec)} divides by zero") from None
    except OverflowError:
        raise SpecError(f"a power in {shorten(spec)} is too large for a size") from None
    if any(d < 0 for d in shape):
        raise SpecError(f"{shorten(spec)} has a negative size")
    if any(d > MAX_SIZE for d in shape):
        raise SpecError(
            f"a size in {shorten(spec)} is {float(max(shape)):.3g}, which is too large for an array"
        )
    if any(d != int(d) for d in shape):
        raise SpecError(f"a size in {shorten(spec)} is not a whole number")
    return jax.ShapeDtypeStruct(tuple(map(int, shape)), TYPES[word])
