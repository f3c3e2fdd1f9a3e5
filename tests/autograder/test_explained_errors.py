"""JAX errors about axes, lanes, gradients, windows and trees are explained with a next step."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax
from jax.sharding import AbstractMesh, AxisType
from jax.sharding import PartitionSpec as P

from autograder.core.messages import axes, pallas_shapes, pytrees
from autograder.core.messages import gradients as of_slopes
from autograder.core.messages.explain_error import trouble

Slip = Callable[[], Any]
ROW, TABLE, ONE = jnp.ones(3), jnp.ones((3, 4)), jnp.float32(1)


def add(x: Any, y: Any) -> Any:
    return x + y


def of_dict(net: Any, x: Any) -> Any:
    return net["w"] * x


def over(function: Any, *args: Any, **axes: Any) -> Slip:
    """Return a call of `jax.vmap(function, **axes)`."""
    return lambda: jax.vmap(function, **axes)(*args)


NET = {"w": ROW, "b": ROW}


def double(x: Any) -> Any:
    return 2 * x


def slopes(back: Any, ahead: Any = lambda x: (x, None)) -> Any:
    """Return the gradient of a function with the given forward and backward passes."""
    f = jax.custom_vjp(double)
    f.defvjp(ahead, back)
    return jax.grad(lambda x: f(x).sum())(ROW)


def until(x: Any) -> Any:
    return jax.lax.while_loop(lambda c: c < 9, double, x)


def on_three(strip: Any, out: Any) -> Slip:
    """Return a call on three devices, each of which has a whole array of 4 by 3."""
    mesh = AbstractMesh((3,), ("devices",), axis_types=(AxisType.Auto,))
    cuts = {"in_specs": P(), "out_specs": out, "check_vma": False}
    return lambda: jax.shard_map(strip, mesh=mesh, **cuts)(TABLE.T)


def scattered(**how: Any) -> Slip:
    """Return sums, of which each of three devices keeps a part."""
    return on_three(lambda x: jax.lax.psum_scatter(x, "devices", **how), P("devices"))


PICTURES = jnp.ones((2, 6, 8, 3))
LAYOUT = ("NHWC", "HWIO", "NHWC")


def convolved(*kernel: int, groups: int = 1, layout: Any = LAYOUT, pictures: Any = PICTURES) -> Any:
    return lax.conv_general_dilated(
        pictures,
        jnp.ones(kernel),
        (1, 1),
        "SAME",
        dimension_numbers=layout,
        feature_group_count=groups,
    )


def largest(start: Any, window: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    return lax.reduce_window(PICTURES, start, lax.max, window, strides, "VALID")


PARAMS = {"w": jnp.ones((3, 3)), "b": jnp.ones(3)}


def taken_apart(params: Any) -> Any:
    w, b = params
    return jnp.ones(3) @ w + b


def columns(params: Any) -> Any:
    work, moved = params["w"]
    return work / moved


def pair(params: Any) -> Any:
    return jax.value_and_grad(jnp.sum)(params["b"])


def added(params: Any) -> Any:
    params += params
    return params


SLIPS: list[tuple[str, Slip]] = [
    ("one entry for each positional argument", over(add, ROW, ROW, in_axes=(0,))),
    ("one entry for each positional argument", over(add, ROW, ROW, in_axes=(0, None, 0))),
    ("passed by keyword has no entry", lambda: jax.vmap(add, in_axes=(0, None))(ROW, y=ROW)),
    ("must be an integer or a tuple", over(add, ROW, ROW, in_axes="rows")),
    ("must be an integer or a tuple", over(add, ROW, ROW, in_axes=1.0)),
    ("must have the same keys", over(of_dict, NET, ROW, in_axes=({"w": 0}, 0))),
    ("must have the same keys", over(of_dict, NET, ROW, in_axes=((0, None), 0))),
    ("cannot map over a scalar", over(add, ONE, ROW)),
    ("cannot map over a scalar", over(add, 1.0, ROW)),
    ("the argument does not have it", over(add, ROW, ROW, in_axes=(1, 0))),
    ("the argument does not have it", over(add, ROW, ROW, in_axes=-2)),
    ("there are no lanes", over(add, ROW, ROW, in_axes=(None, None))),
    ("`vmap` received no array to map over.", over(lambda: ONE)),
    ("the same in every lane", over(add, ROW, ROW, out_axes=None)),
    ("one entry for each part of the result", over(add, ROW, ROW, out_axes=(0, 1))),
    ("with the structure of the result", over(add, ROW, ROW, out_axes="rows")),
    ("No axis is called `all` here.", over(lambda x: x / jax.lax.psum(x, "all"), ROW)),
    ("Inside `shard_map`", lambda: jax.lax.psum(ROW, "devices")),
    ("`out_axes` counts it", over(add, ROW, ROW, out_axes=2)),
    ("no axis 1: it has 1 dimension(s)", over(lambda x: x.sum(axis=1), TABLE)),
    ("no axis 2: it has 2 dimension(s)", lambda: TABLE.max(axis=2)),
    ("You indexed a scalar.", over(lambda x: x[0], ROW)),
    ("You iterated over a scalar.", over(lambda x: list(x), ROW)),
    ("Compute its length outside", over(lambda x: x / len(x), ROW)),
    ("The shapes (3, 4), (3,) do not match.", lambda: TABLE + ROW),
    ("An operand of `@` is a scalar.", over(lambda x, y: x @ y, ROW, ROW)),
    (
        "start it with `jnp.zeros_like(x)`",
        lambda: jax.lax.fori_loop(0, 2, lambda _, x: TABLE @ x, 0),
    ),
    ("(5,), (4,). Two sizes on the same axis", over(add, jnp.ones(5), TABLE, in_axes=(None, 0))),
    ("second-to-last axis of the second. Inside", over(jnp.dot, TABLE, TABLE, in_axes=(0, None))),
    ("use `jax.vmap(jax.grad(f))`", lambda: jax.grad(lambda x: 2 * x)(ROW)),
    ("Return only the scalar", lambda: jax.grad(lambda x: (x, x))(1.0)),
    ("with respect to an integer", lambda: jax.grad(lambda x: (2.0 * x).sum())(jnp.arange(3))),
    ("Return a floating-point number", lambda: jax.grad(lambda x: 1)(1.0)),
    ("the call has too few of them", lambda: jax.grad(add, argnums=2)(1.0, 2.0)),
    ("the Jacobian of integers", lambda: jax.jacfwd(jnp.sum)(jnp.arange(3))),
    ("must return a pair: the scalar", lambda: jax.grad(jnp.sum, has_aux=True)(ROW)),
    ("Expected float32[3], got float32[]. For", lambda: jax.vjp(double, ROW)[1](ONE)),
    ("with the structure of the result", lambda: jax.vjp(lambda x: (x, x), ROW)[1](ROW)),
    ("the shapes (3,) and (2,)", lambda: jax.jvp(double, (ROW,), (jnp.ones(2),))),
    ("as two tuples", lambda: jax.jvp(double, ROW, ROW)),
    ("one gradient for each argument", lambda: slopes(lambda kept, g: g)),
    (
        "of its argument. Expected float32[3], got float32[]",
        lambda: slopes(lambda kept, g: (g.sum(),)),
    ),
    (
        "the residuals that the backward function needs",
        lambda: slopes(lambda kept, g: (g,), lambda x: x),
    ),
    ("is `return` missing?", lambda: jax.grad(lambda x: None)(1.0)),
    ("this loop decides it while running", lambda: jax.grad(until)(ONE)),
    ("the first tree has a dict", lambda: jax.tree.map(add, NET, ROW)),
    ("the first tree has a list", lambda: jax.tree.map(add, [ROW], (ROW,))),
    ("has more entries", lambda: jax.tree.map(add, NET, {"w": ROW})),
    ("has more entries", lambda: jax.tree.map(add, (ROW,), (ROW, ROW))),
    ("'b', 'w' and 'c', 'w'", lambda: jax.tree.map(add, NET, {"w": ROW, "c": ROW})),
    ("shapes (1, 3), (3, 4) cannot be concatenated along axis 0", lambda: jnp.vstack([ROW, TABLE])),
    ("it divides the axis into 3 equal parts", scattered()),
    ("cannot divide an axis of size 4 into 3", scattered(tiled=True)),
    ("a different structure than `out_specs`", on_three(double, (P(), P()))),
    ("a different structure than `out_specs`", on_three(lambda x: (x, x, x), (P(), P()))),
    ("12 elements cannot be reshaped to (-1, 5)", lambda: TABLE.reshape(-1, 5)),
    ("12 elements cannot be reshaped to (2, 5)", lambda: TABLE.reshape(2, 5)),
    ("An index must be an integer", lambda: ROW[jnp.ceil(0.5)]),
    ("An argument of `jnp.where` is `None`.", lambda: jnp.where(ROW < 0, 0)),
    ("`labels[:, None]`", lambda: jnp.take_along_axis(TABLE, jnp.arange(3), axis=1)),
    (
        "these do not have the same length",
        lambda: jax.lax.associative_scan(add, (ROW, jnp.ones(4))),
    ),
    (
        "returned fewer arrays",
        lambda: jax.lax.associative_scan(lambda a, b: a[0] + b[0], (ROW, ROW)),
    ),
    ("have 3 channels in 1 group(s), and the kernel expects 4", lambda: convolved(3, 3, 4, 5)),
    ("have 3 channels in 3 group(s)", lambda: convolved(3, 3, 3, 3, groups=3)),
    ("JAX expects a different layout", lambda: convolved(3, 3, 3, 5, layout=None)),
    (
        "4 output channels, which cannot be divided evenly among 3",
        lambda: convolved(3, 3, 1, 4, groups=3),
    ),
    (
        "The images have 3 axes and the kernel has 4.",
        lambda: convolved(3, 3, 3, 5, pictures=PICTURES[0]),
    ),
    ("The images have 4 axes and the kernel has 3.", lambda: convolved(3, 3, 3)),
    ("both for the window and for the strides", lambda: largest(-jnp.inf, (2, 2), (1, 2, 2, 1))),
    ("both for the window and for the strides", lambda: largest(-jnp.inf, (1, 2, 2, 1), (2, 2))),
    ("`-jnp.inf` for a maximum", lambda: largest(0, (1, 2, 2, 1), (1, 2, 2, 1))),
]
# Errors with traced trees.
OF_PARAMS: list[tuple[str, Callable[[Any], Any]]] = [
    ('Use brackets, `["w"]`', lambda params: params.w),  # type: ignore[attr-defined]
    ("unpacking it yields its keys", taken_apart),
    ("unpacking it yields its keys", lambda params: params["b"] - "w"),
    ("unpacking it yields its keys", lambda params: sum(part**2 for part in params)),
    ("`jax.tree.map(f, one, other)`", added),
    ("`jax.tree.map(f, one, other)`", lambda params: jnp.where(True, *2 * [params])),
    ("`jax.tree.map(f, one, other)`", lambda params: params / 2),  # type: ignore[operator]
    ("`jax.tree.map(f, one, other)`", lambda params: params["w"] * params),
    ("for its columns, unpack `.T`", columns),
    ("A tuple is not a number. Unpack it first", lambda params: 0.5 * pair(params)),
    (
        "Expected one array, got a list of arrays",
        lambda params: jax.nn.sigmoid(jnp.split(params["b"], 3)),
    ),
]
SLIPS += [(said, partial(jax.jit(slip), PARAMS)) for said, slip in OF_PARAMS]


@cache
def told(slip: Slip) -> str:
    """Return the explanation of an error."""
    with pytest.raises((TypeError, ValueError, IndexError, NameError, AttributeError)) as caught:
        jax.jit(slip)()
    return trouble(caught.value).message


@pytest.mark.parametrize(("said", "slip"), SLIPS)
def test_error_is_explained_with_the_next_step(said: str, slip: Slip) -> None:
    assert said in told(slip)


def test_every_explanation_is_tested() -> None:
    rows = (*axes.ROWS, *of_slopes.ROWS, *pallas_shapes.ROWS, *pytrees.ROWS)
    heard = set()
    for _, slip in SLIPS:
        words = told(slip)
        heard |= {at for at, (_, _, ours) in enumerate(rows) if _first(ours) in words}
    assert heard == set(range(len(rows)))


def _first(sentence: str) -> str:
    """Return the longest constant part of a message."""
    return max(re.split(r"{\w+}", sentence), key=len)


def test_message_of_jax_about_shapes_is_kept() -> None:
    assert "(5,), (4,)" in told(lambda: add(jnp.ones(5), jnp.ones(4)))
