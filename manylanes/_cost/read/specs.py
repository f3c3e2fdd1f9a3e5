"""Array specifications as text, such as `f32[128, 64]`."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from manylanes._specs import TYPES, SpecError, parse_array, shown

LARGEST = 2**63 - 1  # what a program can write down


def refuse_cut(specs: Any) -> None:
    """Refuses arrays of a type that JAX, as it is set, would silently make narrower."""
    for spec in jax.tree.leaves(specs):
        if isinstance(spec, (jax.ShapeDtypeStruct, str)):
            dtype = np.dtype(TYPES[parse_array(spec)[0]]) if isinstance(spec, str) else spec.dtype
            narrow = None if jax.numpy.issubdtype(dtype, jax.dtypes.extended) else dtype
            if narrow is not None and (cut := jax.dtypes.canonicalize_dtype(dtype)) != dtype:
                raise SpecError(
                    f"JAX is set to 32 bits and would make {np.dtype(dtype).name} into {cut.name}: "
                    "give that, or turn 64 bits on (JAX_ENABLE_X64=1, or with "
                    "jax.enable_x64(True): ...)"
                )


def narrowed(specs: Any) -> bool:
    """Whether JAX, as it is set, makes NumPy arrays among these narrower."""
    arrays = (leaf for leaf in jax.tree.leaves(specs) if isinstance(leaf, np.ndarray | np.generic))
    return any(jax.dtypes.canonicalize_dtype(each.dtype) != each.dtype for each in arrays)


def described(specs: Any) -> Any:
    """Return the tree with every text and every array replaced by a `ShapeDtypeStruct`."""
    return jax.tree.map(_described, specs)


def _described(spec: Any) -> Any:
    if isinstance(spec, str):
        return _struct(spec)
    if isinstance(spec, np.ndarray | np.generic) and not _computes(spec.dtype):
        raise SpecError(
            f"an array of {spec.dtype.name} is none for JAX, which computes with numbers: "
            "convert it, such as np.asarray(values, np.float32)"
        )
    if isinstance(spec, jax.Array):  # without its device: programs are lowered for the CPU
        weak = getattr(spec, "weak_type", False)  # a random key has none
        told = any(jax.typeof(spec).sharding.spec)  # its type says how it lies on a mesh
        lies = spec.sharding if told else None
        return jax.ShapeDtypeStruct(spec.shape, spec.dtype, weak_type=weak, sharding=lies)
    return spec


def _computes(dtype: Any) -> bool:
    """Whether JAX does; NumPy itself knows nothing of bfloat16 and what is shorter."""
    return dtype.kind == "b" or bool(jax.numpy.issubdtype(dtype, np.number))


def struct(shape: tuple[Any, ...], dtype: Any) -> Any:
    """Return an array's description: a `ShapeDtypeStruct`, or text if a size is a name."""
    if all(isinstance(d, int) for d in shape):
        return jax.ShapeDtypeStruct(shape, dtype)
    word = next(w for w, name in TYPES.items() if name == np.dtype(dtype).name)
    return f"{word}[{', '.join(str(d) for d in shape)}]"


def _struct(spec: str) -> jax.ShapeDtypeStruct:
    word, dimensions = parse_array(spec)
    if names := [name for size in dimensions for name in size.names]:
        raise SpecError(
            f"{shown(spec)} has the name {names[0]} for a size: give a number, such as "
            '"f32[128, 64]". To see how a cost grows, count at two sizes'
        )
    try:
        shape = tuple(size.evaluate({}) for size in dimensions)
    except ZeroDivisionError:
        raise SpecError(f"a size in {shown(spec)} is divided by zero") from None
    except OverflowError:
        raise SpecError(f"a power in {shown(spec)} is larger than any size") from None
    if any(d < 0 for d in shape):
        raise SpecError(f"{shown(spec)} has a negative size")
    if any(d > LARGEST for d in shape):
        raise SpecError(
            f"a size in {shown(spec)} is {float(max(shape)):.3g}: more than any array has"
        )
    if any(d != int(d) for d in shape):
        raise SpecError(f"a size in {shown(spec)} is not a whole number")
    return jax.ShapeDtypeStruct(tuple(map(int, shape)), TYPES[word])
