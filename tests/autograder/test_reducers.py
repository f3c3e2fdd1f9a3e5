"""Reducers are counted if they are a recognized associative function; others are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from autograder.core.inputs.generator import ArraySpec
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program
from autograder.core.programs.run import RunnableProgram

Function = Callable[[Any], Any]
AT = np.array([0, 1, 1])


def uncountable_reducers(function: Function) -> list[str]:
    program = RunnableProgram(
        canonical(export_program(function, (ArraySpec("f32", (4, 6)),)).artifact)
    )
    return [reason for reason in program.cost().unknown if "calls" in reason]


def pooled(x: Any) -> Any:
    return lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID")


def first_largest(a: Any, b: Any) -> Any:
    return tuple(jnp.where(a[0] >= b[0], one, other) for one, other in zip(a, b, strict=True))


def following(a: Any, b: Any) -> Any:
    return tuple(jnp.where(a[1] == b[0], other, one) for one, other in zip(a, b, strict=True))


def upward(a: Any, b: Any) -> Any:
    """Return `b` if it continues `a` upward, else `a`. Only four different numbers show that the
    order matters.
    """
    fits = (a[0] < a[1]) & (a[1] == b[0]) & (b[0] < b[1])
    return tuple(jnp.where(fits, other, one) for one, other in zip(a, b, strict=True))


def rock_paper_scissors(low: Any, high: Any) -> Callable[[Any, Any], Any]:
    """Return the larger value, except that the largest loses to the smallest."""
    return lambda a, b: jnp.where((a > high) & (b <= low), b, a)


def folded(kind: Any, low: Any, high: Any) -> Function:
    start, *ends = (np.array(number, kind) for number in (0, low, high))
    return lambda x: lax.reduce(x.astype(kind), start, rock_paper_scissors(*ends), (0,))


def one_element(x: Any) -> Any:
    """Reduce one element with every operation, starting from the operation's neutral value."""
    one = x[:1]
    bits = lax.reduce_and(one, (0,)) + lax.reduce_or(one, (0,)) + lax.reduce_xor(one, (0,))
    return bits + one.sum(0) + one.prod(0) + one.max(0) + one.min(0)


def highest(kind: Any) -> Any:
    return np.finfo(kind).max if np.issubdtype(kind, np.floating) else np.iinfo(kind).max


PLAIN: dict[str, Function] = {
    "sum": lambda x: x.sum(1),
    "sum of halves": lambda x: x.astype(jnp.bfloat16).sum().astype(jnp.float32),
    "sum of complex": lambda x: jnp.real((x + 1j * x).sum()),
    "product": lambda x: x.prod(),
    "largest": lambda x: x.max(0) - x.min(0),
    "whole": lambda x: x.astype(jnp.int32).max(1) + x.astype(jnp.uint32).min(1),
    "bits": lambda x: lax.reduce_xor(x.astype(jnp.int32), (0,)),
    "where": lambda x: jnp.argmax(x, 1) + jnp.argmin(x, 1),
    "where nan": lambda x: jnp.nanargmax(x, 1),
    "prefix": lambda x: jnp.cumsum(x, 1) + lax.cummax(x, 1) + jnp.cumprod(x, 1),
    "prefix of one": lambda x: jnp.cumsum(x[:, :1], 1) + lax.cummin(x[:1], 0),
    "whole number of one": lambda x: one_element(x.astype(jnp.int32)),
    "unsigned number of one": lambda x: one_element(x.astype(jnp.uint8)),
    "truth value of one": lambda x: (x > 0)[:, :1].any(1) & (x > 0)[:, :1].all(1),
    "complex number of one": lambda x: jnp.real((x + 1j * x)[:1].sum(0) + (x + 1j)[:1].prod(0)),
    "softmax": lambda x: jax.nn.softmax(x) + jax.nn.logsumexp(x),
    "sort": lambda x: jnp.sort(x, 1) + jnp.argsort(x, 0).astype(jnp.float32),
    "three keys": lambda x: lax.sort((x, 2 * x, x + 1, x), num_keys=3)[3],
    "set": lambda x: x.at[AT].set(1.0).at[0].add(x[1]).at[AT].max(2.0),
    "pool": pooled,
    "pool backwards": jax.grad(lambda x: (pooled(x) ** 2).sum()),
    "last that counts": lambda x: lax.reduce(
        x, np.float32(-1), lambda a, b: jnp.where(b >= 0, b, a), (0,)),
    "first of the largest": lambda x: lax.reduce(
        (x, -x), (np.float32(-9), np.float32(0)), first_largest, (0,))[1],
    "the largest number stays": lambda x: lax.reduce(
        x, np.float32(0), lambda a, b: jnp.where(b >= highest(np.float32), b, a), (0,)),
    "two at once": lambda x: lax.reduce(
        (x, x), (np.float32(0), np.float32(0)), lambda a, b: (a[0] + b[0], a[1] + b[1]), (0,)),
}  # fmt: skip
OTHER: dict[str, Function] = {
    "difference": lambda x: lax.reduce(x, np.float32(0), lambda a, b: a - b, (0,)),
    "one number twice": lambda x: lax.reduce(x, np.float32(0), lambda a, b: a + a + 0 * b, (0,)),
    "a step of one": lambda x: lax.reduce(x[:, :1], np.float32(1), lax.add, (1,)),
    "a whole step": lambda x: lax.reduce(x[:1].astype(jnp.int32), np.int32(5), lax.mul, (0,)),
    "a whole step in a window": lambda x: lax.reduce_window(
        x.astype(jnp.int32), np.int32(3), lax.bitwise_xor, (1, 1), (1, 1), "VALID"),
    "a complex step": lambda x: jnp.real(
        lax.reduce((x + 1j)[:1], np.complex64(2 + 1j), lax.mul, (0,))),
    "from data": lambda x: lax.reduce(x[:1], x[0, 0], lax.add, (0,)),
    "a written number": lambda x: lax.reduce(
        x, np.float32(0), lambda a, b: jnp.where(a > b, a, 1.0), (0,)),
    "one that follows": lambda x: lax.reduce(
        (x, x + 1), (np.float32(0), np.float32(0)), following, (0,))[1],
    "one that follows upward": lambda x: lax.reduce(
        (x, x + 1), (np.float32(0), np.float32(0)), upward, (0,))[1],
    "one that follows, of complex": lambda x: jnp.real(lax.reduce(
        lax.complex(x, x + 1), np.complex64(0),
        lambda a, b: jnp.where(jnp.imag(a) == jnp.real(b), b, a), (0,))),
    "larger by bits": lambda x: lax.reduce(
        x.astype(jnp.int32), np.int32(0), lambda a, b: jnp.where(a & b > 0, a, b), (0,)),
    "far apart": folded(np.float32, 1e33, 1e36),
    "close together": folded(np.float32, 1, np.nextafter(np.float32(1), np.float32(2))),
    "very small": folded(np.float32, 1e-44, 1e-40),
    "infinity alone is high": folded(np.float32, 0, highest(np.float32)),
    "the largest whole number": folded(np.int32, 0, highest(np.int32) - 1),
    "whole numbers without a sign": folded(np.uint8, 0, 254),
    "applied": lambda x: x.at[0].apply(jnp.sin),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_associative_reducer_is_counted(name: str) -> None:
    assert uncountable_reducers(PLAIN[name]) == []


@pytest.mark.parametrize("name", OTHER)
def test_unrecognized_reducer_is_not_counted(name: str) -> None:
    (reason,) = uncountable_reducers(OTHER[name])
    assert "not a single sum, product, minimum, maximum or selection of its two arguments" in reason
