"""Programs that the interpreter does not support are compiled."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from programs import AT, ODD, ROW, WHOLE, X, nested, program, text, window

from autograder.core.programs import interpreter

pytestmark = pytest.mark.usefixtures("wide")


INDEX = np.array(200, np.uint8)
POWER = text(
    "%x: tensor<5xi32>",
    "tensor<5xi32>",
    "%r = stablehlo.power %x, %x : tensor<5xi32>",
    "return %r : tensor<5xi32>",
)
COMPILED: dict[str, tuple[Any, ...]] = {
    "short floats": (lambda x: x.astype(jnp.bfloat16), ROW),
    "short floats taken": (lambda x: x.shape[0], ROW.astype(np.float16)),
    "long floats": (lambda x: x.astype(np.float64), ROW),
    "pairs of floats": (lambda x: lax.complex(x, x), ROW),
    "a transform": (lambda x: jnp.fft.rfft(x).real, ROW),
    "an order of nan": (jnp.sort, ODD),
    "an order that is none": (lambda x: lax.sort(x, is_stable=False), WHOLE),
    "a sum of nothing": (lambda x: x @ x.T, X[:, :0]),
    "a power of whole numbers": (POWER, WHOLE),
    "an index without a sign": (lambda x, i: lax.dynamic_slice(x, (i,), (2,)), ROW, INDEX),
    "a place without a sign": (
        lambda x, i: lax.dynamic_update_slice(x, x[:1], (i,)),
        ROW,
        INDEX,
    ),
    # The operation overwrites its operand, which other operations may use.
    "a change of some entries": (lambda x, i: (x, x.at[i].add(np.float32(2))), X, AT),
    "a convolution": (
        lambda x: lax.conv_general_dilated(
            x[None], x[:1, :, None], (1,), "VALID", dimension_numbers=("NWC", "WIO", "CWN")
        ),
        X,
    ),
    "rounds that nobody knows": (
        lambda x: lax.while_loop(lambda v: v[0] < 9, lambda v: v + 1, x),
        ROW,
    ),
    "much work": (lambda x: lax.fori_loop(0, interpreter.MAX_STEPS, lambda i, v: v + i, x), ROW[0]),
}


@pytest.mark.parametrize("name", COMPILED)
def test_unsupported_programs_are_compiled(name: str) -> None:
    made, *inputs = COMPILED[name]
    ready = program(made, *inputs)
    assert ready._interpreted is None
    ready.run(inputs)


LARGE: dict[str, tuple[Any, ...]] = {
    "padding": (lambda x: window(x, (1, 1), [(10**4, 10**4)] * 2, (10**4, 10**4)), X),
    "gaps": (lambda x: window(x, (1, 1), "VALID", (10**4, 10**4), base_dilation=(10**4,) * 2), X),
    "a window of gaps": (
        lambda x: window(
            x, (2, 2), [(10**4, 10**4)] * 2, (10**4, 10**4), window_dilation=(10**4,) * 2
        ),
        X,
    ),
    "windows": (lambda x: window(x, (60, 60), "SAME"), np.ones((60, 60), np.float32)),
    "products": (lambda x: x @ x, np.ones((30, 30), np.float32)),
    "rounds": (nested, np.ones(900, np.float32)),
    "an order": (jnp.sort, np.arange(2000)),
    "a sum": (jnp.sum, np.ones(10_000, np.float32)),
    "places": (lambda x: x[jnp.arange(3000) % 7], np.ones(9, np.float32)),
    "hands": (
        lambda x: lax.fori_loop(0, 100, lambda i, row: [*row[1:], row[0]], [*x]),
        np.ones(500, np.float32),
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_executed_elements_are_counted(name: str) -> None:
    made, *inputs = LARGE[name]
    assert program(made, *inputs)._interpreted is None
