"""Compare the count with the oracle on one program for each edge case of a rule.

Add programs here that a long fuzzing run or a reader finds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from oracle import count
from test_cost_oracle import compare_with_oracle

from manylanes import Bound, cost

RANDOM = np.random.default_rng(3)
Case = tuple[Callable[..., Any], tuple[Any, ...]]


def f(*shape: int) -> Any:
    return RANDOM.uniform(-2, 2, shape).astype(np.float32)


def n(below: int, *shape: int) -> Any:
    return RANDOM.integers(0, below, shape).astype(np.int32)


TABLE = jnp.array([3, 1, 4, 1, 5, 2])
PAIR = f(2, 10)
FEW = n(8, 5, 7).astype(jnp.int4)


def at(fn: Callable[..., Any], *args: Any) -> Case:
    return fn, args


def times(rounds: int, body: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda x: lax.fori_loop(0, rounds, body, x)


def pooled(x: Any, start: Any, by: Any, size: int, step: int, pad: str = "VALID") -> Any:
    return lax.reduce_window(x, start, by, (size,) * x.ndim, (step,) * x.ndim, pad)


def convolved(x: Any, kernel: Any, steps: tuple[int, int] = (1, 1), **how: Any) -> Any:
    names = ("NHWC", "HWIO", "NHWC")
    how = {"padding": "SAME"} | how
    return lax.conv_general_dilated(x, kernel, steps, dimension_numbers=names, **how)


def part_in_rounds(x: Any, n: Any) -> Any:
    part = lax.dynamic_slice(x, (n[1] * n[2],), (3,))
    return times(3, lambda i, c: jnp.sin(c) + part)(x[:3])


def loop_of(rounds: Any, x: Any) -> Any:
    return lax.fori_loop(0, rounds, lambda i, c: c * 2, x)


def trip_counts_from(table: Any) -> Callable[[Any], Any]:
    return lambda x: lax.scan(lambda c, rounds: (loop_of(rounds, c), None), x, table())[0]


def scalars(count: int, rounds: int) -> Callable[[Any], Any]:
    """Carry scalars through a loop that moves each one to the next slot."""

    def fn(x: Any) -> Any:
        def step(i: Any, c: Any) -> Any:
            return (*(b * 2 + a for a, b in pairwise(c)), c[0])

        start = tuple(x[i] for i in range(count))
        return jnp.stack(lax.fori_loop(0, rounds, step, start))

    return fn


SIMPLE = {
    "constants fold": at(lambda x: x * (jnp.float32(2) * 3 + 1), f(10)),
    "conversion to the same type": at(lambda x: x.astype(jnp.float32) + 1, f(10)),
    "different constants are not merged": at(
        lambda x: x * PAIR[0] + x * PAIR[1], f(10)),
    "select of complex numbers": at(
        lambda x, y: lax.select(lax.real(x) > 0, x, y), f(10) + 0j, f(10) + 0j),
    "complex constant": at(lambda x: x * (1 + 2j), f(10) + 0j),
    "sort with a second operand": at(lambda x, y: lax.sort((x, y), num_keys=1)[1], f(10), f(10)),
    "scatter-add with unique indices": at(
        lambda x, i, y: x.at[i].add(y, unique_indices=True), f(6, 10), np.int32([3, 1]), f(2, 10)),
    "strided convolution": at(lambda x, k: convolved(x, k, (2, 2)), f(1, 8, 8, 3), f(3, 3, 3, 5)),
    "depthwise convolution": at(
        lambda x, k: convolved(x, k, feature_group_count=4), f(1, 8, 8, 4), f(3, 3, 1, 4)),
    "complex triangular solve": at(
        lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True),
        f(4, 4) + 4 * np.eye(4, dtype=np.complex64), f(4, 3) + 0j),
}  # fmt: skip
REPEATS = {
    "batched product with a broadcast operand": at(lambda q, k: jnp.einsum(
        "hid,hjd->hij", q, jnp.broadcast_to(k[:, None], (2, 3, 5, 4)).reshape(6, 5, 4)),
        f(6, 5, 4), f(2, 5, 4)),
    "array broadcast for a sum and a product": at(
        lambda x, r: (x + jnp.broadcast_to(r, (4, 4))) @ jnp.broadcast_to(
        r, (4, 4)), f(4, 4), f(4)),
    "sort of a broadcast": at(lambda r: jnp.sort(jnp.broadcast_to(r, (3, 5)), axis=1), f(5)),
    "scatter-add into a broadcast": at(
        lambda r, i: jnp.broadcast_to(r, (5, 4)).at[i].add(2), f(4), n(5, 3)),
    "gather from a broadcast": at(lambda r, i: jnp.broadcast_to(r, (5, 4))[i], f(4), n(5, 3)),
}  # fmt: skip

BRANCHES = {
    "sides depend on arrays of different depth": at(lambda x: times(10, lambda i, c: jnp.tanh(c))(
        (lambda deep: lax.cond(x[0, 0] > 1e9, lambda: deep, lambda: x))(jnp.sort(jnp.tanh(x)))),
        f(4, 4)),
    "two equal": at(lambda x: lax.cond(x[0, 0] > 0, lambda: jnp.sin(x @ x), lambda: x) @ (
        lax.cond(x[0, 0] > 0, lambda: jnp.sin(x @ x), lambda: x)), f(4, 4)),
    "predicate depends on data": at(
        lambda x: lax.cond(x[0] < 9, lambda x: x + 1, lambda x: x * x + 1, x), f(9)),
    "one side reads another array": at(
        lambda x: lax.cond(x[0] < 0, lambda a, b: a + b, lambda a, b: a * 2, x, jnp.sin(x)), f(9)),
    "taken side reads another array": at(times(5, lambda i, c: lax.cond(
        i == 2, lambda a, b: a + b, lambda a, b: a * 2, c, jnp.sin(c))), f(9)),
    "predicate of data inside a predicate of a counter": at(times(6, lambda i, c: lax.cond(
        i % 2 == 0, lambda a: lax.cond(a[0] > 0, jnp.sin, lambda a: a * 2 + 1, a),
        lambda a: a @ jnp.ones((9, 9)), c)), f(9)),
    "index out of range": at(times(6, lambda i, c: lax.switch(
        i - 1, [jnp.sin, lambda a: a + a * a, lambda a: a @ a], c)), f(4, 4)),
    "predicates are a constant array": at(lambda x: lax.scan(lambda c, b: (lax.cond(
        b, jnp.sin, lambda a: a @ a, c), None), x, jnp.array([True, False, True]))[0], f(3, 3)),
}  # fmt: skip
ADDRESSES = {
    "gather with fill": at(lambda x, i: x.at[i].get(mode="fill", fill_value=0), f(8), n(12, 5)),
    "gather with clip": at(lambda x, i: x.at[i].get(mode="clip"), f(8), n(12, 5)),
    "negative index": at(lambda x, i: x[-i], f(8), n(8, 5)),
    "negative indices are also counted": at(lambda x, i: x[i].sum() + (i < 0).sum(), f(8), n(8, 5)),
    "indices of two axes": at(lambda x, i, j: x[i, j], f(8, 8), n(8, 5), n(8, 5)),
    "slice of gathered rows": at(lambda x, i: x[i][1:3] * 2, f(8, 3), n(8, 5)),
    "segment sum": at(lambda x, i: jax.ops.segment_sum(x, i, 4), f(8), n(4, 8)),
    "histogram": at(lambda x: jnp.histogram(x, 5)[0], f(9)),
    "roll by data": at(lambda x, i: jnp.roll(x, i[0]), f(8), n(8, 2)),
    "carried integer as an address": at(lambda x: lax.fori_loop(
        0, 5, lambda i, c: (c[0] + 2, c[1] + x[c[0]]), (jnp.int32(0), x[0]))[1], f(20)),
    "sum of two constants as an index": at(
        lambda x, k: x[TABLE[k[0]] + TABLE[k[1]]], f(40), n(5, 2)),
    "counter with an end value from data": at(lambda x, k: x[lax.while_loop(
        lambda c: c < k[0], lambda c: c + 1, 0)], f(8, 3), n(5, 2)),
    "scatter": at(lambda x, i, v: x.at[i].set(v), f(8), n(8, 5), f(5)),
    "update of all inner elements": at(lambda x: x.at[1:-1].set((x[:-2] + x[2:]) / 2), f(9)),
}  # fmt: skip
WINDOWS = {
    "gradient of average pooling": at(
        jax.grad(lambda x: (pooled(x, 0.0, lax.add, 2, 2) ** 2).sum()),
                             f(8, 8)),
    "base dilation": at(lambda x: lax.reduce_window(
        x, 0.0, lax.add, (3,), (1,), ((2, 2),), base_dilation=(2,)), f(6)),
    "window dilation": at(lambda x: lax.reduce_window(
        x, 0.0, lax.add, (3,), (1,), ((1, 1),), window_dilation=(2,)), f(9)),
    "convolution with feature groups": at(
        lambda x, k: convolved(x, k, feature_group_count=2), f(1, 5, 5, 4), f(3, 3, 2, 6)),
    "convolution with batch groups": at(
        lambda x, k: convolved(x, k, batch_group_count=2), f(2, 5, 5, 4), f(3, 3, 4, 6)),
    "convolution with input dilation": at(lambda x, k: convolved(
        x, k, padding=((2, 3), (1, 1)), lhs_dilation=(2, 3)), f(1, 5, 5, 4), f(3, 3, 4, 6)),
    "convolution with kernel dilation": at(lambda x, k: convolved(
        x, k, (2, 1), padding="VALID", rhs_dilation=(2, 1)), f(1, 7, 7, 2), f(3, 3, 2, 3)),
    "gradients of a strided convolution": at(jax.grad(
        lambda x, k: (convolved(x, k, (2, 2)) ** 2).sum(), (0, 1)), f(1, 7, 7, 2), f(3, 3, 2, 3)),
}  # fmt: skip
LOOPS = {
    "one iteration with a dead carry slot": at(lambda x: lax.scan(
        lambda c, _: ((c[0] - c[1], jnp.tanh(c[0] @ x)), None), (x, x), None, 1)[0][0], f(4, 4)),
    "two equal": at(lambda x: times(3, lambda i, c: jnp.sin(c) * x)(x) @ times(
        3, lambda i, c: jnp.sin(c) * x)(x), f(4, 4)),
    "invariant dynamic slice": at(part_in_rounds, f(8), n(2, 5)),
    "integer arithmetic that wraps": at(
        times(20, lambda i, c: c * 1664525 + 1013904223), np.uint32(5)),
    "counter of one byte that wraps": at(lambda x: lax.while_loop(
        lambda c: c[0] != 3, lambda c: (c[0] + jnp.uint8(7), c[1] * 2), (jnp.uint8(0), x))[1],
        f(3)),
    "one dead carry slot": at(lambda x: lax.fori_loop(
        0, 4, lambda i, c: (c[0] * 2, jnp.sin(c[1])), (x, x))[0], f(5)),
    "condition depends on data": at(lambda x: lax.while_loop(
        lambda c: (c[0] < 3) & (c[1][0] < 9), lambda c: (c[0] + 1, c[1] * 2), (0, x))[1], f(5)),
    "as many scalars as registers": at(scalars(32, 3), f(40)),
    "more scalars than registers": at(scalars(40, 3), f(40)),
    "vmapped loop that reads elements by its counter": at(jax.vmap(
        lambda x: lax.fori_loop(0, 10, lambda i, c: c + x[i], 0.0)), f(6, 10)),
    "trip counts from a computed table": at(
        trip_counts_from(lambda: jnp.array([3, 1, 4, 1, 5]) - 1), np.float32(1)),
    "reverse scan": at(lambda x: lax.scan(
        lambda c, r: (c + r, c * r), x[0], x, reverse=True), f(5, 3)),
    "unrolled by two": at(lambda x: lax.scan(
        lambda c, r: (c + r, c * r), x[0], x, unroll=2), f(5, 3)),
    "map in batches with a remainder": at(lambda x: lax.map(jnp.sin, x, batch_size=4), f(10, 3)),
}  # fmt: skip
OTHERS = {
    "real FFT of a given length and its inverse": at(
        lambda x: jnp.fft.irfft(jnp.fft.rfft(x, 8) * 2, 8), f(3, 8)),
    "pad, slice, reverse and concatenate without effect": at(
        lambda x, none: lax.dynamic_slice(lax.slice(
        lax.pad(lax.rev(jnp.concatenate([x, none]), (0,)), 0.0, [(0, 0, 0)] * 2),
        (0, 0), (1, 8)), (x[0, 0].astype(np.int32), 0), (1, 8)) @ jnp.ones((8, 2)),
        f(1, 8), f(0, 8)),
    "pad with interior padding": at(lambda x: lax.pad(x, 0.0, [(0, -8, 1)]) * 2, f(9)),
    "product of 4-bit integers": at(lambda x, w: x @ w.astype(np.float32), f(3, 5), FEW[:5, :3]),
    "sort by two keys": at(lambda x, y: lax.sort((x, y), num_keys=2), f(6), f(6)),
    "one dead result of a barrier": at(
        lambda x: lax.optimization_barrier((jnp.sin(x), x @ x))[0] * 2, f(4, 4)),
    "binary search": at(lambda a, x: jnp.searchsorted(a, x), np.sort(f(9)), f(3)),
    "reducer of two ops": at(
        lambda x: lax.reduce(x, np.float32(0), lambda a, b: a * 2 + b, (0,)), f(8, 3)),
    "reduction from a computed value": at(
        lambda x: lax.reduce(x, x[0, 0], lax.max, (0,)), f(8, 3)),
    "window from a computed value": at(
        lambda x: lax.reduce_window(x, x[0, 0], lax.add, (2, 1), (2, 1), "VALID"), f(8, 3)),
    "transposed product": at(lambda x, y: (x @ y).T, f(3, 5), f(5, 4)),
    "gradient of weights with three axes": at(
        jax.grad(lambda w, x: jnp.tanh(jnp.einsum("sd,dhk->shk", x, w)).sum()),
        f(5, 2, 4), f(3, 5)),
    "empty arrays": at(lambda a, b: (a @ b, (b + 1).sum(0)), f(3, 0), f(0, 4)),
    "int8 product": at(lambda a: lax.dot(a, a, preferred_element_type=jnp.int32),
                n(9, 4, 4).astype(np.int8)),
    "complex": at(lambda x: jnp.abs((x @ x) / (x + 1)), f(4, 4).astype(np.complex64)),
    "rematerialization with a policy": at(jax.grad(lambda x: jax.checkpoint(
        lambda y: jnp.sin(jnp.sin(y @ y) @ y),
        policy=jax.checkpoint_policies.dots_saveable)(x).sum()), f(4, 4)),
}  # fmt: skip
MATRICES = {
    "inverse": at(jnp.linalg.inv, f(4, 4)),
    "QR of a tall matrix": at(lambda x: jnp.linalg.qr(x), f(5, 4)),
    "QR of a wide complex matrix": at(lambda x: jnp.linalg.qr(x), f(4, 6).astype(np.complex64)),
    "two equal solves": at(lambda x: (jnp.linalg.solve(x, x), jnp.linalg.solve(x, x) + 1), f(4, 4)),
    "transposed triangular solve": at(
        lambda a, b: jax.scipy.linalg.solve_triangular(a, b, trans=1), f(4, 4), f(4, 3)),
}  # fmt: skip
GROUPS = {
    "simple": SIMPLE, "branch": BRANCHES, "address": ADDRESSES, "window": WINDOWS,
    "loop": LOOPS, "other": OTHERS, "matrix": MATRICES, "repeat": REPEATS,
}  # fmt: skip
CASES = {
    f"{group}: {name}": case for group, cases in GROUPS.items() for name, case in cases.items()
}
BOUNDED = {  # cases whose cost is a bound: keep them few
    "branch: two equal",
    "branch: predicate depends on data",
    "branch: predicate of data inside a predicate of a counter",
    "loop: condition depends on data",
    "address: counter with an end value from data",
}


@pytest.mark.parametrize("name", CASES)
def test_edge_case_costs_what_it_executes(name: str) -> None:
    fn, args = CASES[name]
    with jax.numpy_dtype_promotion("standard"):
        text = jax.jit(fn, keep_unused=True).lower(*args).as_text()
    counted = cost(text)
    compare_with_oracle(name, counted, count(text, args))
    assert (counted.bounds["work"] is not Bound.EXACT) == (name in BOUNDED)
    assert set(CASES) >= BOUNDED


def test_cost_with_counted_iterations_is_exact() -> None:
    fn, args = CASES["loop: condition depends on data"]
    text = jax.jit(fn).lower(*args).as_text()
    executed = count(text, args)
    counted = cost(text, rounds={0: executed.rounds})
    assert counted.exact
    compare_with_oracle("counted", counted, executed)
