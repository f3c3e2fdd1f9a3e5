"""What JAX says of axes, lanes, slopes, windows and trees is told with a next step."""

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
    """A call of `jax.vmap(function, **axes)`, to come."""
    return lambda: jax.vmap(function, **axes)(*args)


NET = {"w": ROW, "b": ROW}


def double(x: Any) -> Any:
    return 2 * x


def slopes(back: Any, ahead: Any = lambda x: (x, None)) -> Any:
    """The slopes of a function whose ways forward and back are these."""
    f = jax.custom_vjp(double)
    f.defvjp(ahead, back)
    return jax.grad(lambda x: f(x).sum())(ROW)


def until(x: Any) -> Any:
    return jax.lax.while_loop(lambda c: c < 9, double, x)


def on_three(strip: Any, out: Any) -> Slip:
    """A call on three devices, each of which has all of an array of 4 by 3, to come."""
    mesh = AbstractMesh((3,), ("devices",), axis_types=(AxisType.Auto,))
    cuts = {"in_specs": P(), "out_specs": out, "check_vma": False}
    return lambda: jax.shard_map(strip, mesh=mesh, **cuts)(TABLE.T)


def scattered(**how: Any) -> Slip:
    """Sums of which each of three devices keeps a part."""
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
    ("not as many entries", over(add, ROW, ROW, in_axes=(0,))),
    ("not as many entries", over(add, ROW, ROW, in_axes=(0, None, 0))),
    ("handed over by its name", lambda: jax.vmap(add, in_axes=(0, None))(ROW, y=ROW)),
    ("is a number, or a tuple", over(add, ROW, ROW, in_axes="rows")),
    ("is a number, or a tuple", over(add, ROW, ROW, in_axes=1.0)),
    ("has the same keys", over(of_dict, NET, ROW, in_axes=({"w": 0}, 0))),
    ("has the same keys", over(of_dict, NET, ROW, in_axes=((0, None), 0))),
    ("take a single number apart", over(add, ONE, ROW)),
    ("take a single number apart", over(add, 1.0, ROW)),
    ("an axis that it does not have", over(add, ROW, ROW, in_axes=(1, 0))),
    ("an axis that it does not have", over(add, ROW, ROW, in_axes=-2)),
    ("there are no lanes", over(add, ROW, ROW, in_axes=(None, None))),
    ("nothing that it could take apart", over(lambda: ONE)),
    ("every lane gives the same", over(add, ROW, ROW, out_axes=None)),
    ("an entry for each part that is returned", over(add, ROW, ROW, out_axes=(0, 1))),
    ("in the form of what is returned", over(add, ROW, ROW, out_axes="rows")),
    ("here no axis is called `all`", over(lambda x: x / jax.lax.psum(x, "all"), ROW)),
    ("inside `shard_map`", lambda: jax.lax.psum(ROW, "devices")),
    ("`out_axes` counts it", over(add, ROW, ROW, out_axes=2)),
    ("Axis 1 was asked for, and the array has 1:", over(lambda x: x.sum(axis=1), TABLE)),
    ("Axis 2 was asked for, and the array has 2:", lambda: TABLE.max(axis=2)),
    ("A single number was indexed", over(lambda x: x[0], ROW)),
    ("goes through a single number like a list", over(lambda x: list(x), ROW)),
    ("take its length outside", over(lambda x: x / len(x), ROW)),
    ("The shapes (3, 4), (3,) do not fit.", lambda: TABLE + ROW),
    ("`@` was handed a single number", over(lambda x, y: x @ y, ROW, ROW)),
    ("start with `jnp.zeros_like(x)`", lambda: jax.lax.fori_loop(0, 2, lambda _, x: TABLE @ x, 0)),
    ("(5,), (4,). Counted from the last axis", over(add, jnp.ones(5), TABLE, in_axes=(None, 0))),
    ("one of the second; inside `vmap`", over(jnp.dot, TABLE, TABLE, in_axes=(0, None))),
    ("take `jax.vmap(jax.grad(f))`", lambda: jax.grad(lambda x: 2 * x)(ROW)),
    ("Return that number alone", lambda: jax.grad(lambda x: (x, x))(1.0)),
    ("a whole number cannot", lambda: jax.grad(lambda x: (2.0 * x).sum())(jnp.arange(3))),
    ("Return a floating-point number", lambda: jax.grad(lambda x: 1)(1.0)),
    ("there are not so many", lambda: jax.grad(add, argnums=2)(1.0, 2.0)),
    ("a whole number cannot", lambda: jax.jacfwd(jnp.sum)(jnp.arange(3))),
    ("returns a pair: the number", lambda: jax.grad(jnp.sum, has_aux=True)(ROW)),
    ("float32[3], and it was handed float32[]", lambda: jax.vjp(double, ROW)[1](ONE)),
    ("in the form of the result", lambda: jax.vjp(lambda x: (x, x), ROW)[1](ROW)),
    ("these have (3,) and (2,)", lambda: jax.jvp(double, (ROW,), (jnp.ones(2),))),
    ("as two tuples", lambda: jax.jvp(double, ROW, ROW)),
    ("one entry for each argument", lambda: slopes(lambda kept, g: g)),
    ("float32[3], and float32[] came", lambda: slopes(lambda kept, g: (g.sum(),))),
    ("what the way back needs", lambda: slopes(lambda kept, g: (g,), lambda x: x)),
    ("is `return` missing?", lambda: jax.grad(lambda x: None)(1.0)),
    ("is not known before this loop", lambda: jax.grad(until)(ONE)),
    ("where the first has a dict", lambda: jax.tree.map(add, NET, ROW)),
    ("where the first has a list", lambda: jax.tree.map(add, [ROW], (ROW,))),
    ("has more entries", lambda: jax.tree.map(add, NET, {"w": ROW})),
    ("has more entries", lambda: jax.tree.map(add, (ROW,), (ROW, ROW))),
    ("'b', 'w' and 'c', 'w'", lambda: jax.tree.map(add, NET, {"w": ROW, "c": ROW})),
    ("along axis 0, and these do not fit there: (1, 3), (3, 4).", lambda: jnp.vstack([ROW, TABLE])),
    ("`tiled=True` it cuts the axis into 3 strips", scattered()),
    ("an axis with 4 entries into 3 strips", scattered(tiled=True)),
    ("as many results", on_three(double, (P(), P()))),
    ("as many results", on_three(lambda x: (x, x, x), (P(), P()))),
    ("12 of them do not fill (-1, 5).", lambda: TABLE.reshape(-1, 5)),
    ("12 of them do not fill (2, 5).", lambda: TABLE.reshape(2, 5)),
    ("a whole number, and this one is a float", lambda: ROW[jnp.ceil(0.5)]),
    ("chooses between two", lambda: jnp.where(ROW < 0, 0)),
    ("`labels[:, None]`", lambda: jnp.take_along_axis(TABLE, jnp.arange(3), axis=1)),
    ("are not equally long", lambda: jax.lax.associative_scan(add, (ROW, jnp.ones(4)))),
    ("fewer parts", lambda: jax.lax.associative_scan(lambda a, b: a[0] + b[0], (ROW, ROW))),
    ("have 3 channels in 1 group(s), and the kernel takes 4", lambda: convolved(3, 3, 4, 5)),
    ("have 3 channels in 3 group(s)", lambda: convolved(3, 3, 3, 3, groups=3)),
    ("without it JAX looks for them elsewhere", lambda: convolved(3, 3, 3, 5, layout=None)),
    ("4 channels, which 3 groups cannot", lambda: convolved(3, 3, 1, 4, groups=3)),
    ("3 axes and the kernel 4", lambda: convolved(3, 3, 3, 5, pictures=PICTURES[0])),
    ("4 axes and the kernel 3", lambda: convolved(3, 3, 3)),
    ("for the window and for its strides", lambda: largest(-jnp.inf, (2, 2), (1, 2, 2, 1))),
    ("for the window and for its strides", lambda: largest(-jnp.inf, (1, 2, 2, 1), (2, 2))),
    ("`-jnp.inf` for the largest", lambda: largest(0, (1, 2, 2, 1), (1, 2, 2, 1))),
]
# Of a tree that is traced.
OF_PARAMS: list[tuple[str, Callable[[Any], Any]]] = [
    ('Use brackets, `["w"]`', lambda params: params.w),  # type: ignore[attr-defined]
    ("gives its names", taken_apart),
    ("gives its names", lambda params: params["b"] - "w"),
    ("gives its names", lambda params: sum(part**2 for part in params)),
    ("`jax.tree.map(f, one, other)`", added),
    ("`jax.tree.map(f, one, other)`", lambda params: jnp.where(True, *2 * [params])),
    ("`jax.tree.map(f, one, other)`", lambda params: params / 2),  # type: ignore[operator]
    ("`jax.tree.map(f, one, other)`", lambda params: params["w"] * params),
    ("columns are the rows of `.T`", columns),
    ("take it apart first", lambda params: 0.5 * pair(params)),
    (
        "Expected one array, got a list of arrays",
        lambda params: jax.nn.sigmoid(jnp.split(params["b"], 3)),
    ),
]
SLIPS += [(said, partial(jax.jit(slip), PARAMS)) for said, slip in OF_PARAMS]


@cache
def told(slip: Slip) -> str:
    """The message of a slip; JAX raises what it likes."""
    with pytest.raises((TypeError, ValueError, IndexError, NameError, AttributeError)) as caught:
        jax.jit(slip)()
    return trouble(caught.value).message


@pytest.mark.parametrize(("said", "slip"), SLIPS)
def test_a_slip_is_told_with_the_next_step(said: str, slip: Slip) -> None:
    assert said in told(slip)


def test_every_sentence_is_reached() -> None:
    rows = (*axes.ROWS, *of_slopes.ROWS, *pallas_shapes.ROWS, *pytrees.ROWS)
    heard = set()
    for _, slip in SLIPS:
        words = told(slip)
        heard |= {at for at, (_, _, ours) in enumerate(rows) if _first(ours) in words}
    assert heard == set(range(len(rows)))


def _first(sentence: str) -> str:
    """The longest part of it that is always the same."""
    return max(re.split(r"{\w+}", sentence), key=len)


def test_what_jax_says_of_shapes_is_kept_where_the_learner_needs_it() -> None:
    assert "(5,), (4,)" in told(lambda: add(jnp.ones(5), jnp.ones(4)))
