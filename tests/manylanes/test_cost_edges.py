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

DRAWN = np.random.default_rng(3)
Case = tuple[Callable[..., Any], tuple[Any, ...]]


def f(*shape: int) -> Any:
    return DRAWN.uniform(-2, 2, shape).astype(np.float32)


def n(below: int, *shape: int) -> Any:
    return DRAWN.integers(0, below, shape).astype(np.int32)


ONES = np.ones((4, 4), np.float32)
TABLE = jnp.array([3, 1, 4, 1, 5, 2])
PAIR = f(2, 10)
FEW = n(8, 5, 7).astype(jnp.int4)


def at(fn: Callable[..., Any], *args: Any) -> Case:
    return fn, args


def from_key(draw: Callable[[Any], Any]) -> Case:
    return at(lambda data: draw(jax.random.wrap_key_data(data)), np.array([1, 2], np.uint32))


def draw_bits(rounds: int, key: Any) -> Any:
    def draw(i: Any, data: Any) -> Any:
        return jax.random.bits(jax.random.wrap_key_data(data), (2,))

    return lax.fori_loop(0, rounds, draw, key)


def times(rounds: int, body: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda x: lax.fori_loop(0, rounds, body, x)


def pooled(x: Any, start: Any, by: Any, size: int, step: int, pad: str = "VALID") -> Any:
    return lax.reduce_window(x, start, by, (size,) * x.ndim, (step,) * x.ndim, pad)


def convolved(x: Any, kernel: Any, steps: tuple[int, int] = (1, 1), **how: Any) -> Any:
    names = ("NHWC", "HWIO", "NHWC")
    how = {"padding": "SAME"} | how
    return lax.conv_general_dilated(x, kernel, steps, dimension_numbers=names, **how)


def sorted_twice(x: Any) -> Any:
    return tuple(lax.sort((x, x * 2), num_keys=1))


@jax.jit
def beside(x: Any, y: Any) -> Any:
    return x, jnp.sin(y)


def after_counting(x: Any) -> Any:
    start = (jnp.int32(0), x.sum())
    last, y = lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, c[1] * 2), start)
    return x[last] + y


def part_in_rounds(x: Any, n: Any) -> Any:
    part = lax.dynamic_slice(x, (n[1] * n[2],), (3,))
    return times(3, lambda i, c: jnp.sin(c) + part)(x[:3])


def one_part(x: Any) -> Any:
    part = x[2:4, 2:4]
    return part + part.T + part[::-1]


@jax.custom_vjp
def written_backwards(x: Any) -> Any:
    return jnp.sin(x)


written_backwards.defvjp(
    lambda x: (jnp.sin(x), jnp.cos(x)), lambda residuals, g: (residuals * g * 2,)
)


def loop_of(rounds: Any, x: Any) -> Any:
    return lax.fori_loop(0, rounds, lambda i, c: c * 2, x)


def doubled_trip_count(x: Any) -> Any:
    start = (jnp.int32(1), x)
    return lax.fori_loop(0, 5, lambda i, c: (c[0] * 2, loop_of(c[0], c[1])), start)[1]


def trip_counts_from(table: Any) -> Callable[[Any], Any]:
    return lambda x: lax.scan(lambda c, rounds: (loop_of(rounds, c), None), x, table())[0]


def xorshift_trip_count(x: Any) -> Any:
    def step(n: Any) -> Any:
        for shift, by in ((lax.shift_left, 13), (lax.shift_right_logical, 17), (lax.shift_left, 5)):
            n = n ^ shift(n, jnp.uint32(by))
        return n

    def body(i: Any, c: Any) -> Any:
        return step(c[0]), loop_of((c[0] & 7).astype(jnp.int32), c[1])

    return lax.fori_loop(0, 4, body, (jnp.uint32(2463534242), x))[1]


def scalars(count: int, rounds: int, *, last: int = 0) -> Callable[[Any], Any]:
    """Carry scalars through a loop that moves each one to the next slot."""

    def fn(x: Any) -> Any:
        def step(i: Any, c: Any) -> Any:
            return (*(b * 2 + a for a, b in pairwise(c)), c[0])

        start = tuple(x[i] for i in range(count))
        return jnp.stack(lax.fori_loop(0, rounds, step, start)[last:])

    return fn


def scalars_read(x: Any) -> Any:
    """Compute forty scalars before a loop that reads all of them in each iteration."""
    sines = [jnp.sin(x[i]) for i in range(40)]
    return lax.fori_loop(0, 3, lambda i, c: sum((c * a for a in sines), c), x[0])


def repeated(x: Any) -> Any:
    """Repeat each row of a square twice, as a broadcast view."""
    return jnp.repeat(x, 2, axis=0, total_repeat_length=2 * len(x))


def up_to_and_including(x: Any) -> Any:
    return lax.while_loop(lambda c: c[0] <= 14, lambda c: (c[0] + 2, c[1] * 2), (2, x))[1]


def two_counters(x: Any) -> Any:
    def continues(c: Any) -> Any:
        return (c[0] < 50) & (c[1] > 5)

    return lax.while_loop(continues, lambda c: (c[0] + 1, c[1] - 2, c[2] * 2), (0, 25, x))[2]


def growing_scale(x: Any) -> Any:
    def step(_: Any, c: Any) -> Any:
        scale, v, w = c[0] + 0.5, c[1], c[2]
        return scale, v * scale, w + v

    return lax.fori_loop(0, 7, step, (1.0, x, x))[1:]


def distances(x: Any, y: Any) -> Any:
    return (x**2).sum(1)[:, None] - 2 * x @ y.T + (y**2).sum(1)


SIMPLE = {
    "scaled": at(lambda x: 3 * x, f(10)),
    "outer product": at(lambda x, y: x[:, None] * y, f(16), f(10)),
    "relu": at(jax.nn.relu, f(10)),
    "constants fold": at(lambda x: x * (jnp.float32(2) * 3 + 1), f(10)),
    "conversion to the same type": at(lambda x: x.astype(jnp.float32) + 1, f(10)),
    "different constants are not merged": at(
        lambda x: x * PAIR[0] + x * PAIR[1], f(10)),
    "select of complex numbers": at(
        lambda x, y: lax.select(lax.real(x) > 0, x, y), f(10) + 0j, f(10) + 0j),
    "complex constant": at(lambda x: x * (1 + 2j), f(10) + 0j),
    "sort with a second operand": at(lambda x, y: lax.sort((x, y), num_keys=1)[1], f(10), f(10)),
    "argsort": at(jnp.argsort, f(10)),
    "reshape": at(lambda x: x.reshape(10, 6), f(6, 10)),
    "transpose in a chain": at(lambda x: x.T + 1, f(6, 10)),
    "two slices": at(lambda x: x[1:] - x[:-1], f(10)),
    "row at a constant index": at(lambda x: x[2] + 1, f(6, 10)),
    "gather of few rows": at(lambda x, i: x[i], f(6, 10), n(6, 2)),
    "scatter-add with unique indices": at(
        lambda x, i, y: x.at[i].add(y, unique_indices=True), f(6, 10), np.int32([3, 1]), f(2, 10)),
    "one hot": at(lambda i: jax.nn.one_hot(i, 10), n(10, 6)),
    "norm": at(lambda x: jnp.sqrt((x * x).sum()), f(10)),
    "prefix maximum of rows": at(lambda x: lax.cummax(x, axis=1), f(6, 10)),
    "matrix-vector product": at(lambda x, y: x @ y, f(6, 16), f(16)),
    "dot product": at(jnp.dot, f(16), f(16)),
    "fused chain before a product": at(lambda x, w: jnp.exp(x) @ w, f(6, 16), f(16, 10)),
    "pairwise distances": at(distances, f(6, 16), f(10, 16)),
    "strided convolution": at(lambda x, k: convolved(x, k, (2, 2)), f(1, 8, 8, 3), f(3, 3, 3, 5)),
    "depthwise convolution": at(
        lambda x, k: convolved(x, k, feature_group_count=4), f(1, 8, 8, 4), f(3, 3, 1, 4)),
    "one-dimensional convolution": at(
        lambda x, w: jnp.convolve(x, w, mode="valid"), f(16), f(3)),
    "complex triangular solve": at(
        lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True),
        f(4, 4) + 4 * np.eye(4, dtype=np.complex64), f(4, 3) + 0j),
}  # fmt: skip
REPEATS = {
    "batched product with a broadcast operand": at(lambda q, k: jnp.einsum(
        "hid,hjd->hij", q, jnp.broadcast_to(k[:, None], (2, 3, 5, 4)).reshape(6, 5, 4)),
        f(6, 5, 4), f(2, 5, 4)),
    "product with a broadcast operand in a loop": at(lambda x, k: times(3, lambda i, c: jnp.einsum(
        "bij,bjk->bik", c, jnp.broadcast_to(k, (3, 4, 4))))(x), f(3, 4, 4), f(4, 4)),
    "product with a broadcast operand in two loops": at(lambda x, k: times(3, lambda i, c: times(
        2, lambda j, d: jnp.einsum("bij,bjk->bik", d, c))(x) + i)(
        jnp.broadcast_to(k, (3, 4, 4))), f(3, 4, 4), f(4, 4)),
    "product with a broadcast operand on one side of a branch": at(times(4, lambda i, c: lax.cond(
        i == 1, lambda a, b: a @ b, lambda a, b: a + b, c, jnp.broadcast_to(c[0], (4, 4)))),
        f(4, 4)),
    "array broadcast for a sum and a product": at(
        lambda x, r: (x + jnp.broadcast_to(r, (4, 4))) @ jnp.broadcast_to(
        r, (4, 4)), f(4, 4), f(4)),
    "product with a transposed broadcast": at(
        lambda x, r: jnp.broadcast_to(r, (4, 4)).T @ x, f(4, 4), f(4)),
    "product with a broadcast scalar": at(lambda x: x @ jnp.full((4, 4), x.sum()), f(4, 4)),
    "sort of a broadcast": at(lambda r: jnp.sort(jnp.broadcast_to(r, (3, 5)), axis=1), f(5)),
    "convolution of a broadcast": at(lambda x, k: convolved(jnp.broadcast_to(x, (3, 5, 5, 2)), k),
                    f(5, 5, 2), f(3, 3, 2, 2)),
    "update of one element of a broadcast": at(
        lambda r: jnp.broadcast_to(r, (5, 4)).at[1, 2].set(7), f(4)),
    "scatter-add into a broadcast": at(
        lambda r, i: jnp.broadcast_to(r, (5, 4)).at[i].add(2), f(4), n(5, 3)),
    "gather from a broadcast": at(lambda r, i: jnp.broadcast_to(r, (5, 4))[i], f(4), n(5, 3)),
    "product with repeated rows": at(lambda x: repeated(x) @ x, f(4, 4)),
}  # fmt: skip

BRANCHES = {
    "sides depend on arrays of different depth": at(lambda x: times(10, lambda i, c: jnp.tanh(c))(
        (lambda deep: lax.cond(x[0, 0] > 1e9, lambda: deep, lambda: x))(jnp.sort(jnp.tanh(x)))),
        f(4, 4)),
    "a side returns a slice of a concatenation": at(lambda x, k: (lambda part: lax.cond(
        x[0, 0] > 0, lambda: x, lambda: part))(lax.dynamic_slice(
            jnp.concatenate([x, x + 1]), (k[0], 0), (4, 4))), f(4, 4), n(4, 1)),
    "two equal": at(lambda x: lax.cond(x[0, 0] > 0, lambda: jnp.sin(x @ x), lambda: x) @ (
        lax.cond(x[0, 0] > 0, lambda: jnp.sin(x @ x), lambda: x)), f(4, 4)),
    "sort of two arrays with one live result": at(
        lambda x: lax.cond(x[0, 0] < 9, sorted_twice, lambda x: (x, x), x)[1], ONES),
    "operand is a dynamic slice": at(
        lambda x, n: (lambda v: lax.cond(x[0] > 9, lambda: v * 2, lambda: v + 1))(
            lax.dynamic_slice(x, (n[1],), (3,))), f(8), n(5, 5)),
    "predicate depends on data": at(
        lambda x: lax.cond(x[0] < 9, lambda x: x + 1, lambda x: x * x + 1, x), f(9)),
    "one side reads another array": at(
        lambda x: lax.cond(x[0] < 0, lambda a, b: a + b, lambda a, b: a * 2, x, jnp.sin(x)), f(9)),
    "taken side reads another array": at(times(5, lambda i, c: lax.cond(
        i == 2, lambda a, b: a + b, lambda a, b: a * 2, c, jnp.sin(c))), f(9)),
    "one side reads a deeper array": at(times(5, lambda i, c: lax.cond(
        i < 3, lambda a, b: a + b, lambda a, b: a * 2, c, jnp.sin(jnp.cos(jnp.sin(c))))), f(9)),
    "untaken side reads another array": at(lambda x: times(5, lambda i, c: lax.cond(
        i == 77, lambda a, b: a + b, lambda a, b: a * 2, c, jnp.cos(x)))(x), f(9)),
    "inlined side repeats an op outside": at(
        lambda x: lax.cond(True, lambda a: a + 1, lambda a: a @ a, x) @ (x + 1), f(4, 4)),
    "untaken side needs more memory": at(times(5, lambda i, c: lax.cond(
        i == 77, lambda a: (a @ a) @ (a @ a) @ (a @ a), lambda a: a * 2, c)), f(4, 4)),
    "nested untaken side needs more memory": at(times(5, lambda i, c: lax.cond(
        i < 3, lambda a: lax.cond(i > 3, lambda a: (a @ a) @ (a @ a), lambda a: a + 1, a),
        lambda a: a * 2, c)), f(4, 4)),
    "predicate of data inside a predicate of a counter": at(times(6, lambda i, c: lax.cond(
        i % 2 == 0, lambda a: lax.cond(a[0] > 0, jnp.sin, lambda a: a * 2 + 1, a),
        lambda a: a @ jnp.ones((9, 9)), c)), f(9)),
    "index out of range": at(times(6, lambda i, c: lax.switch(
        i - 1, [jnp.sin, lambda a: a + a * a, lambda a: a @ a], c)), f(4, 4)),
    "predicate is also a result": at(
        lambda x, k: (lax.cond(k > 1, jnp.sin, jnp.cos, x), jnp.int32(k > 1)), f(9), np.int32(2)),
    "vmapped": at(jax.vmap(lambda a: lax.cond(a.sum() > 0, jnp.sin, lambda a: a * a, a)), f(3, 4)),
    "gradient": at(jax.grad(lambda x: times(3, lambda i, c: lax.cond(
        i == 1, jnp.sin, lambda a: a * a, c))(x).sum()), f(4)),
    "inlined side does not read the carry of a loop": at(lambda x: lax.cond(
        True, lambda a, b: a, lambda a, b: a + b, *lax.while_loop(
            lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2, c[2] @ c[2]),
            (jnp.int32(0), x, x + 1))[1:]), f(4, 4)),
    "branches of constants": at(lambda k: lax.map(lambda one: lax.switch(
        one, [lambda t=t: np.int32(t) for t in (5, 2, 7, 3)]), k), n(4, 9)),
    "nested loops with a predicate from a counter": at(times(7, lambda i, c: lax.cond(
        i < 3, lambda c: lax.fori_loop(0, i, lambda _, d: d * 2, c), lambda c: c, c)), f(10)),
    "computed index": at(times(7, lambda i, c: lax.switch(
        lax.rem(i * i, 3), [jnp.sin, lambda c: c * 2 + 1, jnp.cos], c)), f(10)),
    "branch computes an address": at(lambda x: lax.dynamic_index_in_dim(
        x, lax.cond(x[0] > 0, lambda: 3, lambda: 5)), f(9)),
    "predicates are a constant array": at(lambda x: lax.scan(lambda c, b: (lax.cond(
        b, jnp.sin, lambda a: a @ a, c), None), x, jnp.array([True, False, True]))[0], f(3, 3)),
}  # fmt: skip
ADDRESSES = {
    "gather with fill": at(lambda x, i: x.at[i].get(mode="fill", fill_value=0), f(8), n(12, 5)),
    "gather with clip": at(lambda x, i: x.at[i].get(mode="clip"), f(8), n(12, 5)),
    "index from the end": at(lambda x, i: x[-1 - i], f(8), n(8, 5)),
    "negative index": at(lambda x, i: x[-i], f(8), n(8, 5)),
    "indices are also compared": at(
        lambda x, i: (x[i], (i < 0).astype(jnp.float32)), f(8), n(8, 5)),
    "negative indices are also counted": at(lambda x, i: x[i].sum() + (i < 0).sum(), f(8), n(8, 5)),
    "indices of two axes": at(lambda x, i, j: x[i, j], f(8, 8), n(8, 5), n(8, 5)),
    "one index array for two gathers": at(lambda x, y, i: x[i] + y[i], f(8), f(8), n(8, 5)),
    "gathered indices": at(lambda x, i: x[i[i]], f(8), n(8, 8)),
    "slice of gathered rows": at(lambda x, i: x[i][1:3] * 2, f(8, 3), n(8, 5)),
    "slice of a dynamic slice": at(
        lambda x, i: lax.dynamic_slice(x, (i[0],), (5,))[1:3], f(8), n(3, 2)),
    "slice read in three orders": at(one_part, f(8, 8)),
    "scatter-max": at(lambda x, i, v: x.at[i].max(v), f(8), n(8, 5), f(5)),
    "segment sum": at(lambda x, i: jax.ops.segment_sum(x, i, 4), f(8), n(4, 8)),
    "gradient of a gather": at(jax.grad(lambda x, i: (x[i] ** 2).sum()), f(8), n(8, 5)),
    "bincount": at(lambda i: jnp.bincount(i, length=6), n(6, 20)),
    "histogram": at(lambda x: jnp.histogram(x, 5)[0], f(9)),
    "roll by data": at(lambda x, i: jnp.roll(x, i[0]), f(8), n(8, 2)),
    "final value of a counter": at(after_counting, f(8)),
    "carried integer as an address": at(lambda x: lax.fori_loop(
        0, 5, lambda i, c: (c[0] + 2, c[1] + x[c[0]]), (jnp.int32(0), x[0]))[1], f(20)),
    "random indices": at(lambda key, x: x[jax.random.randint(
        jax.random.wrap_key_data(key), (20,), 0, 10)], np.array([1, 2], np.uint32), f(10)),
    "gather at an outer product of indices": at(
        lambda t, i, j: t[i[:, None], j], f(8, 8), n(8, 5), n(8, 5)),
    "product of two constants as an index": at(
        lambda x, k: x[jnp.arange(6)[::-1][k[0]] * (jnp.arange(6) ** 2)[k[1]]], f(40), n(5, 2)),
    "sum of two constants as an index": at(
        lambda x, k: x[TABLE[k[0]] + TABLE[k[1]]], f(40), n(5, 2)),
    "product of two constants at counters": at(lambda x: lax.fori_loop(
        0, 3, lambda i, c: c + lax.dynamic_slice(x, (TABLE[i + 1] * TABLE[i],), (3,)), x[:3]),
        f(40)),
    "dynamic slice of an iota": at(
        lambda k: lax.dynamic_slice(jnp.arange(9), (k[0],), (4,)) * k[1:], n(5, 5)),
    "counter with a start value from data": at(lambda x, k: lax.while_loop(
        lambda c: c[0] < 2, lambda c: (c[0] + 1, c[1] + 1, c[2] + x[c[1]]),
        (0, k[0], x[0]))[2], f(8, 3), n(5, 2)),
    "counter with an end value from data": at(lambda x, k: x[lax.while_loop(
        lambda c: c < k[0], lambda c: c + 1, 0)], f(8, 3), n(5, 2)),
    "sum of two counters with end values from data": at(lambda x, k: x[sum(lax.while_loop(
        lambda c, last=last: c < last, lambda c: c + 1, 0) for last in k)], f(12, 3), n(5, 2)),
    "dynamic update slice": at(
        lambda x, k: lax.dynamic_update_slice(x, 2 * x[:2], (k[0], 0)), f(8, 3), n(5, 2)),
    "scatter": at(lambda x, i, v: x.at[i].set(v), f(8), n(8, 5), f(5)),
    "vmapped dynamic slice": at(jax.vmap(
        lambda x, k: lax.dynamic_slice(x, (k,), (3,))), f(5, 8), n(5, 5)),
    "update of all inner elements": at(lambda x: x.at[1:-1].set((x[:-2] + x[2:]) / 2), f(9)),
}  # fmt: skip
WINDOWS = {
    "gradient of average pooling": at(
        jax.grad(lambda x: (pooled(x, 0.0, lax.add, 2, 2) ** 2).sum()),
                             f(8, 8)),
    "gradient of overlapping windows": at(jax.grad(
        lambda x: (pooled(x, 0.0, lax.add, 3, 2, "SAME") ** 2).sum()), f(7, 7)),
    "base dilation": at(lambda x: lax.reduce_window(
        x, 0.0, lax.add, (3,), (1,), ((2, 2),), base_dilation=(2,)), f(6)),
    "window dilation": at(lambda x: lax.reduce_window(
        x, 0.0, lax.add, (3,), (1,), ((1, 1),), window_dilation=(2,)), f(9)),
    "reverse cumulative sum": at(lambda x: lax.cumsum(x, 0, reverse=True), f(7, 3)),
    "cumulative logsumexp": at(lambda x: lax.cumlogsumexp(x, 0), f(5)),
    "negative padding": at(lambda x: lax.pad(x, 0.0, [(-1, 2, 1)]), f(9)),
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
    "one iteration inside a loop": at(times(3, lambda i, c: lax.fori_loop(
        5, 6, lambda j, d: jnp.tanh(d) + j, c @ c)), f(4, 4)),
    "no iteration around a loop": at(lambda x: lax.fori_loop(
        3, 3, lambda i, c: times(4, lambda j, d: d @ d)(c), x) + 1, f(4, 4)),
    "two equal": at(lambda x: times(3, lambda i, c: jnp.sin(c) * x)(x) @ times(
        3, lambda i, c: jnp.sin(c) * x)(x), f(4, 4)),
    "branch in the body returns a view from outside": at(lambda x, k: (lambda y: lax.fori_loop(
        0, 2, lambda i, c: (c[0], lax.cond(i > k[0], lambda: c[0], lambda: c[1])), (y, x)))(
            x.T), f(4, 4), n(2, 1) + 5),
    "invariant dynamic slice": at(part_in_rounds, f(8), n(2, 5)),
    "invariant broadcast dynamic slice": at(
        lambda x, n: part_in_rounds(jnp.repeat(lax.dynamic_slice(x, n[3:4], (1,)), 8), n),
        f(4), n(4, 5)),
    "integer arithmetic that wraps": at(
        times(20, lambda i, c: c * 1664525 + 1013904223), np.uint32(5)),
    "carried integer as the result": at(times(50, lambda i, c: c + 3), np.int32(1)),
    "two carried integers": at(lambda k: lax.fori_loop(
        0, 9, lambda i, c: (c[1], c[0] + c[1]), (k, k))[0], np.int32(1)),
    "counter of one byte that wraps": at(lambda x: lax.while_loop(
        lambda c: c[0] != 3, lambda c: (c[0] + jnp.uint8(7), c[1] * 2), (jnp.uint8(0), x))[1],
        f(3)),
    "sort of two arrays with one live result": at(
        lambda x: times(3, lambda i, c: sorted_twice(c[1]))((x, x))[1], ONES),
    "carry returned by a function": at(
        lambda x, y: times(3, lambda i, c: beside(*c))((x, y)), 2 * ONES, ONES),
    "nested loops that pass the carry through": at(
        times(2, lambda i, c: times(2, lambda j, c: times(
        0, lambda k, c: c + 1)(c))(c)), 3 * ONES),
    "dead carry slots": at(lambda x, k: (lambda y: (y, lax.while_loop(
        lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2, c[2]), (jnp.int32(0), jnp.cos(x), y),
    )[1]))(jnp.sin(jnp.sin(jnp.sin(k)))), f(5), f(5)),
    "one dead carry slot": at(lambda x: lax.fori_loop(
        0, 4, lambda i, c: (c[0] * 2, jnp.sin(c[1])), (x, x))[0], f(5)),
    "one invariant carry slot": at(lambda x: sum(lax.fori_loop(
        0, 4, lambda i, c: (c[0] * 2 + c[1], c[1]), (x, jnp.sin(x)))), f(5)),
    "no iteration": at(lambda x: lax.fori_loop(3, 3, lambda i, c: c * 2, x) + 1, f(5)),
    "no iteration inside a loop": at(times(3, lambda i, c: lax.fori_loop(
        5, 5 - i // 9, lambda j, d: (d @ d) @ (d @ d), c) + 1), f(4, 4)),
    "in-place update of invariant zeros": at(lambda x: lax.while_loop(
        lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] + c[2].at[1].set(5.0), c[2]),
        (0, x, jnp.zeros(4)))[1], f(4, 4)),
    "address clamped by data": at(lambda x, k: lax.while_loop(
        lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] + x[jnp.maximum(k, c[2])], c[2]),
        (0, jnp.zeros(5), jnp.int32(0)))[1], f(8), n(8, 5)),
    "stacked and summed result": at(lambda x: lax.scan(lambda c, r: (lambda y: (c + y.sum(), y))(
        jnp.exp(r @ x)), jnp.float32(0), x), f(4, 4)),
    "carry slots are swapped": at(lambda x: lax.fori_loop(
        0, 5, lambda i, c: (c[1], c[0] + 1), (x, x * 2)), f(5)),
    "condition with arithmetic": at(lambda x: lax.while_loop(
        lambda c: c[0] * c[0] % 7 != 2, lambda c: (c[0] + 2, c[1] * 2), (0, x))[1], f(5)),
    "condition depends on data": at(lambda x: lax.while_loop(
        lambda c: (c[0] < 3) & (c[1][0] < 9), lambda c: (c[0] + 1, c[1] * 2), (0, x))[1], f(5)),
    "as many scalars as registers": at(scalars(32, 3), f(40)),
    "more scalars than registers": at(scalars(40, 3), f(40)),
    "complex scalars take two registers": at(scalars(20, 3), f(20) + 1j * f(20)),
    "more scalars than registers, one live": at(scalars(40, 3, last=39), f(40)),
    "body reads more scalars than registers": at(scalars_read, f(40)),
    "another lower bound": at(lambda x: lax.fori_loop(5, 12, lambda i, c: c * 2, x), f(10)),
    "bound is included": at(up_to_and_including, f(10)),
    "condition with two counters": at(two_counters, f(10)),
    "carried scalar does not split a sweep": at(growing_scale, f(10)),
    "vmapped loop that reads rows by its counter": at(jax.vmap(
        lambda x: lax.fori_loop(0, 16, lambda i, c: c + x[i], jnp.zeros(10))), f(3, 16, 10)),
    "vmapped loop that reads elements by its counter": at(jax.vmap(
        lambda x: lax.fori_loop(0, 10, lambda i, c: c + x[i], 0.0)), f(6, 10)),
    "trip count that doubles": at(doubled_trip_count, np.float32(1)),
    "trip count is a final counter": at(lambda x: loop_of(
        lax.while_loop(lambda n: n < 20, lambda n: n + 3, jnp.int32(0)), x), np.float32(1)),
    "trip counts from an iota": at(trip_counts_from(lambda: jnp.arange(7)), np.float32(1)),
    "trip counts from a computed table": at(
        trip_counts_from(lambda: jnp.array([3, 1, 4, 1, 5]) - 1), np.float32(1)),
    "trip counts from a random generator": at(xorshift_trip_count, np.float32(1)),
    "reverse scan": at(lambda x: lax.scan(
        lambda c, r: (c + r, c * r), x[0], x, reverse=True), f(5, 3)),
    "unrolled by two": at(lambda x: lax.scan(
        lambda c, r: (c + r, c * r), x[0], x, unroll=2), f(5, 3)),
    "gradient": at(jax.grad(lambda x: lax.scan(
        lambda c, r: (jnp.tanh(c @ c) * r, None), x, x[0])[0].sum()), f(4, 4)),
    "gradient with rematerialization": at(jax.grad(lambda x: lax.scan(jax.checkpoint(
        lambda c, r: (jnp.tanh(c @ c) * r, None)), x, x[0])[0].sum()), f(4, 4)),
    "vmapped loop": at(jax.vmap(times(4, lambda i, c: jnp.sin(c) * c)), f(3, 4)),
    "map in batches with a remainder": at(lambda x: lax.map(jnp.sin, x, batch_size=4), f(10, 3)),
    "associative scan": at(lambda x: lax.associative_scan(jnp.matmul, x), f(5, 3, 3)),
}  # fmt: skip
OTHERS = {
    "FFT of two axes": at(lambda x: jnp.fft.fft2(x), f(4, 8).astype(np.complex64)),
    "real FFT and its inverse": at(lambda x: jnp.fft.irfft(jnp.fft.rfft(x) * 2), f(3, 8)),
    "real FFT of a given length and its inverse": at(
        lambda x: jnp.fft.irfft(jnp.fft.rfft(x, 8) * 2, 8), f(3, 8)),
    "pad, slice, reverse and concatenate without effect": at(
        lambda x, none: lax.dynamic_slice(lax.slice(
        lax.pad(lax.rev(jnp.concatenate([x, none]), (0,)), 0.0, [(0, 0, 0)] * 2),
        (0, 0), (1, 8)), (x[0, 0].astype(np.int32), 0), (1, 8)) @ jnp.ones((8, 2)),
        f(1, 8), f(0, 8)),
    "pad that shifts": at(lambda x: lax.pad(x, 0.0, [(1, -1, 0)]) * 2, f(9)),
    "pad with interior padding": at(lambda x: lax.pad(x, 0.0, [(0, -8, 1)]) * 2, f(9)),
    "product of 4-bit integers": at(lambda x, w: x @ w.astype(np.float32), f(3, 5), FEW[:5, :3]),
    "sum of 4-bit integers": at(lambda w: w.astype(np.int32).sum(), FEW[0]),
    "slices of 4-bit integers": at(lambda w: (w[1:4] + w[2:5], w[::-1]), FEW[0]),
    "2-bit integers in a loop": at(
        times(3, lambda i, w: w + w[::-1]), n(2, 7).astype(jnp.int2)),
    "sort of complex numbers by two keys": at(lambda x: lax.sort((x, x[::-1]), num_keys=2),
        f(6).astype(np.complex64)),
    "sort by two keys": at(lambda x, y: lax.sort((x, y), num_keys=2), f(6), f(6)),
    "sort of complex numbers": at(lambda x: jnp.sort(x), f(6).astype(np.complex64)),
    "one dead result of a barrier": at(
        lambda x: lax.optimization_barrier((jnp.sin(x), x @ x))[0] * 2, f(4, 4)),
    "one dead result of a barrier with a live operand": at(lambda x: (
        lambda y: lax.optimization_barrier((jnp.sin(y @ y), y))[0] @ x)(x @ x), f(4, 4)),
    "bit counts": at(lambda k: lax.population_count(k) + lax.clz(k), n(99, 6)),
    "reduction with xor": at(lambda k: lax.reduce_xor(k, (0,)), n(99, 6, 2)),
    "binary search": at(lambda a, x: jnp.searchsorted(a, x), np.sort(f(9)), f(3)),
    "quantiles": at(lambda x: jnp.quantile(x, jnp.array([0.1, 0.5])), f(9)),
    "reducer of two ops": at(
        lambda x: lax.reduce(x, np.float32(0), lambda a, b: a * 2 + b, (0,)), f(8, 3)),
    "transposed product": at(lambda x, y: (x @ y).T, f(3, 5), f(5, 4)),
    "product read transposed and untransposed": at(
        lambda x, y: ((x @ y).T, x @ y), f(3, 5), f(5, 4)),
    "transposed product as an operand": at(lambda x, y: jnp.sort((x @ y).T) @ x, f(3, 5), f(5, 4)),
    "transposed batched product": at(
        lambda x, y: (x @ y).swapaxes(1, 2), f(2, 3, 5), f(2, 5, 4)),
    "batched product with a moved batch axis": at(
        lambda x, y: (x @ y).swapaxes(0, 1), f(2, 3, 5), f(2, 5, 4)),
    "gradient of weights": at(
        jax.grad(lambda w, x: (jnp.tanh(x @ w) ** 2).sum()), f(5, 4), f(3, 5)),
    "gradient of weights with three axes": at(
        jax.grad(lambda w, x: jnp.tanh(jnp.einsum("sd,dhk->shk", x, w)).sum()),
        f(5, 2, 4), f(3, 5)),
    "empty arrays": at(lambda a, b: (a @ b, (b + 1).sum(0)), f(3, 0), f(0, 4)),
    "arguments as results": at(lambda x: (x, x + 1, x + 1, x.T), f(4, 4)),
    "convolution of an empty batch": at(convolved, f(0, 5, 5, 2), f(3, 3, 2, 4)),
    "constant result": at(lambda x: (jnp.ones(5), x), f(4)),
    "constant operand": at(lambda x: x + jnp.array([1.0, 2.0, 3.0, 4.0]), f(4)),
    "scalars": at(lambda a, b: a * b + a, np.float32(2), np.float32(3)),
    "bfloat16": at(lambda x: (x.astype(jnp.bfloat16) * 2).astype(jnp.float32), f(8)),
    "int8 product": at(lambda a: lax.dot(a, a, preferred_element_type=jnp.int32),
                n(9, 4, 4).astype(np.int8)),
    "complex": at(lambda x: jnp.abs((x @ x) / (x + 1)), f(4, 4).astype(np.complex64)),
    "select of three": at(lambda x, i: lax.select_n(i, x, x * 2, x + 1), f(5), n(3, 5)),
    "Hessian": at(jax.hessian(lambda x: (jnp.sin(x) ** 2).sum()), f(4)),
    "custom gradient": at(jax.grad(lambda x: written_backwards(x @ x).sum()), f(4, 4)),
    "rematerialization with a policy": at(jax.grad(lambda x: jax.checkpoint(
        lambda y: jnp.sin(jnp.sin(y @ y) @ y),
        policy=jax.checkpoint_policies.dots_saveable)(x).sum()), f(4, 4)),
    "function called three times": at(
        lambda x: sum(jax.jit(lambda y: y @ y)(z) for z in (x, x + 1, x)), f(4, 4)),
}  # fmt: skip
MATRICES = {
    "LU, complex": at(
        lambda x: jax.scipy.linalg.lu_factor(x)[0], f(4, 4).astype(np.complex64)),
    "determinant": at(jnp.linalg.det, f(4, 4)),
    "inverse": at(jnp.linalg.inv, f(4, 4)),
    "QR of a tall matrix": at(lambda x: jnp.linalg.qr(x), f(5, 4)),
    "QR of a wide complex matrix": at(lambda x: jnp.linalg.qr(x), f(4, 6).astype(np.complex64)),
    "QR without Q": at(lambda x: jnp.linalg.qr(x, mode="r"), f(4, 6)),
    "two equal Cholesky factorizations": at(
        lambda x: jnp.linalg.cholesky(x @ x.T + 9 * jnp.eye(4)) + (
        jnp.linalg.cholesky(x @ x.T + 9 * jnp.eye(4)) @ x), f(4, 4)),
    "two equal solves": at(lambda x: (jnp.linalg.solve(x, x), jnp.linalg.solve(x, x) + 1), f(4, 4)),
    "batched Cholesky": at(jnp.linalg.cholesky, f(3, 4, 4)),
    "transposed triangular solve": at(
        lambda a, b: jax.scipy.linalg.solve_triangular(a, b, trans=1), f(4, 4), f(4, 3)),
}  # fmt: skip
DRAWS = {
    "uniform": from_key(lambda key: jax.random.uniform(key, (5,))),
    "normal": from_key(lambda key: jax.random.normal(key, (5,))),
    "truncated normal": from_key(lambda key: jax.random.truncated_normal(key, -1, 1, (4,))),
    "split": from_key(lambda key: jax.random.key_data(jax.random.split(key, 3))),
    "fold_in": from_key(lambda key: jax.random.key_data(jax.random.fold_in(key, 7))),
    "fold_in of a constant key": at(
        lambda i: jax.random.key_data(jax.random.fold_in(jax.random.key(3), i)), np.int32(7)
    ),
    "permutation": from_key(lambda key: jax.random.permutation(key, 9)),
    "choice without replacement": from_key(
        lambda key: jax.random.choice(key, 5, (3,), replace=False)
    ),
    "categorical": from_key(lambda key: jax.random.categorical(key, jnp.zeros(5))),
    "two loops with the same constants": from_key(
        lambda key: draw_bits(3, draw_bits(2, jax.random.key_data(key)) + 1)
    ),
}
GROUPS = {
    "simple": SIMPLE, "branch": BRANCHES, "address": ADDRESSES, "window": WINDOWS,
    "loop": LOOPS, "other": OTHERS, "matrix": MATRICES, "draw": DRAWS, "repeat": REPEATS,
}  # fmt: skip
CASES = {
    f"{group}: {name}": case for group, cases in GROUPS.items() for name, case in cases.items()
}
OPEN = {  # cases whose cost is a bound: keep them few
    "branch: two equal",
    "branch: predicate depends on data",
    "branch: predicate of data inside a predicate of a counter",
    "branch: gradient",
    "branch: sort of two arrays with one live result",
    "loop: condition depends on data",
    "address: counter with an end value from data",
    "address: sum of two counters with end values from data",
}
WIDE = {
    "sum": at(lambda x: x + 1, DRAWN.uniform(size=100)),
    "product": at(lambda x: x @ x, DRAWN.uniform(size=(8, 8))),
    "complex": at(lambda x: x * x / (x + 1), DRAWN.uniform(size=5) + 1j),
    "address": at(lambda x, i: x[i * 2 + 1], DRAWN.uniform(size=8), DRAWN.integers(0, 3, 5)),
    "loop": at(lambda x: lax.fori_loop(0, 7, lambda i, c: c * 2 + i, x), DRAWN.uniform(size=4)),
}


@pytest.mark.parametrize("name", CASES)
def test_edge_case_costs_what_it_executes(name: str) -> None:
    fn, args = CASES[name]
    with jax.numpy_dtype_promotion("standard"):
        text = jax.jit(fn, keep_unused=True).lower(*args).as_text()
    counted = cost(text)
    compare_with_oracle(name, counted, count(text, args))
    assert (counted.bounds["work"] is not Bound.EXACT) == (name in OPEN)
    assert set(CASES) >= OPEN


def test_cost_with_counted_iterations_is_exact() -> None:
    fn, args = CASES["loop: condition depends on data"]
    text = jax.jit(fn).lower(*args).as_text()
    executed = count(text, args)
    counted = cost(text, rounds={0: executed.rounds})
    assert counted.exact
    compare_with_oracle("counted", counted, executed)


@pytest.mark.parametrize("name", WIDE)
def test_64_bit_program_costs_what_it_executes(name: str) -> None:
    fn, args = WIDE[name]
    with jax.enable_x64(True), jax.numpy_dtype_promotion("standard"):
        text = jax.jit(fn).lower(*args).as_text()
        compare_with_oracle(name, cost(text), count(text, args))
