"""Reducers are counted if they are a recognized associative function; others are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.extend.core import Primitive
from jax.interpreters.mlir import register_lowering
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import chlo
from jaxlib.mlir.dialects import stablehlo as hlo

from autograder.core.inputs.generator import ArraySpec
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program
from autograder.core.programs.run import RunnableProgram

Function = Callable[[Any], Any]
AT = np.array([0, 1, 1])


def program_text(function: Function) -> bytes:
    return canonical(export_program(function, (ArraySpec("f32", (4, 6)),)).artifact)


def uncountable_reducers(text: bytes) -> list[str]:
    program = RunnableProgram(text)
    return [reason for reason in program.cost().unknown if "calls" in reason]


def pooled(x: Any) -> Any:
    return lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID")


def larger_with_index(a: Any, b: Any) -> Any:
    return tuple(jnp.where(a[0] >= b[0], one, other) for one, other in zip(a, b, strict=True))


def first_largest(a: Any, b: Any) -> Any:
    """Select in the same way as `jnp.argmax`."""
    better = (a[0] > b[0]) | (a[0] != a[0])
    earlier = (a[0] == b[0]) & (a[1] < b[1])
    return lax.select(better, a[0], b[0]), lax.select(better | earlier, a[1], b[1])


def larger_of_one(x: Any, start: Any, first: Any, index: Any = 1) -> Any:
    """Compare each element only with the initial value, as one step of a loop could do."""
    pairs = x[:, :1], jnp.full((4, 1), index, np.int32)
    return lax.reduce(pairs, (start, first), first_largest, (1,))[0]


SCAN_SUM = Primitive("scan_sum")  # the prefix sums of an array from an initial value
SCAN_SUM.def_abstract_eval(lambda x, start: x)


def lower_scan_sum(_context: Any, x: Any, start: Any) -> Any:
    options = {"is_reverse": ir.BoolAttr.get(False), "is_associative": ir.BoolAttr.get(True)}
    scan = chlo.ScanOp([x.type], [start.type], [x], [start], 0, **options)
    body = scan.regions[0].blocks.append(start.type, start.type)
    with ir.InsertionPoint(body):
        total = hlo.add(*body.arguments)
        hlo.return_([total, total])
    return [scan.results[0]]


register_lowering(SCAN_SUM, lower_scan_sum)


def arg_max(x: Any) -> Any:
    return jnp.argmax(x, 1)


def complex_max(x: Any) -> Any:
    return jnp.real(lax.complex(x, -x).max(0))


def doubled_often(a: Any, b: Any) -> Any:
    for _ in range(99):
        a += a
    return jnp.where(a > b, a, b)


def following(a: Any, b: Any) -> Any:
    return tuple(jnp.where(a[1] == b[0], other, one) for one, other in zip(a, b, strict=True))


def one_element(x: Any) -> Any:
    """Reduce one element with every operation, starting from the operation's neutral value."""
    one = x[:1]
    bits = lax.reduce_and(one, (0,)) + lax.reduce_or(one, (0,)) + lax.reduce_xor(one, (0,))
    return bits + one.sum(0) + one.prod(0) + one.max(0) + one.min(0)


PLAIN: dict[str, Function] = {
    "sum": lambda x: x.sum(1),
    "sum of halves": lambda x: x.astype(jnp.bfloat16).sum().astype(jnp.float32),
    "sum of complex": lambda x: jnp.real((x + 1j * x).sum()),
    "product": lambda x: x.prod(),
    "largest": lambda x: x.max(0) - x.min(0),
    "whole": lambda x: x.astype(jnp.int32).max(1) + x.astype(jnp.uint32).min(1),
    "bits": lambda x: lax.reduce_xor(x.astype(jnp.int32), (0,)),
    "where": lambda x: jnp.argmax(x, 1) + jnp.argmin(x, 1),
    "where nan": lambda x: jnp.nanargmax(x, 1) + jnp.nanargmin(x, 1),
    "where, as another type": lambda x: lax.argmax(x, 1, jnp.uint8) + lax.argmin(x, 1, jnp.int8),
    "where of bfloat16": lambda x: jnp.argmax(x.astype(jnp.bfloat16), 1),
    "where of whole numbers": lambda x: (
        jnp.argmax(x.astype(jnp.int32), 1) + jnp.argmin(x.astype(jnp.uint8), 1)),
    "where of truth values": lambda x: jnp.argmax(x > 0, 1) + jnp.argmin(x > 0, 1),
    "largest complex number": lambda x: jnp.real((x + 1j * x).max(0) - (x + 1j * x).min(0)),
    "complex prefix": lambda x: jnp.real(lax.cummax(x + 1j * x, 1)),
    "prefix": lambda x: jnp.cumsum(x, 1) + lax.cummax(x, 1) + jnp.cumprod(x, 1),
    "prefix of one": lambda x: jnp.cumsum(x[:, :1], 1) + lax.cummin(x[:1], 0),
    "whole number of one": lambda x: one_element(x.astype(jnp.int32)),
    "unsigned number of one": lambda x: one_element(x.astype(jnp.uint8)),
    "truth value of one": lambda x: (x > 0)[:, :1].any(1) & (x > 0)[:, :1].all(1),
    "position of one": lambda x: x[:1].argmax(0) + x.astype(jnp.int32)[:1].argmin(0),
    "selection of one": lambda x: larger_of_one(x, np.float32(-np.inf), np.int32(0)),
    "complex number of one": lambda x: jnp.real((x + 1j * x)[:1].sum(0) + (x + 1j)[:1].prod(0)),
    "complex extremes of one": lambda x: jnp.real((x + 1j * x)[:1].max(0) + (x + 1j)[:1].min(0)),
    "scan of one": lambda x: SCAN_SUM.bind(x[0, :1], jnp.float32(0)),
    "scan of several": lambda x: SCAN_SUM.bind(x[0], x[1, 1]),
    "softmax": lambda x: jax.nn.softmax(x) + jax.nn.logsumexp(x),
    "sort": lambda x: jnp.sort(x, 1) + jnp.argsort(x, 0).astype(jnp.float32),
    "three keys": lambda x: lax.sort((x, 2 * x, x + 1, x), num_keys=3)[3],
    "set": lambda x: x.at[AT].set(1.0).at[0].add(x[1]).at[AT].max(2.0),
    "pool": pooled,
    "pool backwards": jax.grad(lambda x: (pooled(x) ** 2).sum()),
    "two at once": lambda x: lax.reduce(
        (x, x), (np.float32(0), np.float32(0)), lambda a, b: (a[0] + b[0], a[1] + b[1]), (0,)),
}  # fmt: skip
OTHER: dict[str, Function] = {
    "difference": lambda x: lax.reduce(x, np.float32(0), lambda a, b: a - b, (0,)),
    "one number twice": lambda x: lax.reduce(x, np.float32(0), lambda a, b: a + a + 0 * b, (0,)),
    "larger than a value": lambda x: larger_of_one(x, x[0, 0], np.int32(0)),
    "computed first index": lambda x: larger_of_one(x, np.float32(-np.inf), x[0, 0].astype(int)),
    "computed index": lambda x: larger_of_one(
        x, np.float32(-np.inf), np.int32(0), x[0, 0].astype(int)
    ),
    "a step of one": lambda x: lax.reduce(x[:, :1], np.float32(1), lax.add, (1,)),
    "a whole step": lambda x: lax.reduce(x[:1].astype(jnp.int32), np.int32(5), lax.mul, (0,)),
    "a whole step in a window": lambda x: lax.reduce_window(
        x.astype(jnp.int32), np.int32(3), lax.bitwise_xor, (1, 1), (1, 1), "VALID"),
    "a complex step": lambda x: jnp.real(
        lax.reduce((x + 1j)[:1], np.complex64(2 + 1j), lax.mul, (0,))),
    "a scan of one": lambda x: SCAN_SUM.bind(x[0, :1], x[1, 1]),
    "from data": lambda x: lax.reduce(x[:1], x[0, 0], lax.add, (0,)),
    "a written number": lambda x: lax.reduce(
        x, np.float32(0), lambda a, b: jnp.where(a > b, a, 1.0), (0,)),
    "one that follows": lambda x: lax.reduce(
        (x, x + 1), (np.float32(0), np.float32(0)), following, (0,))[1],
    "last that counts": lambda x: lax.reduce(
        x, np.float32(-1), lambda a, b: jnp.where(b >= 0, b, a), (0,)),
    "first of the largest": lambda x: lax.reduce(
        (x, -x), (np.float32(-9), np.float32(0)), larger_with_index, (0,))[1],
    "doubled often": lambda x: lax.reduce(x, np.float32(0), doubled_often, (0,)),
    "applied": lambda x: x.at[0].apply(jnp.sin),
}  # fmt: skip


# A change to the function of an associative reduction.
NEAR_MISSES: dict[str, tuple[Function, str, str]] = {
    "other order": (arg_max, "compare GT, %arg1, %arg3", "compare GT, %arg3, %arg1"),
    "last of equal values": (arg_max, "compare GT", "compare GE"),
    "highest index": (arg_max, "compare LT", "compare GT"),
    "index in the other order": (arg_max, "LT, %arg2, %arg4", "LT, %arg4, %arg2"),
    "unequal elements": (arg_max, "NE, %arg1, %arg1", "NE, %arg1, %arg3"),
    "other element NaN": (arg_max, "NE, %arg1, %arg1", "NE, %arg3, %arg3"),
    "index of unequal values": (arg_max, "compare EQ", "compare NE"),
    "-0 is less than 0": (arg_max, "EQ, %arg1, %arg3, FLOAT", "EQ, %arg1, %arg3, TOTALORDER"),
    "or instead of and": (arg_max, "stablehlo.and", "stablehlo.or"),
    "other value": (arg_max, "%arg1, %arg3 : tensor<i1>", "%arg3, %arg1 : tensor<i1>"),
    "other index": (arg_max, "%arg2, %arg4 : tensor<i1>", "%arg4, %arg2 : tensor<i1>"),
    "constant index": (arg_max, "%arg2, %arg4 : tensor<i1>", "%arg2, %c : tensor<i1>"),
    "smaller imaginary part": (complex_max, "compare GT", "compare LT"),
    "real part twice": (complex_max, "stablehlo.imag %arg2", "stablehlo.real %arg2"),
    "other number": (complex_max, "%arg1, %arg2 : tensor<i1>", "%arg2, %arg1 : tensor<i1>"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_associative_reducer_is_counted(name: str) -> None:
    assert uncountable_reducers(program_text(PLAIN[name])) == []


@pytest.mark.parametrize("name", OTHER)
def test_unrecognized_reducer_is_not_counted(name: str) -> None:
    (reason,) = uncountable_reducers(program_text(OTHER[name]))
    assert "not a single sum, product, minimum or maximum of its two arguments" in reason


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_change_to_an_associative_selection_is_not_counted(name: str) -> None:
    function, old, new = NEAR_MISSES[name]
    text = program_text(function)
    assert uncountable_reducers(text) == []
    assert len(uncountable_reducers(text.replace(old.encode(), new.encode(), 1))) == 1
