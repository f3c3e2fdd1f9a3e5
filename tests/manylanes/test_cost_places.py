"""Test costs by line and by scope, peak memory, residuals, the lines of loops, and JSON."""

import inspect
import json
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from manylanes import Bound, cost, residuals

HERE = "test_cost_places.py"


def layer(w: Any, x: Any) -> Any:
    with jax.named_scope("layer"):
        return jax.nn.relu(x @ w)


def net(w: Any, x: Any) -> Any:
    with jax.named_scope("net"):
        x = layer(w, x)
        with jax.named_scope("loop"):
            x = lax.fori_loop(0, 3, lambda i, c: layer(w, c), x)
        return jax.checkpoint(layer)(w, x).sum()


def line_of(fn: Callable[..., Any], text: str) -> str:
    lines, first = inspect.getsourcelines(fn)
    return f"{HERE}:{first + next(at for at, line in enumerate(lines) if text in line)}"


def by(counted: Any, table: str, what: str = "work") -> dict[str, Any]:
    return {row.place: getattr(row, what) for row in getattr(counted, f"by_{table}")}


def test_each_scope_costs_what_its_ops_cost() -> None:
    counted = cost(net, "f32[8, 8]", "f32[4, 8]")
    products, relu = 2 * 4 * 8 * 8, 4 * 8
    assert by(counted, "scope") == {
        "net/layer": 2 * (products + relu),
        "net/loop/layer": 3 * (products + relu),
        "net": 4 * 8,
    }


def test_backward_pass_belongs_to_the_forward_scopes() -> None:
    counted = cost(jax.grad(net, argnums=(0, 1)), "f32[8, 8]", "f32[4, 8]")
    assert set(by(counted, "scope")) == {"net/layer", "net/loop/layer", "net/loop"}
    # One product forward and two backward. The rematerialized layer counts once more, but its
    # first evaluation does not count, because only the gradient is returned.
    product = 2 * 4 * 8 * 8
    assert by(counted, "scope")["net/layer"] // product == 3 + 3
    assert by(counted, "scope")["net/loop/layer"] // product == 3 * 3


def test_each_line_costs_what_its_ops_cost() -> None:
    counted = cost(net, "f32[8, 8]", "f32[4, 8]")
    assert by(counted, "line") == {
        line_of(layer, "x @ w"): 5 * (2 * 4 * 8 * 8 + 4 * 8),
        line_of(net, "checkpoint"): 4 * 8,
    }


def test_loop_reports_its_line() -> None:
    def fn(x: Any) -> Any:
        x = lax.fori_loop(0, 7, lambda i, c: c * 2, x)
        return lax.while_loop(lambda c: c[0] < 9, lambda c: c + 1, x)

    counted = cost(fn, "f32[4]")
    assert [(loop.number, loop.line, loop.rounds) for loop in counted.loops] == [
        (0, line_of(fn, "fori"), 7), (1, line_of(fn, "while"), None),
    ]  # fmt: skip
    first, *_ = str(counted).splitlines()
    place = line_of(fn, "while")
    assert first.startswith(f"not counted: loop 1 ({place}): its test depends on whole")
    assert first.endswith("pass rounds={1: iterations}")
    assert cost(fn, "f32[4]", rounds={1: 5}).loops[1].rounds == 5


# Memory


def chain(x: Any) -> Any:
    for _ in range(5):
        x = jnp.tanh(x @ x)
    return x


@pytest.mark.parametrize(
    ("fn", "arrays"),
    [
        (lambda x: jnp.tanh(x) + 1, 2),  # argument and result: a fused chain takes no memory
        (lambda x: x @ x, 2),
        (lambda x: (x @ x) @ x, 3),
        (chain, 3),  # arrays end with their last reader
        (lambda x: (x @ x) @ (x.T @ x), 4),
        (lambda x: lax.fori_loop(0, 9, lambda i, c: c.at[i].set(0.0), x), 2),  # in place
        (lambda x: lax.fori_loop(0, 9, lambda i, c: c @ c, x), 3),  # the new and the old array
        (lambda x: lax.fori_loop(0, 9, lambda i, c: c.at[0].set(0.0), x @ x), 2),
        (lambda x: (x @ x).at[0].set(0.0), 2),
        (lambda x: lax.cond(x[0, 0] > 0, lambda y: (y @ y) @ y, lambda y: y, x), 3),
    ],
)
def test_arrays_live_from_producer_to_last_reader(fn: Callable[..., Any], arrays: int) -> None:
    counted = cost(fn, "f32[16, 16]")
    assert counted.peak == arrays * 16 * 16 * 4
    assert sum(array.bytes for array in counted.live_arrays) == counted.peak


def test_live_arrays_have_an_origin() -> None:
    counted = cost(net, "f32[8, 8]", "f32[4, 8]")
    lines = [str(array) for array in counted.live_arrays]
    assert lines[0] == "f32[8, 8]  argument 0"
    assert f"f32[4, 8]  computed in net/loop/layer {line_of(layer, 'x @ w')}" in lines


def test_data_dependent_branch_bounds_the_peak() -> None:
    def chosen(cheap: Any) -> Bound:
        branches = (lambda y: (y @ y) @ y, cheap)
        return cost(lambda x: lax.cond(x[0, 0] > 0, *branches, x), "f32[8, 8]").bounds["peak"]

    assert chosen(jnp.sin) is Bound.MOST
    assert chosen(lambda y: (y @ y) @ y.T) is Bound.EXACT


def test_loop_that_may_not_run_bounds_the_peak() -> None:
    def until(x: Any) -> Any:
        return lax.while_loop(lambda c: c[0, 0] < 1, lambda c: c @ c, x)

    counted = cost(until, "f32[8, 8]")
    assert (counted.bounds["peak"], counted.peak) == (Bound.MOST, 3 * 256)
    assert "the memory of one iteration of a loop that may not run at all" in counted.assumed
    by_rounds = [cost(until, "f32[8, 8]", rounds={0: n}) for n in (0, 2)]
    assert {each.bounds["peak"] for each in by_rounds} == {Bound.EXACT}
    assert [each.peak // 256 for each in by_rounds] == [2, 3]


def planned_bytes(plan: Any) -> int:
    """Return the memory that XLA plans for a program."""
    planned = plan.argument_size_in_bytes + plan.output_size_in_bytes + plan.temp_size_in_bytes
    return int(planned)


def test_peak_is_near_the_plan_of_the_compiler() -> None:
    def loss(w: Any, x: Any) -> Any:
        for layer in w:
            x = jnp.tanh(x @ layer)
        return (x * x).sum()

    sizes = [jax.ShapeDtypeStruct((256, 256), jnp.float32)] * 6
    x = jax.ShapeDtypeStruct((512, 256), jnp.float32)
    plan = jax.jit(jax.grad(loss)).lower(sizes, x).compile().memory_analysis()
    assert 0.8 < cost(jax.grad(loss), sizes, x).peak / planned_bytes(plan) < 1.25


def adam(p: Any, m: Any, g: Any) -> Any:
    return p - m, 0.9 * m + g


# The function, its arguments, how many are donated, and the peak in arrays.
DONATED = {
    "one optimizer step": (adam, 3, 2, 4, Bound.MOST),
    "gradient descent": (lambda p, g: p - 0.1 * g, 2, 1, 3, Bound.MOST),
    "product": (lambda p, g: p @ g, 2, 1, 3, Bound.MOST),
    "last read in the middle": (lambda p, g: jnp.tanh(p @ g) @ g, 2, 1, 3, Bound.EXACT),
    "update in place": (lambda p, g: p.at[0].set(g[0]), 2, 1, 2, Bound.EXACT),
    "nothing donated": (adam, 3, 0, 5, Bound.EXACT),
}


@pytest.mark.parametrize("name", DONATED)
def test_donated_arguments_lower_the_peak(name: str) -> None:
    fn, count, donated, arrays, bound = DONATED[name]
    squares = [jax.ShapeDtypeStruct((64, 64), jnp.float32)] * count
    step = jax.jit(fn, donate_argnums=tuple(range(donated)))
    counted = cost(step, *squares)
    assert (counted.peak, counted.bounds["peak"]) == (arrays * 64 * 64 * 4, bound)
    plan = step.lower(*squares).compile().memory_analysis()
    slack = 64  # XLA also counts the pointers of a tuple
    assert planned_bytes(plan) - plan.alias_size_in_bytes <= counted.peak + slack
    assert any("donated" in why for why in counted.assumed) == (bound is Bound.MOST)


def test_broadcast_operand_of_a_product_is_materialized() -> None:
    def heads(q: Any, k: Any) -> Any:
        return jnp.einsum("hid,hjd->hij", q, jnp.repeat(k, 4, axis=0))

    counted = cost(heads, "f32[8, 16, 64]", "f32[2, 64, 64]")
    given = 4 * (8 * 16 * 64 + 2 * 64 * 64)
    assert counted.largest == 4 * 8 * 64 * 64
    assert counted.peak == given + counted.largest + 4 * 8 * 16 * 64


def test_residuals_are_the_arrays_that_the_backward_pass_reads() -> None:
    def loss(w: Any, x: Any) -> Any:
        h = jnp.tanh(x @ w)
        return (h @ w).sum()

    arrays = residuals(loss, "f32[8, 8]", "f32[4, 8]")
    assert sorted((array.array, array.role) for array in arrays) == [
        ("f32[4, 8]", "argument 1"), ("f32[4, 8]", "computed"), ("f32[4, 8]", "computed"),
        ("f32[8, 8]", "argument 0"),
    ]  # fmt: skip
    arrays = residuals(jax.checkpoint(loss), "f32[8, 8]", "f32[4, 8]")
    assert {array.role for array in arrays} == {"argument 0", "argument 1"}


def test_table_merges_scopes_below_a_depth() -> None:
    counted = cost(net, "f32[8, 8]", "f32[4, 8]")
    rows = [line.split() for line in counted.table(depth=1).splitlines()]
    assert rows == [["scope", "work", "bytes"], ["net", "2,752", "100.0%", "3,716", "100.0%"]]


def test_cost_converts_to_json() -> None:
    data = json.loads(cost(net, "f32[8, 8]", "f32[4, 8]").to_json())
    assert (data["work"], data["bounds"]["work"], data["exact"]) == (2752, "exact", True)
    assert {row["scope"]: row["work"] for row in data["by_scope"]}["net/loop/layer"] == 1632
    assert data["live_arrays"][0] == {
        "array": "f32[8, 8]", "bytes": 256, "scope": "", "line": "", "role": "argument 0",
    }  # fmt: skip
    assert json.loads(cost(lambda: jnp.int32(3) * 4).to_json())["intensity"] == 0
