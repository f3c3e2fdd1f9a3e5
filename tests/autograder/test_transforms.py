"""Errors of `jit`, `scan`, `while_loop` and `cond` are explained with a next step and the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from autograder.core.grading.check import Check
from autograder.core.messages import transforms
from autograder.core.messages.explain_error import trouble
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]
Call = Callable[[Any], Any]
X = jnp.arange(4.0)
lax: Any = jax.lax  # the arguments below have wrong types on purpose
jitted: Any = jax.jit
kept: list[Any] = []


def leaks(x: Any) -> Any:
    kept.append(x)
    return x.sum()


def leaked(x: Any) -> Any:
    jax.jit(leaks)(x)
    return jax.jit(lambda x: x + kept[-1])(x)


def static(k: Any) -> Any:
    return partial(jax.jit, static_argnames="k")(lambda x, k: x)(X, k=k)


def static_inside(x: Any) -> Any:
    return jax.jit(lambda x: static(x[0]))(x)


def static_array(x: Any) -> Any:
    return static(X)


def donated(x: Any) -> Any:
    given = x + 1
    jax.jit(lambda x: x + 1, donate_argnums=0)(given)
    return given + 1


def nothing(*anything: Any) -> None:
    return None


COMPLAINTS: list[tuple[Call, str]] = [
    (leaked, "A value from one trace was stored and used in another."),
    (static_inside, "A static argument received a traced value."),
    (static_array, "An array cannot be a static argument"),
    (lambda x: static(np.ones(3)), "An array cannot be a static argument"),
    (lambda x: static([1]), "A static argument must be hashable, and a list is not."),
    (lambda x: jax.jit(lambda x: x, static_argnames="k")(x), "`static_argnames` contains 'k'"),
    (lambda x: jax.jit(lambda x: x, static_argnums=3)(x), "the function has only 1."),
    (lambda x: jax.jit(lambda x, how: x)(x, "mean"), "its argument `how` is neither (str)."),
    (lambda x: jitted(jnp.sin(x)), "not `jax.jit(f(x))`"),
    (lambda x: jax.jit(lambda x: f"{x[0]:.2f}")(x), "format it outside the function"),
    (lambda x: jax.jit(lambda k: {1: 2}[k])(1), "Store the table in a `jnp` array"),
    (lambda x: jax.jit(lambda x, n: x[:n])(x, 2), "The length of a slice"),
    (lambda x: lax.map(lambda i: x[i : i + 2], jnp.arange(3)), "`jax.lax.dynamic_slice`"),
    (donated, "This array was donated"),
    (
        lambda x: lax.fori_loop(0, 4, lambda i, c: c + 0.5, jnp.int32(0)),
        "The loop body received a carry of type int32[] and returned one of type float32[].",
    ),
    (
        lambda x: lax.scan(lambda c, v: (jnp.append(c, v), v), x, x),
        "The loop body received a carry of type float32[4] and returned one of type float32[5].",
    ),
    (  # both halves of the carry change their type, and a shape contains a comma
        lambda x: lax.scan(
            lambda c, v: ((c[0] + 0.5, c[1] * 0.5), v), (jnp.zeros((2, 3), int),) * 2, x
        ),
        "a carry of type int32[2,3] and returned one of type float32[2,3].",
    ),
    (lambda x: lax.fori_loop(0, 4, nothing, x), "The loop body returned `None`"),
    (
        lambda x: lax.while_loop(lambda c: c[0] < 3, lambda c: c[0] + 1, (0, x)),
        "a carry with a different structure than it received",
    ),
    (lambda x: lax.scan(nothing, x[0], x), "The function of `scan` returned `None`:"),
    (lambda x: lax.scan(lambda c, v: c + v, x[0], x), "`scan` must return a pair: the carry"),
    (lambda x: lax.scan(lambda c, v: (c, v[0]), x[0], (x, x[:2])), "axes differ: 4, 2."),
    (lambda x: lax.scan(lambda c, v: (c, v), x[0], 3), "pass `jnp.arange(n)`"),
    (lambda x: lax.scan(lambda c, v: (c, v), x[0], None), "does not know the number of iterations"),
    (lambda x: lax.scan(lambda c: (c, c), x[0], x), "two arguments: the carry and one row"),
    (lambda x: lax.scan(lambda c, a, b: (c, a), x[0], x, x), "as a tuple, `(xs, ys)`"),
    (
        lambda x: lax.associative_scan(lambda a, b: a @ b, x),
        "pairs of neighbours in one call. Use element-wise operations such as `*` and `+`",
    ),
    (
        lambda x: lax.associative_scan(lambda a, b, c, d: (a * c, d), (x, x)),
        "two arguments: the earlier element and the later one",
    ),
    (lambda x: lax.associative_scan(lambda a, b: a, x, x), "arrays as a tuple, `(a, b)`"),
    (lambda x: lax.fori_loop(0, 3, lambda c, i: c / 2, x), "first argument: `lambda i, x: ...`"),
    (lambda x: lax.fori_loop(0, 3.0, lambda i, c: c, x), "bounds of `fori_loop` must be integers"),
    (lambda x: lax.fori_loop(0, 3, lambda c: c, x), "two arguments: the iteration number"),
    (
        lambda x: lax.while_loop(lambda a, b: a < 3, lambda a, b: (a + 1, b), (0, x)),
        "both of its functions with one argument",
    ),
    (lambda x: lax.while_loop(nothing, lambda c: c, x), "of `while_loop` returned `None`"),
    (lambda x: lax.while_loop(lambda c: c < 3, lambda c: c + 1, x), "with `jnp.any` or `jnp.all`"),
    (
        lambda x: lax.while_loop(lambda c: c.sum(), lambda c: c + 1, x),
        "decides whether the loop continues",
    ),
    (lambda x: lax.cond(x[0] > 0, lambda: 1, lambda: 1.5), "int32[] and the other float32[]"),
    (lambda x: lax.cond(x[0] > 0, lambda: x, lambda: x[:2]), "and the other float32[2]"),
    (
        lambda x: lax.switch(1, [lambda: 1.0, lambda: x]),
        "One branch returned float32[] and the other float32[4].",
    ),
    (lambda x: lax.cond(x[0] > 0, lambda: (x, 1), lambda: x), "returned different structures"),
    (lambda x: lax.cond(x[0] > 0, lambda: x, nothing), "One branch returned `None`"),
    (lambda x: lax.cond(x > 0, lambda: x, lambda: -x), "Choose element by element"),
    (lambda x: lax.cond("yes", lambda: x, lambda: -x), "a single boolean, such as `x > 0`"),
    (lambda x: lax.cond(x[0] > 0, x, -x), "`cond` and `switch` take functions, not results."),
    (lambda x: lax.cond(x[0] > 0, lambda: x, lambda: -x, x), "must accept all of these arguments"),
    (lambda x: lax.switch(x[0], [lambda: 1.0, lambda: 2.0]), "selects a function by an integer"),
    (lambda x: lax.switch(0, [x, x]), "`cond` and `switch` take functions, not results."),
]  # fmt: skip


@pytest.mark.parametrize(("call", "words"), COMPLAINTS)
@pytest.mark.parametrize("traced", [False, True])
def test_each_error_has_an_explanation(call: Call, words: str, traced: bool) -> None:
    if traced and call is donated:
        pytest.skip("Inside another program nothing is donated.")
    with pytest.raises(Exception) as caught:  # noqa: PT011 (several kinds)
        (jax.jit(call) if traced else call)(X)
    found = trouble(caught.value)
    assert words in found.message
    assert "Your code stopped with" not in found.message
    assert found.got.startswith("line ")


def test_each_row_is_reached() -> None:
    """A row that no test reaches may no longer match the message of a newer JAX."""
    met = set()
    for call, _ in COMPLAINTS:
        try:
            call(X)
        except Exception as error:
            complaint = " ".join(f"{type(error).__name__}: {error}".split())
            line = f" at {trouble(error).got}"
            met.add(next(row[0] for row in transforms.ROWS if re.search(row[0], complaint + line)))
    assert met == {row[0] for row in transforms.ROWS}


@pytest.mark.parametrize("leak", ["kept.append(x)", "kept[:] = [x]"])
def test_tracer_leak_in_a_program_is_explained(make_plan: MakePlan, leak: str) -> None:
    """The program is traced for several shapes, and the second trace finds a value of the first."""
    plan = make_plan("def f(x):\n    return x", 'check(f, given="x: f32[n]")')
    space: dict[str, Any] = {"kept": []}
    exec(f"def f(x):\n    y = x + sum(kept)\n    {leak}\n    return y", space)
    said = " ".join(verdict_at_home(plan, space["f"]).text().split())
    assert "A value from one trace was stored and used in another." in said
