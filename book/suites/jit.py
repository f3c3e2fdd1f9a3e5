"""One compiled program compared with separate operations, and the cost of compilation."""

from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import numpy as np

from manylanes.records import Case, f32

_F32 = 4
# A hundred array lengths, all just below the same power of two.
_LENGTHS = tuple(range(901, 1001))
_PADDED = 1024
_LARGE = 2**22  # two arrays of 16 MiB
_COUNTS = (1, 2, 4, 8, 16, 32)
_SIZES = tuple(2**i for i in range(10, 23, 3))


def _operations(x: Any, count: int) -> Any:
    """Apply `count` elementwise operations, one after another. All values stay in [-1, 1]."""
    for number in range(count):
        x = x + 0.25 if number % 2 else x * 0.75
    return x


def _elementwise(method: str, count: int, n: int) -> Case:
    def program(x: Any) -> Any:
        return _operations(x, count)

    @cache
    def values() -> np.ndarray:
        return np.linspace(-1, 1, n, dtype=np.float32)

    uncompiled_programs: dict[str, Callable[..., Any]] = {
        "eager": program,
        "numpy": lambda _: _operations(values(), count),
    }
    return Case(
        "elementwise",
        {"method": method, "count": count, "n": n},
        program,
        (f32(n),),
        work=count * n,
        bytes=_F32 * 2 * n,
        donated="nothing",
        device_kinds=("cpu",) if method == "numpy" else (),
        uncompiled=uncompiled_programs.get(method),
    )


def _affine(x: Any) -> Any:
    return 2 * x + 1


@cache
def _arrays() -> list[np.ndarray]:
    return [np.linspace(-1, 1, n, dtype=np.float32) for n in _LENGTHS]


def _newly_jitted(arrays: list[Any]) -> list[Any]:
    """Call a new jitted function, which JAX has not compiled for any length yet."""
    program = jax.jit(lambda x: _affine(x))
    return [program(x) for x in arrays]


def _padded(_: object) -> list[Any]:
    program = jax.jit(lambda x: _affine(x))
    padded_arrays = (np.pad(x, (0, _PADDED - len(x))) for x in _arrays())
    # NumPy slices the results, because JAX would compile a slice for each length.
    return [np.asarray(program(x))[:n] for x, n in zip(padded_arrays, _LENGTHS, strict=True)]


def _lengths(method: str) -> Case:
    """Return a case that applies a function to a hundred arrays of different lengths.

    In each call, "cold" compiles for each length, and "padded" compiles once. "warm" calls programs
    that an earlier call has compiled.
    """
    jitted = jax.jit(_affine)
    uncompiled_programs: dict[str, Callable[..., list[Any]]] = {
        "numpy": lambda _: [_affine(x) for x in _arrays()],
        "cold": _newly_jitted,
        "warm": lambda arrays: [jitted(x) for x in arrays],
        "padded": _padded,
    }
    values = sum(_LENGTHS)
    return Case(
        "lengths",
        {"method": method, "count": len(_LENGTHS)},
        lambda arrays: [_affine(x) for x in arrays],
        ([f32(n) for n in _LENGTHS],),
        work=2 * values,
        bytes=_F32 * 2 * values,
        donated="nothing",
        device_kinds=("cpu",) if method == "numpy" else (),
        input_makers={0: _arrays},
        uncompiled=uncompiled_programs[method],
    )


_SHAPES = [(count, _LARGE) for count in _COUNTS] + [(16, n) for n in _SIZES if n != _LARGE]
CASES = (
    *(_elementwise(method, *shape) for shape in _SHAPES for method in ("jit", "eager", "numpy")),
    *(_lengths(method) for method in ("numpy", "cold", "warm", "padded")),
)
