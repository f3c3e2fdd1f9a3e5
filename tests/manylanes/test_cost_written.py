"""Test trip counts that the program text determines, and the limits of the analysis."""

from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax
from jax.experimental import pallas as pl

from manylanes import cost


def inner(n: Any, x: Any) -> Any:
    return lax.fori_loop(0, n, lambda j, d: d * 2, x)


def doubling(x: Any) -> Any:
    return lax.fori_loop(0, 5, lambda i, c: (c[0] * 2, inner(c[0], c[1])), (jnp.int32(1), x))[1]


def final_counter(x: Any) -> Any:
    n = lax.while_loop(lambda n: n < 20, lambda n: n + 3, jnp.int32(0))
    return inner(n, x)


def table(x: Any) -> Any:
    return lax.scan(lambda c, n: (inner(n, c), None), x, jnp.arange(7))[0]


def table_of_steps(x: Any) -> Any:
    return lax.scan(lambda c, n: (inner(n, c), None), x, jnp.array([3, 1, 4, 1, 5]) - 1)[0]


def xorshift(x: Any) -> Any:
    def step(n: Any) -> Any:
        for shift, by in ((lax.shift_left, 13), (lax.shift_right_logical, 17), (lax.shift_left, 5)):
            n = n ^ shift(n, jnp.uint32(by))
        return n

    return lax.fori_loop(
        0, 4, lambda i, c: (step(c[0]), inner((c[0] & 7).astype(jnp.int32), c[1])),
        (jnp.uint32(2463534242), x),
    )[1]  # fmt: skip


WRITTEN = {"doubling": (doubling, 31), "final counter": (final_counter, 21), "table": (table, 21),
           "table of steps": (table_of_steps, 9), "xorshift": (xorshift, None)}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_trip_count_from_the_text(name: str) -> None:
    fn, rounds = WRITTEN[name]
    found = cost(fn, "f32[]")
    assert found.exact, found.unknown
    doubled = next(row.work for row in found.by_op if row.op == "multiply")
    ran = round(float(jnp.log2(fn(jnp.float32(1)))))
    assert doubled - (5 if name == "doubling" else 0) == ran
    assert rounds in (None, ran)


def test_limit_of_the_analysis_is_reported() -> None:
    def triangle(x: Any) -> Any:
        return lax.fori_loop(0, 5000, lambda i, c: inner(i, c), x)

    found = cost(triangle, "f32[]")
    assert not found.exact
    words = "a loop has 5,000 iterations that differ, which is more than cost walks one by one"
    assert any(words in each for each in found.unknown)

    def seldom(x: Any) -> Any:
        return lax.fori_loop(0, 5000, lambda i, c: lax.cond(i == 7, jnp.sin, jnp.tanh, c * 2), x)

    found = cost(seldom, "f32[]")
    assert found.exact  # both branches cost the same


@pytest.mark.parametrize("n", [5, 16, 37])
def test_batched_map_counts_each_element_once(n: int) -> None:
    assert cost(lambda x: lax.map(jnp.sin, x, batch_size=8), f"f32[{n}]").work == n


def test_blocks_that_a_kernel_reads_are_counted() -> None:
    def add(x_ref: Any, y_ref: Any, o_ref: Any) -> None:
        o_ref[...] = x_ref[...] + y_ref[...]

    def tiled(x: Any, y: Any) -> Any:
        block = pl.BlockSpec((8,), lambda i: (i,))
        shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
        return pl.pallas_call(
            add, out_shape=shape, grid=(8,), in_specs=[block, block], out_specs=block,
            interpret=True,
        )(x, y)  # fmt: skip

    found = cost(tiled, "f32[64]", "f32[64]")
    assert found.exact, found.unknown
    assert list(found.rounds.values()) == [8]
    assert next(row.work for row in found.by_op if row.op == "add") >= 64
    assert found.bytes >= 4 * 3 * 64
