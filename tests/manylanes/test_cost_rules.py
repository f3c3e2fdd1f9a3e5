"""Ops that the table does not list: rules of one's own, and what a kernel says of itself."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import pallas as pl

from manylanes import Bound, cost

N = 128


def mine(x: Any) -> Any:
    """A call that nobody else has; it is lowered, never run."""
    kind = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.ffi.ffi_call("my_kernel", kind)(x + 1) * 2


def test_a_rule_of_ones_own_counts_what_the_table_does_not_list() -> None:
    assert cost(mine, "f32[8]").unknown == ("the custom call my_kernel: not in the table",)
    found = cost(mine, "f32[8]", rules={"my_kernel": lambda op: 10 * op.results[0].size})
    assert found.exact
    assert found.unknown == ()
    assert found.work == 8 + 80 + 8
    assert found.bytes == 6 * 8 * 4  # x + 1, the call, the product: each reads and writes
    assert found.assumed == ("my_kernel, by the rule that was given",)
    assert {row.op: row.work for row in found.by_op}["my_kernel"] == 80


def test_a_rule_says_span_and_bytes_too_and_holds_for_open_sizes_and_in_loops() -> None:
    rules = {"my_kernel": lambda op: (7 * op.operands[0].size, 3, 5 * op.operands[0].bytes)}
    found = cost(mine, "f32[n]", rules=rules)
    assert (str(found.work), str(found.span), str(found.bytes)) == ("9*n", "5", "36*n")
    looped = cost(lambda x: jax.lax.fori_loop(0, 4, lambda i, c: mine(c), x), "f32[8]", rules=rules)
    assert looped.work == 4 * 9 * 8


@pytest.mark.parametrize("said", [-1, 0.5, (1, 2, 3, 4), (), True, "much"])
def test_a_rule_that_gives_no_amounts_is_refused(said: Any) -> None:
    with pytest.raises(ValueError, match="the rule of my_kernel gives work, or"):
        cost(mine, "f32[8]", rules={"my_kernel": lambda op: said})


@pytest.mark.parametrize("rules", [["my_kernel"], {"my_kernel": 3}])
def test_rules_are_functions_by_name(rules: Any) -> None:
    with pytest.raises(ValueError, match="a dictionary of functions by the name of an op"):
        cost(mine, "f32[8]", rules=rules)


def test_a_listed_op_keeps_its_rule() -> None:
    assert cost(jnp.sin, "f32[8]", rules={"sine": lambda op: 99}).work == 8


def kernel(x: Any, y: Any, out: Any) -> None:
    out[...] = x[...] @ y[...]


@pytest.mark.parametrize("said", [True, False])
def test_the_estimate_of_a_pallas_kernel_is_read(said: bool) -> None:
    estimate = pl.CostEstimate(flops=2 * N**3, transcendentals=5, bytes_accessed=12 * N**2)
    square = jax.ShapeDtypeStruct((N, N), np.float32)
    call = pl.pallas_call(kernel, out_shape=square, cost_estimate=estimate if said else None)
    found = cost(lambda x, y: call(x, y), square, square, platform="tpu")
    assert not found.exact
    if said:
        assert (found.work, found.bytes) == (2 * N**3 + 5, 12 * N**2)
        assert found.bounds["work"] is Bound.NEITHER
        assert found.assumed == ("tpu_custom_call, by the estimate that its kernel brings",)
    else:
        assert found.bounds["work"] is Bound.LEAST
        assert found.unknown == ("the custom call tpu_custom_call: not in the table",)
