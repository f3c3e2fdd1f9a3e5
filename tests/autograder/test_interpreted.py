"""Interpreted programs give the results of compiled ones. All other programs are compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from programs import AT, ODD, ROW, WHOLE, X, nested, program, text, window

from autograder.core.programs import interpreter, mlir
from autograder.core.programs.canonical import body
from autograder.core.programs.run import Program

pytestmark = pytest.mark.usefixtures("wide")
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


def same(made: Program, *inputs: Any) -> None:
    """Assert that the program is interpreted and that both results are equal."""
    assert made._interpreted is not None
    rows = [made.run(inputs, compiled=way).results for way in (False, True)]
    for one, other in zip(*rows, strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        if one.dtype == np.float32:
            np.testing.assert_array_max_ulp(*map(no_nan, (one, other)), maxulp=8)
            np.testing.assert_array_equal(np.isnan(one), np.isnan(other))
        else:
            np.testing.assert_array_equal(one, other)


def no_nan(array: Any) -> Any:
    return np.where(np.isnan(array), np.float32(0), array)


def test_program_without_loops_is_not_counted_before_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counting takes longer than interpreting, so only a request for the cost counts."""
    row = np.ones(8, np.float32)
    made = program(lambda x: jnp.maximum(x, -x), row)
    monkeypatch.setattr(
        "autograder.core.programs.run.cost", lambda *_, **__: pytest.fail("it is counted")
    )
    assert made.quick
    np.testing.assert_array_equal(made.run([row]).results, [row])


def test_terms_of_a_product_count_as_elements() -> None:
    """The result has two elements, but the sum has so many terms that the compiler is faster."""
    assert not program(lambda x: x @ x, np.ones(interpreter.MAX_STEPS, np.float32)).quick
    assert program(lambda x: x @ x, np.ones(interpreter.MAX_STEPS // 4, np.float32)).quick


LOGISTIC = text(
    "%x: tensor<11xf32>",
    "tensor<11xf32>",
    "%r = stablehlo.logistic %x : tensor<11xf32>",
    "return %r : tensor<11xf32>",
)
IF = text(
    "%c: tensor<i1>, %x: tensor<5xf32>",
    "tensor<5xf32>",
    "%r = stablehlo.negate %x : tensor<5xf32>",
    '%s = "stablehlo.if"(%c) ({ stablehlo.return %x : tensor<5xf32> },',
    "{ stablehlo.return %r : tensor<5xf32> }) : (tensor<i1>) -> tensor<5xf32>",
    "return %s : tensor<5xf32>",
)
ONE = [lax.abs, lax.cbrt, lax.ceil, lax.cos, lax.exp, lax.expm1, lax.floor, lax.is_finite, lax.log]
ONE += [
    lax.log1p,
    lax.logistic,
    lax.neg,
    lax.round,
    lax.rsqrt,
    lax.sign,
    lax.sin,
    lax.sqrt,
    lax.tan,
]
ONE += [lax.tanh, jnp.round]
TWO = [lax.eq, lax.ne, lax.lt, lax.le, lax.gt, lax.ge, lax.add, lax.sub, lax.max, lax.min]
SAME: dict[str, tuple[Any, ...]] = {
    "one float": (lambda x: [each(x) for each in ONE], ODD),
    "two floats": (
        lambda x, y: [each(x, y) for each in TWO],
        *map(np.ravel, np.meshgrid(ODD, ODD)),
    ),
    "product, quotient": (
        lambda x: (x[:, None] * x, x[:, None] / x, lax.rem(*jnp.broadcast_arrays(x[:, None], x))),
        ROW,
    ),
    "power": (lambda x: (lax.pow(jnp.abs(x), x), lax.atan2(x, x[::-1])), ROW),
    "clamp": (lambda x: lax.clamp(np.float32(-1), x, np.float32(2)), ODD),
    "bits": (lambda x: lax.bitcast_convert_type(x, np.uint32), ODD),
    "small bits": (lambda x: lax.bitcast_convert_type(x, np.int8), ODD),
    "sort": (jnp.sort, WHOLE),
    "sort by two": (lambda x, y: lax.sort((x, y), num_keys=2), WHOLE, WHOLE[::-1].copy()),
    "sort down": (lambda x: jnp.sort(x.reshape(5, 1), axis=0, descending=True), WHOLE),
    "pad": (lambda x: lax.pad(x, x[1, 1], [(-1, 2, 1), (3, -2, 0)]), X),
    "pad and cut": (lambda x: lax.pad(x, x[1, 1], [(-1, -1, 0), (0, 0, 2)]), X),
    "window": (lambda x: window(x, (2, 3), [(1, 0), (2, -1)], (1, 2)), X),
    "wide window": (
        lambda x: window(x, (2, 2), [(0, 1), (1, 1)], base_dilation=(2, 1), window_dilation=(1, 2)),
        X,
    ),
    "sums so far": (lambda x: lax.reduce_window(x, 0.0, lax.add, (5,), (1,), [(4, 0)]), ROW),
    "axes": (lambda x: (x.sum((0, 2)), x.max(1), x.prod(), (x > 3).all(2)), X.reshape(3, 2, 2)),
    "where it is most": (jnp.argmax, ROW),
    "products": (lambda x: (x @ x.T, jnp.einsum("ij,kj->jik", x, x), x[0] @ x[1]), X),
    "gather": (lambda x, i: [x.at[i].get(mode=m) for m in ("clip", "fill")], X, AT),
    "gather rows": (lambda x, i: jax.vmap(lambda row: row[i])(x), X, AT),
    "cut at": (lambda x, i: [lax.dynamic_slice(x, (n, n), (2, 3)) for n in i], X, AT),
    "write at": (
        lambda x, i: [lax.dynamic_update_slice(x, x[:2, :1], (n, n)) for n in i],
        X,
        AT,
    ),
    "forms": (
        lambda x: (x.T, x[::-1], x[::2, 1:3], x.reshape(2, 6), jnp.concatenate([x, x], 1), x[None]),
        X,
    ),
    "written": (lambda x: (jnp.arange(5), np.array([1, 2, 3]), jnp.ones((2, 2), bool), x), X),
    "loop": (lambda x: lax.fori_loop(0, 9, lambda i, v: v + i, x), ROW),
    "no round": (lambda x: lax.fori_loop(3, 3, lambda i, v: v + i, x), ROW),
    "nested loops": (nested, ROW),
    "scan": (lambda x: lax.scan(lambda c, v: (c + v, c * v), 0.0, x), ROW),
    "branch": (lambda x: lax.cond(x[0] > 0, lambda v: v + 1, lambda v: -v, x), ROW),
    "branches": (
        lambda i: [lax.switch(n, [lambda: 3, lambda: 4, lambda: 5]) for n in i],
        AT,
    ),
    "random": (lambda x: jax.random.bits(jax.random.key(3), (4,)), X),
    "logistic": (LOGISTIC, ODD),
    "if": (IF, np.array(False), ROW),
    "else": (IF, np.array(True), ROW),
    "empty": (lambda x: (x.T, x + x, x.sum(0), x.sum(1), jnp.concatenate([x, x])), X[:0]),
    "cut to nothing": (lambda x: (x[:, :0] + 1, jnp.concatenate([x[:0], x])), X),
    "single": (lambda x: (x + x, x[None]), np.array(3, np.float32)),
    "as it is": (lambda x: x, np.full((2, 3), 4, np.float32)),
}


@pytest.mark.parametrize("name", SAME)
def test_interpreter_and_compiler_agree(name: str) -> None:
    made, *inputs = SAME[name]
    same(program(made, *inputs), *inputs)


def ends(dtype: str) -> Any:
    kind = np.iinfo(dtype)
    few = [kind.min, kind.min + 1, 0, 1, 3, 8, 31, 33, kind.max]
    return np.array(few + [-1, -3] * (kind.min < 0), dtype)


def two_numbers(x: Any, y: Any) -> Any:
    """Return pairs of integers, including division by zero, shifts beyond the width, and the
    minimum over -1.
    """
    pairs = jnp.broadcast_arrays(x[:, None], y)
    names = "add sub mul div rem max min bitwise_and bitwise_or bitwise_xor eq lt shift_left "
    names += "shift_right_logical shift_right_arithmetic"
    return [getattr(lax, name)(*pairs) for name in names.split()]


def one_number(x: Any) -> Any:
    some = [lax.neg, lax.sign, lax.bitwise_not, lax.population_count, lax.clz, jnp.abs]
    return [f(x) for f in some], x.sum(dtype=x.dtype), jnp.sort(x)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_extremes_agree(dtype: str) -> None:
    x = ends(dtype)
    same(program(two_numbers, x, x), x, x)
    same(program(one_number, x), x)


@cache
def to(dtype: str) -> Callable[[Any], Any]:
    return lambda x: x.astype(dtype)


@pytest.mark.parametrize("dtype", [*INTEGERS, "bool", "float32"])
def test_conversions_agree(dtype: str) -> None:
    """Including NaN, infinity and values out of range."""
    for other in [*INTEGERS, "bool", "float32"]:
        x = {"bool": np.array([0, 1], bool), "float32": ODD}.get(other)
        x = ends(other) if x is None else x
        same(program(to(dtype), x), x)


def names(made: Program) -> set[str]:
    with mlir.context():
        module = mlir.parse(made.text)
        return {op.name for op in mlir.walk(body(module))}


def test_every_supported_operation_is_tested() -> None:
    tried = {name for made, *inputs in SAME.values() for name in names(program(made, *inputs))}
    for made, count in ((two_numbers, 2), (one_number, 1)):
        tried |= names(program(made, *[ends("int32")] * count))
    assert tried >= interpreter.SUPPORTED
