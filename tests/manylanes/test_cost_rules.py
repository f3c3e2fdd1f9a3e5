"""Test ops that the table does not list: custom rules, estimates and Pallas kernels."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton

from manylanes import Bound, cost

N = 128


def mine(x: Any) -> Any:
    """Use a custom call that the table does not list; it is only lowered, never run."""
    kind = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.ffi.ffi_call("my_kernel", kind)(x + 1) * 2


def test_custom_rule_counts_an_unlisted_op() -> None:
    assert cost(mine, "f32[8]").unknown == ("the custom call my_kernel: not in the table",)
    counted = cost(mine, "f32[8]", rules={"my_kernel": lambda op: 10 * op.results[0].size})
    assert counted.exact
    assert counted.unknown == ()
    assert counted.work == 8 + 80 + 8
    assert counted.bytes == 6 * 8 * 4  # x + 1, the call and the product each read and write
    assert counted.assumed == ("my_kernel, by a custom rule",)
    assert {row.op: row.work for row in counted.by_op}["my_kernel"] == 80


def test_custom_rule_returns_span_and_bytes_in_a_loop() -> None:
    rules = {"my_kernel": lambda op: (7 * op.operands[0].size, 3, 5 * op.operands[0].bytes)}
    counted = cost(mine, "f32[8]", rules=rules)
    assert (counted.work, counted.span, counted.bytes) == (9 * 8, 5, 36 * 8)
    looped = cost(lambda x: jax.lax.fori_loop(0, 4, lambda i, c: mine(c), x), "f32[8]", rules=rules)
    assert looped.work == 4 * 9 * 8


def test_infinite_intensity_is_null_in_json() -> None:
    call = jax.ffi.ffi_call("my_kernel", jax.ShapeDtypeStruct((8,), jnp.float32))
    counted = cost(call, "f32[8]", rules={"my_kernel": lambda op: (8, 1, 0)})
    assert counted.intensity == float("inf")
    assert counted.as_dict()["intensity"] is None


@pytest.mark.parametrize("result", [-1, 0.5, (1, 2, 3, 4), (), True, "much"])
def test_custom_rule_with_an_invalid_result_raises_an_error(result: Any) -> None:
    with pytest.raises(ValueError, match="the rule of my_kernel must return work,"):
        cost(mine, "f32[8]", rules={"my_kernel": lambda op: result})


def kernel(x: Any, y: Any, out: Any) -> None:
    out[...] = x[...] @ y[...]


@pytest.mark.parametrize("has_estimate", [True, False])
def test_pallas_kernel_is_counted_by_its_estimate_or_its_program(has_estimate: bool) -> None:
    estimate = pl.CostEstimate(flops=2 * N**3, transcendentals=5, bytes_accessed=12 * N**2)
    square = jax.ShapeDtypeStruct((N, N), np.float32)
    call = pl.pallas_call(
        kernel, out_shape=square, cost_estimate=estimate if has_estimate else None
    )
    counted = cost(lambda x, y: call(x, y), square, square, platform="tpu")
    assert not counted.exact
    if has_estimate:
        assert (counted.work, counted.bytes) == (2 * N**3 + 5, 12 * N**2)
        assert counted.bounds["work"] is Bound.NEITHER
        assert counted.assumed == ("tpu_custom_call, by the estimate of its kernel",)
    else:
        assert (counted.work, counted.bounds["work"]) == (2 * N**3, Bound.EXACT)
        assert counted.assumed == ("tpu_custom_call, by the program of its Pallas kernel",)


TILE = 16


def tiled(body: Any, tiles: int, platform: str = "cuda") -> Any:
    """Return a function that calls a Pallas kernel on the given number of square tiles."""
    spec = pl.BlockSpec((TILE, TILE), lambda i: (i, 0))
    made = jax.ShapeDtypeStruct((tiles * TILE, TILE), np.float32)
    params = triton.CompilerParams() if platform == "cuda" else None
    return pl.pallas_call(
        body, grid=(tiles,), in_specs=[spec], out_specs=spec, out_shape=made, compiler_params=params
    )


def curved(x: Any, out: Any) -> Any:
    out[...] = jnp.tanh(x[...] @ x[...])


def looped(x: Any, out: Any) -> Any:
    out[...] = lax.fori_loop(0, 3, lambda i, c: c + x[...], x[...])


def chosen(x: Any, out: Any) -> Any:
    first = pl.program_id(0) == 0
    out[...] = lax.cond(first, lambda c: jnp.exp(c @ c), lambda c: c @ c, x[...])


def until(x: Any, out: Any) -> Any:
    out[...] = lax.fori_loop(0, pl.program_id(0), lambda i, c: c @ c, x[...] + 1)


PRODUCT = 2 * TILE**3
# Each kernel, the work for one tile, and whether this work is exact or a bound.
KERNELS = {
    "curved": (curved, PRODUCT + TILE**2, Bound.EXACT),
    "looped": (looped, 3 * TILE**2, Bound.EXACT),
    "chosen": (chosen, PRODUCT + TILE**2, Bound.MOST),
    "until": (until, TILE**2, Bound.LEAST),
}


@pytest.mark.parametrize("platform", ["cuda", "tpu"])
@pytest.mark.parametrize("name", KERNELS)
def test_pallas_kernel_is_counted_from_its_program(name: str, platform: str) -> None:
    body, each, bound = KERNELS[name]
    counted = cost(
        lambda x: tiled(body, 4, platform)(x), f"f32[{4 * TILE}, {TILE}]", platform=platform
    )
    assert (counted.work, counted.bounds["work"]) == (4 * each, bound)
    assert (
        counted.bounds["span"] is counted.bounds["bytes"] is counted.bounds["peak"] is Bound.LEAST
    )
    assert ("without loops" in counted.assumed[0]) == (bound is Bound.LEAST)


def test_each_pallas_kernel_is_counted_at_its_call() -> None:
    def fn(x: Any) -> Any:
        x = lax.fori_loop(0, 5, lambda i, c: tiled(curved, 4)(c), x)
        return lax.cond(x[0, 0] > 0, tiled(looped, 4), tiled(curved, 4), x) + tiled(looped, 4)(x)

    counted = cost(fn, f"f32[{4 * TILE}, {TILE}]", platform="cuda")
    kernels = {row.op: row.work for row in counted.by_op}["__gpu$xla.gpu.triton"]
    assert kernels == 4 * (6 * (PRODUCT + TILE**2) + 3 * TILE**2)
