"""Compare exact counts of random programs with the oracle.

There are few programs by default. For long fuzzing, run
`pytest tests/manylanes/test_cost_oracle.py --hunt 5000`.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jax import lax
from oracle import Counted, count

from manylanes import Bound, Cost, cost, table

N = 4
LOOPS = ("loop", "branch")  # these ops have no rows, but the ops inside them do
FEW = 15  # default number of programs
Step = Callable[[Any, Any], Any]  # from a square matrix and a counter to a square matrix

X = np.random.default_rng(7).uniform(-2, 2, (N, N)).astype(np.float32)


def sum_pool(x: Any) -> Any:
    return lax.reduce_window(x, 0.0, lax.add, (2, 2), (1, 1), "SAME")


def strided_pool(x: Any) -> Any:
    return lax.reduce_window(x, 0.0, lax.add, (2, 2), (2, 2), "VALID")


def max_pool(x: Any) -> Any:
    window = (1, 2, 2, 1)
    return lax.reduce_window(x[None, ..., None], -jnp.inf, lax.max, window, (1, 1, 1, 1), "VALID")


def max_pool_gradient(x: Any) -> Any:
    return jax.grad(lambda y: (max_pool(y) ** 2).sum())(x)


def to_integers(x: Any) -> Any:
    return (jnp.abs(x) * 5).astype(jnp.int32)


def hash_bits(n: Any) -> Any:
    return n ^ lax.shift_left(n, jnp.full_like(n, 3))


LEAVES: dict[str, Step] = {
    "sine": lambda x, i: jnp.sin(x) * 0.5,
    "scaled and shifted": lambda x, i: 2 * x + 1,
    "counter": lambda x, i: x + i.astype(jnp.float32),
    "product": lambda x, i: jnp.tanh(x @ x),
    "transpose": lambda x, i: x.T,
    "reverse": lambda x, i: x[::-1],
    "centre": lambda x, i: x - x.mean(0),
    "division by the maximum": lambda x, i: x / (1 + jnp.abs(x).max()),
    "argmax": lambda x, i: x + jnp.argmax(x, axis=1).astype(jnp.float32)[:, None],
    "softmax": lambda x, i: jax.nn.softmax(x, axis=1),
    "sorted": lambda x, i: jnp.sort(x, axis=1),
    "cumulative sum": lambda x, i: jnp.cumsum(x, axis=0),
    "masked": lambda x, i: jnp.where(x > 0, x, -x),
    "concatenation": lambda x, i: jnp.concatenate([x[2:], x[:2]]) * 3,
    "padded": lambda x, i: jnp.pad(x, 1)[1:-1, :-2],
    "pooled": lambda x, i: sum_pool(x),
    "gradient of a max pool": lambda x, i: jnp.tanh(max_pool_gradient(x)),
    "row by counter": lambda x, i: x + x[i % N],
    "row after counter": lambda x, i: x * lax.dynamic_slice(x, (i + 1, 0), (1, N)),
    "rows by data": lambda x, i: x + x[to_integers(x)[0] & 3],
    "rows by affine data": lambda x, i: x + x[2 * to_integers(x)[0] - 3],
    "rows by squared data": lambda x, i: x + x[to_integers(x)[0] * to_integers(x)[1]],
    "scatter-add": lambda x, i: x.at[to_integers(x)[0] & 3].add(x),
    "dynamic update slice": lambda x, i: lax.dynamic_update_slice(x, 2 * x[:1], (1, 0)),
    "row set by counter": lambda x, i: x.at[i & 3].set(x[0]),
    "hashed": lambda x, i: x + hash_bits(hash_bits(to_integers(x))).astype(jnp.float32),
    "hashed counter": lambda x, i: x + x[hash_bits(i) & 3],
    "convolution": lambda x, i: jnp.tanh(
        lax.conv(x[None, None], x[None, None, :3, :3], (1, 1), "SAME")[0, 0]),
    "top_k": lambda x, i: x + lax.top_k(x, 2)[0][:, :1],
    "FFT": lambda x, i: jnp.real(jnp.fft.fft(x.astype(jnp.complex64))) / 4,
    "real FFT": lambda x, i: jnp.fft.irfft(jnp.fft.rfft(x) * 2, n=N),
    "QR": lambda x, i: sum(jnp.linalg.qr(x + 9 * jnp.eye(N))),
    "scatter-add into zeros": lambda x, i: x + jnp.zeros((N, N)).at[to_integers(x)[1] & 3].add(x),
    "slice of a dynamic slice": lambda x, i: x.at[:2].add(
        lax.dynamic_slice(x, (to_integers(x)[0, 0] & 1, 0), (3, N))[1:] * x[1:3]),
    "slice read twice": lambda x, i: x * (x[1:3, 1:3] + x[1:3, 1:3].T).sum(),
    "Cholesky": lambda x, i: jnp.linalg.cholesky(x @ x.T + 9 * jnp.eye(N)),
    "solve": lambda x, i: jnp.linalg.solve(x + 9 * jnp.eye(N), x),
    "gradient of a pool": lambda x, i: jax.grad(lambda y: (strided_pool(y) ** 2).sum())(x),
    "transposed convolution": lambda x, i: jnp.tanh(lax.conv_transpose(
        x[None, ..., None], x[:2, :2, None, None], (2, 2), "SAME")[0, :N, :N, 0]),
    "take_along_axis": lambda x, i: x + jnp.take_along_axis(x, to_integers(x) & 3, 1),
    "residual": lambda x, i: (lambda y: jax.nn.softmax(y) + jnp.tanh(y).T)(
        x + sum_pool(x) + jnp.sort(x)),
    "residuals": lambda x, i: x + sum_pool(x - x.mean(0)) + jnp.sort(x) * jnp.cumsum(x, axis=1),
    "part of a residual": lambda x, i: (lambda y: x + y / (1 + y.max()) - y[::-1])(
        (x + sum_pool(x) + jnp.sort(x))[1:3, :1].sum(0)),
    "gelu": lambda x, i: jax.nn.gelu(x, approximate=False),
    "pairwise distances": lambda x, i: jnp.sqrt(((x[:, None] - x[None]) ** 2).sum(-1)),
    "attention": lambda x, i: jnp.einsum("hij,hj->ih", jax.nn.softmax(jnp.einsum(
        "ihd,jhd->hij", x.reshape(N, 2, 2), x.reshape(N, 2, 2))), x[:2]) @ x[:2],
    "associative scan": lambda x, i: lax.associative_scan(
        lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (jnp.tanh(x), x))[1],
    "blocked attention": lambda x, i: lax.scan(
        lambda c, b: (c * jnp.exp((x @ b.T).max(1)[:, None]) + jnp.exp(x @ b.T) @ b, None),
        x, x.reshape(2, 2, N))[0],
    "int4": lambda x, i: x + (x * 2).astype(jnp.int4).astype(jnp.float32),
    "bincount": lambda x, i: x + jnp.bincount(
        to_integers(x)[0] & 3, length=N).astype(jnp.float32),
    "vmapped branch": lambda x, i: jax.vmap(
        lambda r: lax.cond(r[0] > 0, jnp.sin, lambda r: r * r.sum(), r))(x),
    "vmapped loop with a branch": lambda x, i: jax.vmap(lambda r: lax.fori_loop(
        0, 3, lambda j, r: lax.cond(r.sum() < j, lambda r: r + 1, lambda r: r, r), r))(x),
    "random numbers": lambda x, i: x * jax.random.uniform(
        jax.random.key(to_integers(x)[0, 0]), (N, N)),
}  # fmt: skip


def loop(body: Step, rounds: int) -> Step:
    return lambda x, i: lax.fori_loop(0, rounds, lambda j, c: body(c, j), x)


def count_down(body: Step, rounds: int) -> Step:
    def fn(x: Any, i: Any) -> Any:
        start = (jnp.int32(2 * rounds), x)
        return lax.while_loop(lambda c: c[0] > 0, lambda c: (c[0] - 2, body(c[1], c[0])), start)[1]

    return fn


def count_by_doubling(body: Step, rounds: int) -> Step:
    def fn(x: Any, i: Any) -> Any:
        start = (jnp.int32(1), x)
        return lax.while_loop(
            lambda c: c[0] < 1 << rounds, lambda c: (c[0] * 2, body(c[1], c[0])), start
        )[1]

    return fn


def rows(body: Step, rounds: int) -> Step:
    def step(c: Any, row: Any) -> Any:
        made = body(c, jnp.int32(rounds))
        return made, made[0] + row

    def fn(x: Any, i: Any) -> Any:
        last, each = lax.scan(step, x, x)
        return last + each

    return fn


def trip_counts_from_table(body: Step, rounds: int) -> Step:
    def step(c: Any, n: Any) -> Any:
        return lax.fori_loop(0, n, lambda j, d: body(d, j), c), None

    return lambda x, i: lax.scan(step, x, jnp.arange(rounds + 1))[0]


COMBINE: dict[str, Any] = {
    "loop": loop,
    "counter that decreases": count_down,
    "counter that doubles": count_by_doubling,
    "rows": rows,
    "trip counts from a table": trip_counts_from_table,
    "triangle": lambda body, n: loop(
        lambda x, i: lax.fori_loop(0, i, lambda j, c: body(c, j), x), n),
    "if counter": lambda body, n: lambda x, i: lax.cond(
        i == n, lambda c: body(c, i), lambda c: c, x),
    "if even": lambda body, n: lambda x, i: lax.cond(
        lax.rem(i, 2) == 0, lambda c: body(c, i), lambda c: c + 1, x),
    "if data": lambda body, n: lambda x, i: lax.cond(
        x[0, 0] < 0.1 * n, lambda c: body(c, i), lambda c: c * 2, x),
    "switch on counter": lambda body, n: lambda x, i: lax.switch(
        i, [jnp.sin, lambda c: body(c, i), lambda c: c @ c, jnp.tanh], x),
    "map": lambda body, n: lambda x, i: lax.map(
        lambda y: body(y, i), jnp.stack([x, 2 * x])).sum(0),
    "vmap": lambda body, n: lambda x, i: jax.vmap(
        lambda y: body(y, i))(jnp.stack([x, 2 * x])).sum(0),
    "one side reads": lambda body, n: lambda x, i: lax.cond(
        i == n, lambda c, d: c + d, lambda c, d: c * 2, x, body(x, i)),
    "swapped carry slots": lambda body, n: lambda x, i: lax.fori_loop(
        0, n, lambda j, c: (c[1], body(c[0], j)), (x, x + 1))[0],
    "invariant carry slot": lambda body, n: lambda x, i: sum(lax.fori_loop(
        0, n, lambda j, c: (body(c[0], j) + c[1], c[1]), (x, jnp.cos(x)))),
    "no iteration": lambda body, n: lambda x, i: lax.fori_loop(
        n, n, lambda j, c: body(c, j), x) + 1,
    "final counter as an address": lambda body, n: lambda x, i: (
        lambda last, y: y + x[last % N])(*lax.while_loop(
            lambda c: c[0] < n, lambda c: (c[0] + 1, body(c[1], c[0])), (i, x))),
    "rematerialized": lambda body, n: lambda x, i: jax.checkpoint(lambda y: body(y, i))(x),
    "jvp": lambda body, n: lambda x, i: jax.jvp(lambda y: body(y, i), (x,), (x * n,))[1],
    "gradient": lambda body, n: lambda x, i: jax.grad(lambda y: (body(y, i) ** 2).sum())(x),
    "gradient of a scan": lambda body, n: lambda x, i: jax.grad(lambda y: lax.scan(
        lambda c, r: (body(c, i) * r, (c * r).sum(0)), y, y[:n])[1].sum())(x),
    "gradient of a rematerialized scan": lambda body, n: lambda x, i: jax.grad(lambda y: (lax.scan(
        jax.checkpoint(lambda c, r: (body(c, i) + r, None)), y, y[:n])[0] ** 2).sum())(x),
    "stacked and summed": lambda body, n: lambda x, i: (lambda last, each: last + each.sum(0))(
        *lax.scan(lambda c, j: (lambda y: (c + y.sum(1), y))(jnp.exp(-body(x, j) ** 2)),
                  x[0], jnp.arange(n))),
    "rows set in a loop": lambda body, n: lambda x, i: lax.fori_loop(
        0, n, lambda j, c: c.at[j].set(body(c, j)[0]), x),
    "switch on data": lambda body, n: lambda x, i: lax.switch(to_integers(x)[0, 0] % n, [
        jnp.sin, lambda c: body(c, i), lambda c: (c @ c) @ (c @ c)], x),
    "trip count from data": lambda body, n: lambda x, i: lax.fori_loop(
        0, to_integers(x)[0, 0] & 3, lambda j, c: body(c, j), x),
    "condition on data": lambda body, n: lambda x, i: lax.while_loop(
        lambda c: (c[0] < n) & (jnp.abs(c[1]).max() < 50), lambda c: (c[0] + 1, body(c[1], c[0])),
        (0, x))[1],
}  # fmt: skip

leaves = st.sampled_from(sorted(LEAVES)).map(lambda name: (name, LEAVES[name]))


def chained(parts: list[tuple[str, Step]]) -> tuple[str, Step]:
    def fn(x: Any, i: Any) -> Any:
        for _, part in parts:
            x = part(x, i)
        return x

    return "[" + ", ".join(name for name, _ in parts) + "]", fn


def wrapped(drawn: tuple[str, int, tuple[str, Step]]) -> tuple[str, Step]:
    how, n, (name, body) = drawn
    return f"{how} {n} ({name})", COMBINE[how](body, n)


programs = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map(chained)
        | st.tuples(st.sampled_from(sorted(COMBINE)), st.integers(2, 4), inner).map(wrapped)
    ),
    max_leaves=6,
)


def check_step(name: str, fn: Step) -> None:
    text = jax.jit(lambda x: fn(x, jnp.int32(1))).lower(X).as_text()
    compare_with_oracle(name, cost(text), count(text, [X]))


def compare_with_oracle(name: str, counted: Cost, executed: Counted) -> None:
    """Compare the count of a program with its run, and the rows of each table with the totals."""
    rows = [row for row in counted.by_op if row.op in ("dot_general", "convolution")]
    amounts = [(what, counted.bounds[what], getattr(counted, what), getattr(executed, what))
               for what in ("work", "span", "bytes", "peak")]  # fmt: skip
    if len(rows) == 1:
        amounts += [("products", rows[0].bounds["work"], rows[0].work, executed.products)]
    for what, bound, claimed, true in amounts:
        holds = {
            Bound.EXACT: claimed == true,
            Bound.LEAST: claimed <= true,
            Bound.MOST: claimed >= true,
            Bound.NEITHER: True,
        }[bound]
        assert holds, f"{name}: {what} is {bound} {claimed}, and {true} was executed"
    if counted.exact:
        assert sum(counted.rounds.values()) == executed.rounds, name
    for rows in (counted.by_op, counted.by_scope, counted.by_line):
        assert sum(row.work for row in rows) == counted.work, name
        assert sum(row.bytes for row in rows) == counted.bytes, name
    assert sum(array.bytes for array in counted.live_arrays) == counted.peak, name


@pytest.mark.parametrize("name", LEAVES)
def test_each_step_costs_what_it_executes(name: str) -> None:
    check_step(name, LEAVES[name])
    check_step(f"loop of {name}", loop(LEAVES[name], 3))


@pytest.mark.parametrize("name", COMBINE)
def test_each_combination_costs_what_it_executes(name: str) -> None:
    check_step(name, COMBINE[name](LEAVES["product"], 3))
    check_step(f"loop of {name}", loop(COMBINE[name](LEAVES["row by counter"], 3), 3))


def test_random_programs_cost_what_they_execute(request: pytest.FixtureRequest) -> None:
    examples = request.config.getoption("--hunt")

    # A long fuzzing run looks for new programs.
    @settings(max_examples=examples, deadline=None, derandomize=examples <= FEW)
    @given(programs)
    def hunt(program: tuple[str, Step]) -> None:
        try:
            check_step(*program)
        except ValueError as error:  # a loop that ends on data has no gradient
            assume("Reverse-mode differentiation" not in str(error))
            raise

    hunt()


# Programs with many live arrays: each step reads two of them and computes one more.
Pair = Callable[[Any, Any], Any]
PAIRS: dict[str, Pair] = {
    "sine": lambda x, y: jnp.sin(x),
    "sum": lambda x, y: x + y,
    "product": lambda x, y: x @ y,
    "product, transposed": lambda x, y: (x @ y).T,
    "transpose": lambda x, y: x.T,
    "sorted": lambda x, y: jnp.sort(x, axis=1),
    "Cholesky": lambda x, y: jnp.linalg.cholesky(x @ x.T + 9 * jnp.eye(N)),
    "rows of both": lambda x, y: jnp.concatenate([x[1:], y[:1]]),
    "part of both": lambda x, y: lax.dynamic_slice(
        jnp.concatenate([x, y]), (to_integers(x)[0, 0] & 3, 0), (N, N)),
    "dynamic update slice": lambda x, y: lax.dynamic_update_slice(x, y[:1], (1, 0)),
    "sums of rows": lambda x, y: x + y.sum(1, keepdims=True),
}  # fmt: skip
Graph = list[tuple[str, int, int, "Graph", "Graph"]]


def grown(graph: Graph, arrays: list[Any], i: Any) -> list[Any]:
    """Return the arrays, with one more for each step."""
    for name, a, b, one, other in graph:
        x, y = (arrays[at % len(arrays)] for at in (a, b))
        arrays = [*arrays, PAIRS[name](x, y) if name in PAIRS else AROUND[name](
            x, y, i, arrays, one, other)]  # fmt: skip
    return arrays


def last(graph: Graph, arrays: list[Any], i: Any) -> Any:
    return grown(graph, arrays, i)[-1]


def carried(rounds: int) -> Callable[..., Any]:
    def fn(x: Any, y: Any, i: Any, arrays: list[Any], one: Graph, other: Graph) -> Any:
        def step(j: Any, c: Any) -> Any:
            return last(one, [*arrays, *c], j), last(other, [*arrays, *c], j)

        return lax.fori_loop(0, rounds, step, (x, y))[0]

    return fn


def chosen(test: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda x, y, i, arrays, one, other: lax.cond(
        test(x, i), lambda: last(one, [*arrays, x], i), lambda: last(other, [*arrays, y], i)
    )


AROUND: dict[str, Callable[..., Any]] = {
    **{f"loop of {rounds}": carried(rounds) for rounds in range(4)},
    "if data": chosen(lambda x, i: x[0, 0] > 0.1),
    "if counter": chosen(lambda x, i: i > 1),
    "if known": chosen(lambda x, i: jnp.int32(2) > 1),
}


def steps(names: Any, inner: Any) -> Any:
    return st.tuples(st.sampled_from(sorted(names)), st.integers(0, 9), st.integers(0, 9), inner,
                     inner)  # fmt: skip


graphs = st.recursive(
    st.lists(steps(PAIRS, st.just([])), max_size=2),
    lambda inner: st.lists(
        steps(PAIRS, st.just([])) | steps(AROUND, inner), min_size=1, max_size=4
    ),
    max_leaves=8,
)


def test_random_programs_of_many_arrays_cost_what_they_execute(
    request: pytest.FixtureRequest,
) -> None:
    examples = request.config.getoption("--hunt")

    @settings(max_examples=2 * examples, deadline=None, derandomize=examples <= FEW)
    @given(graphs, st.integers(0, 9), st.integers(0, 9))
    def hunt(graph: Graph, a: int, b: int) -> None:
        def fn(x: Any, i: Any) -> Any:
            arrays = grown(graph, [x, x + 1], i)
            return arrays[a % len(arrays)], arrays[b % len(arrays)], arrays[-1]

        check_step(repr((graph, a, b)), fn)

    hunt()


def test_every_row_of_the_table_has_a_step() -> None:
    """Check that a step covers each row of the cost table, except ops of other platforms or meshes.

    Those are in test_cost_devices.py and test_cost_listed.py.
    """
    reached = {
        row.op.removeprefix("lapack_s").removesuffix("_ffi")
        for step in LEAVES.values()
        for row in cost(lambda x, step=step: step(x, jnp.int32(1)), X).by_op
    }
    elsewhere = ("free", "view", "collective", "scan", "ragged dot")
    counted = [row for row in table() if row.group not in elsewhere]
    assert [
        row.group for row in counted if not reached & set(row.ops) and row.group not in LOOPS
    ] == []
