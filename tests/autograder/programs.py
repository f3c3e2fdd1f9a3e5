"""Small programs for the tests of the interpreter and the compiler."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import numpy as np
from jax import lax

from autograder.core.programs import mlir
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import lowered
from autograder.core.programs.run import Program

X = np.arange(1, 13, dtype=np.float32).reshape(3, 4)
ROW = np.array([3, -1, 4, -1, 5], np.float32)
ODD = np.array([0, -0.0, 1, -2.5, 3.5, 0.5, 1e30, -4e9, np.nan, np.inf, -np.inf], np.float32)
WHOLE = np.array([5, 2, 9, 2, 7], np.int32)
AT = np.array([-9, 0, 3, 99], np.int32)


def text(arguments: str, results: str, *lines: str) -> bytes:
    """Return the text of a program that JAX does not generate."""
    written = "\n".join(lines)
    main = f"func.func @main({arguments}) -> {results} {{\n{written}\n}}"
    with mlir.context():
        return str(mlir.parse(main)).encode()


@cache
def exported(function: Callable[..., Any], *specs: tuple[tuple[int, ...], str]) -> bytes:
    shapes = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in specs]
    return canonical(lowered(jax.jit(function, keep_unused=True), shapes).artifact)


def program(made: Any, *inputs: Any) -> Program:
    if isinstance(made, bytes):
        return Program(made)
    return Program(exported(made, *((each.shape, each.dtype.name) for each in inputs)))


def window(x: Any, sizes: Any, padding: Any, steps: Any = (1, 1), **gaps: Any) -> Any:
    return lax.reduce_window(x, 0.0, lax.add, sizes, steps, padding, **gaps)


def nested(x: Any) -> Any:
    return lax.fori_loop(0, 3, lambda i, v: lax.fori_loop(0, 4, lambda j, w: w + j * i, v), x)
