"""Compare costs with counts by hand: a program, its shapes, and a formula in the sizes.

The programs cover the common rules; test_cost_edges.py has variants and other rules.
`F` is 4, the size of a float32 in bytes; `log(n)` is ceil(log2 n), the depth of a tree over n
leaves. Bytes are listed by fused op, first the reads and then the writes.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from manylanes import cost

M, K, N, B, T = 6, 16, 10, 3, 7  # rows, depth, columns, batch, trips
F = 4


def log(n: int) -> int:
    return max(n - 1, 0).bit_length()


def p(name: str, fn: Callable[..., Any], *specs: Any, work: int, span: int, bytes: int) -> Any:
    return pytest.param(fn, specs, (work, span, bytes), id=name)


m_k, k_n, m_n, n_n = f"f32[{M}, {K}]", f"f32[{K}, {N}]", f"f32[{M}, {N}]", f"f32[{N}, {N}]"
one, n, k = "f32[]", f"f32[{N}]", f"f32[{K}]"

ELEMENTWISE = [
    p("add", lambda x, y: x + y, n, n, work=N, span=1, bytes=F * (2 * N + N)),
    p("exp costs as much as an addition", jnp.exp, n, work=N, span=1, bytes=F * (N + N)),
    p("a fused chain is stored once", lambda x: jnp.sin(2 * x + 1), n,
      work=3 * N, span=3, bytes=F * (N + N)),
    p("common subexpressions are computed once", lambda x: jnp.exp(x) + 2 * jnp.exp(x), n,
      work=3 * N, span=3, bytes=F * (N + N)),
    p("dead code is free", lambda x: (jnp.exp(x), x + 1)[1], n,
      work=N, span=1, bytes=F * (N + N)),
    p("bfloat16 takes half the bytes", lambda x: x + x, f"bf16[{N}]",
      work=N, span=1, bytes=2 * (N + N)),
    p("two results share one read", lambda x: (x + 1, x * 2), n,
      work=2 * N, span=1, bytes=F * (N + 2 * N)),
    p("complex product: four products and two sums", lambda x, y: x * y, f"c64[{N}]", f"c64[{N}]",
      work=6 * N, span=1, bytes=8 * 3 * N),
]  # fmt: skip

MOVING = [
    p("a stored transpose is a copy", lambda x: x.T, m_n,
      work=0, span=0, bytes=F * 2 * M * N),
    p("a slice reads only its elements", lambda x: x[:4] * 2, n, work=4, span=1, bytes=F * (4 + 4)),
    p("gather reads at most the whole array", lambda x, i: x[i], m_n, f"i32[{T}]",
      # the indices select more rows than x has, so all of x is read
      work=T * N, span=1, bytes=4 * T + F * M * N + F * T * N),
    p("row at a computed index", lambda x, i: x[i] + 1, m_n, "i32[]",
      work=2 * N, span=2, bytes=4 + F * (N + N)),
    p("update of one row in place", lambda x, y: x.at[2].set(y), m_n, n,
      work=0, span=0, bytes=F * (N + N)),
    p("scatter-add with duplicate indices",
      lambda x, i, y: x.at[i].add(y), m_n, f"i32[{T}]", f"f32[{T}, {N}]",
      work=T * N, span=1 + log(T + 1), bytes=4 * T + F * T * N + 2 * F * M * N),
]  # fmt: skip

REDUCING = [
    p("sum", jnp.sum, n, work=N, span=log(N), bytes=F * (N + 1)),
    p("product and sum", lambda x, y: (x * y).sum(), n, n,
      work=2 * N, span=1 + log(N), bytes=F * (2 * N + 1)),
    p("argmax is one comparison per element",
      jnp.argmax, n, work=N, span=log(N), bytes=F * (N + 1)),
    p("sum and maximum share one read", lambda x: (x.sum(), x.max()), n,
      work=2 * N, span=log(N), bytes=F * (N + 2)),
    p("softmax: max, sum, quotient each read x", lambda x: jax.nn.softmax(x, where=None), m_n,
      work=M + 5 * M * N, span=2 * log(N) + 4,
      bytes=F * ((M * N + M) + (M * N + M + M) + (M * N + M + M + M * N))),
    p("prefix sum is linear", jnp.cumsum, n, work=N, span=log(N), bytes=F * 2 * N),
    p("max pooling",
      lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID"), "f32[8, 6]",
      work=4 * 3 * 2 * 2, span=log(4), bytes=F * (48 + 12)),
    p("sort", jnp.sort, m_n, work=M * N * log(N), span=log(N) * (log(N) + 1) // 2,
      bytes=F * 2 * M * N),
    p("top three", lambda x: lax.top_k(x, 3), n,
      work=N * log(3), span=log(N) * (log(N) + 1) // 2, bytes=F * (N + 3) + 4 * 3),
    p("fft", jnp.fft.fft, f"c64[{K}]", work=5 * K * log(K), span=2 * log(K), bytes=8 * 2 * K),
]  # fmt: skip

PRODUCTS = [
    p("matrix-matrix", lambda x, y: x @ y, m_k, k_n,
      work=2 * M * K * N, span=1 + log(K), bytes=F * (M * K + K * N + M * N)),
    p("transposed operands are not copied",
      lambda x, y: x.T @ y.T, f"f32[{K}, {M}]", f"f32[{N}, {K}]",
      work=2 * M * K * N, span=1 + log(K), bytes=F * (M * K + K * N + M * N)),
    p("batched", lambda x, y: x @ y, f"f32[{B}, {M}, {K}]", f"f32[{B}, {K}, {N}]",
      work=2 * B * M * K * N, span=1 + log(K), bytes=F * B * (M * K + K * N + M * N)),
    p("chain of products from the left", lambda a, b, v: (a @ b) @ v, n_n, n_n, n,
      work=2 * N**3 + 2 * N**2, span=2 * (1 + log(N)),
      bytes=F * (3 * N * N + N * N + N + N)),
    p("chain of products from the right", lambda a, b, v: a @ (b @ v), n_n, n_n, n,
      work=4 * N**2, span=2 * (1 + log(N)), bytes=F * 2 * (N * N + N + N)),
    p("dense layer", lambda x, w, b: jax.nn.relu(x @ w + b), m_k, k_n, n,
      work=2 * M * K * N + 2 * M * N, span=1 + log(K) + 2,
      bytes=F * (M * K + K * N + M * N) + F * (M * N + N + M * N)),
    p("complex product", lambda x, y: x @ y, f"c64[{M}, {K}]", f"c64[{K}, {N}]",
      work=8 * M * K * N, span=1 + log(K), bytes=8 * (M * K + K * N + M * N)),
    p("attention", lambda q, k, v: jax.nn.softmax(q @ k.T) @ v, m_k, m_k, m_k,
      work=2 * 2 * M * M * K + 5 * M * M + M, span=(1 + log(K)) + (2 * log(M) + 4) + (1 + log(M)),
      bytes=F * (2 * M * K + M * M) + F * (4 * M * M + 5 * M) + F * (M * M + 2 * M * K)),
]  # fmt: skip


def conv(**options: Any) -> Callable[..., Any]:
    settings = {"window_strides": (1, 1), "padding": "VALID", **options}
    return lambda x, w: lax.conv_general_dilated(x, w, **settings)


CONVOLUTIONS = [
    p("valid", conv(), "f32[2, 3, 8, 8]", "f32[5, 3, 3, 3]",
      work=2 * (2 * 5 * 6 * 6) * 3 * 9, span=1 + log(27),
      bytes=F * (2 * 3 * 64 + 5 * 27 + 2 * 5 * 36)),
    p("same: taps on padding count", conv(padding="SAME"), "f32[2, 3, 8, 8]", "f32[5, 3, 3, 3]",
      work=2 * (2 * 5 * 8 * 8) * 3 * 9, span=1 + log(27),
      bytes=F * (2 * 3 * 64 + 5 * 27 + 2 * 5 * 64)),
    p("input dilation: holes are not multiplied",
      conv(lhs_dilation=(2, 2), padding=[(0, 0), (0, 0)]),
      "f32[1, 3, 4, 4]", "f32[5, 3, 2, 2]",
      work=2 * 5 * (6 * 6) * 3 * 1, span=1 + log(12), bytes=F * (3 * 16 + 5 * 12 + 5 * 36)),
]  # fmt: skip


def scan_sum(x: Any) -> Any:
    return lax.scan(lambda c, a: (c + a, None), jnp.float32(0), x)[0]


def scan_prefix(x: Any) -> Any:
    return lax.scan(lambda c, a: (c + a, c + a), jnp.float32(0), x)[1]


def triangle(x: Any) -> Any:
    return lax.fori_loop(0, T, lambda i, c: lax.fori_loop(0, i, lambda j, d: d + x[j], c), 0.0)


LOOPS = [
    p("scan: a sum in a register", scan_sum, n, work=N, span=N, bytes=F * (N + 1)),
    p("scan: each partial sum is stored", scan_prefix, n, work=N, span=N, bytes=F * (N + N)),
    p("fori loop", lambda x: lax.fori_loop(0, T, lambda i, c: c * 2, x), n,
      work=T * N, span=T, bytes=T * F * 2 * N),
    p("inner bound is the outer counter", triangle, n,
      work=T * (T - 1) // 2, span=T * (T - 1) // 2, bytes=F * T * (T - 1) // 2 + F),
]  # fmt: skip

BRANCHES = [
    p("cond of equal branches",
      lambda b, x: lax.cond(b, jnp.sin, jnp.cos, x), "bool[]", n_n,
      work=N * N + 1, span=2, bytes=1 + F * 2 * N * N),
    p("vmap turns a branch into a select: both sides run",
      jax.vmap(lambda b, x: lax.cond(b, jnp.sin, jnp.cos, x)), f"bool[{N}]", n,
      # convert the index, compare it three times, select the operand of each branch, compute sine
      # and cosine, select the result
      work=N + 3 * N + 2 * N + 2 * N + N, span=5, bytes=N + F * 2 * N),
    p("branch with a predicate from a counter", lambda x: lax.fori_loop(
        0, T, lambda i, c: lax.cond(i == 2, lambda c: c @ c, lambda c: c * 2, c), x), n_n,
      work=2 * N**3 + (T - 1) * N * N + T, span=(1 + log(N)) + T - 1 + T, bytes=T * F * 2 * N * N),
]  # fmt: skip

SOLVERS = [
    p("cholesky", lambda x: lax.linalg.cholesky(x, symmetrize_input=False), n_n,
      # n(n+1)(2n+1)/6 for the factor; compare the status (1), select the factor or NaN, and mask
      # the triangle (add, compare, select)
      work=N * (N + 1) * (2 * N + 1) // 6 + 1 + 4 * N * N, span=3 * N + 3,
      bytes=F * 2 * N * N + F * 2 * N * N),
    p("triangular solve",
      lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True), n_n, f"f32[{N}, {B}]",
      work=N * N * B, span=2 * N, bytes=F * (N * N + 2 * N * B)),
]  # fmt: skip


PROGRAMS = [*ELEMENTWISE, *MOVING, *REDUCING, *PRODUCTS, *CONVOLUTIONS, *LOOPS, *BRANCHES, *SOLVERS]


@pytest.mark.parametrize(("fn", "specs", "amounts"), PROGRAMS)
def test_hand_count(fn: Callable[..., Any], specs: tuple[Any, ...], amounts: Any) -> None:
    counted = cost(fn, *specs)
    assert counted.exact, counted.unknown
    assert (counted.work, counted.span, counted.bytes) == amounts


def test_random_number_costs_about_a_hundred_operations() -> None:
    """Check that the count, which has no simple formula, is in this range in all JAX versions."""
    counted = cost(lambda s: jax.random.bits(jax.random.key(s), (100,)), np.uint32(0))
    assert counted.exact
    assert 100 * 80 < counted.work < 100 * 130
