"""JAX errors about axes, gradients, windows, trees and transformations are explained."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax.sharding import AbstractMesh, AxisType
from jax.sharding import PartitionSpec as P

from autograder.core.grading.check import Check
from autograder.core.messages.explain_error import error_finding
from autograder.notebook.learner.check_task import verdict_at_home

Call = Callable[[Any], Any]
Failing = Callable[[], Any]
lax: Any = jax.lax  # the arguments below have wrong types on purpose
ROW, TABLE, ONE = jnp.ones(3), jnp.ones((3, 4)), jnp.float32(1)


def add(x: Any, y: Any) -> Any:
    return x + y


def of_dict(net: Any, x: Any) -> Any:
    return net["w"] * x


def over(function: Any, *args: Any, **axes: Any) -> Failing:
    """Return a call of `jax.vmap(function, **axes)`."""
    return lambda: jax.vmap(function, **axes)(*args)


NET = {"w": ROW, "b": ROW}


def double(x: Any) -> Any:
    return 2 * x


def custom_gradient(back: Any, ahead: Any = lambda x: (x, None)) -> Any:
    """Return the gradient of a function with the given forward and backward passes."""
    f = jax.custom_vjp(double)
    f.defvjp(ahead, back)
    return jax.grad(lambda x: f(x).sum())(ROW)


def until(x: Any) -> Any:
    return lax.while_loop(lambda c: c < 9, double, x)


def on_three(strip: Any, out: Any) -> Failing:
    """Return a call on three devices, each of which has a whole array of 4 by 3."""
    mesh = AbstractMesh((3,), ("devices",), axis_types=(AxisType.Auto,))
    cuts = {"in_specs": P(), "out_specs": out, "check_vma": False}
    return lambda: jax.shard_map(strip, mesh=mesh, **cuts)(TABLE.T)


def scattered(**how: Any) -> Failing:
    """Return a call that sums over three devices and leaves a part of the sums on each."""
    return on_three(lambda x: lax.psum_scatter(x, "devices", **how), P("devices"))


IMAGES = jnp.ones((2, 6, 8, 3))
LAYOUT = ("NHWC", "HWIO", "NHWC")


def convolved(*kernel: int, groups: int = 1, layout: Any = LAYOUT, images: Any = IMAGES) -> Any:
    how = {"dimension_numbers": layout, "feature_group_count": groups}
    return lax.conv_general_dilated(images, jnp.ones(kernel), (1, 1), "SAME", **how)


def largest(start: Any, window: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    return lax.reduce_window(IMAGES, start, lax.max, window, strides, "VALID")


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


ERRORS: list[tuple[str, Failing]] = [
    ("one entry for each positional argument", over(add, ROW, ROW, in_axes=(0,))),
    ("passed by keyword has no entry", lambda: jax.vmap(add, in_axes=(0, None))(ROW, y=ROW)),
    ("must be an integer or a tuple", over(add, ROW, ROW, in_axes="rows")),
    ("must have the same keys", over(of_dict, NET, ROW, in_axes=({"w": 0}, 0))),
    ("cannot map over a scalar", over(add, ONE, ROW)),
    ("the argument does not have it", over(add, ROW, ROW, in_axes=(1, 0))),
    ("there are no lanes", over(add, ROW, ROW, in_axes=(None, None))),
    ("`vmap` received no array to map over.", over(lambda: ONE)),
    ("the same in every lane", over(add, ROW, ROW, out_axes=None)),
    ("one entry for each part of the result", over(add, ROW, ROW, out_axes=(0, 1))),
    ("No axis is called `all` here.", over(lambda x: x / lax.psum(x, "all"), ROW)),
    ("Inside `shard_map`", lambda: lax.psum(ROW, "devices")),
    ("`out_axes` counts it", over(add, ROW, ROW, out_axes=2)),
    ("no axis 1: it has 1 dimension(s)", over(lambda x: x.sum(axis=1), TABLE)),
    ("You indexed a scalar.", over(lambda x: x[0], ROW)),
    ("You iterated over a scalar.", over(lambda x: list(x), ROW)),
    ("Compute its length outside", over(lambda x: x / len(x), ROW)),
    ("The shapes (3, 4), (3,) do not match.", lambda: TABLE + ROW),
    ("An operand of `@` is a scalar.", over(lambda x, y: x @ y, ROW, ROW)),
    ("start it with `jnp.zeros_like(x)`", lambda: lax.fori_loop(0, 2, lambda _, x: TABLE @ x, 0)),
    ("(5,), (4,). Two sizes on the same axis", over(add, jnp.ones(5), TABLE, in_axes=(None, 0))),
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
    ("one gradient for each argument", lambda: custom_gradient(lambda residuals, g: g)),
    ("of its argument. Expected float32[3], got float32[]",
     lambda: custom_gradient(lambda residuals, g: (g.sum(),))),
    ("the residuals that the backward function needs",
     lambda: custom_gradient(lambda residuals, g: (g,), lambda x: x)),
    ("is `return` missing?", lambda: jax.grad(lambda x: None)(1.0)),
    ("this loop decides it while running", lambda: jax.grad(until)(ONE)),
    ("the first tree has a dict", lambda: jax.tree.map(add, NET, ROW)),
    ("has more entries", lambda: jax.tree.map(add, NET, {"w": ROW})),
    ("'b', 'w' and 'c', 'w'", lambda: jax.tree.map(add, NET, {"w": ROW, "c": ROW})),
    ("shapes (1, 3), (3, 4) cannot be concatenated along axis 0", lambda: jnp.vstack([ROW, TABLE])),
    ("it divides the axis into 3 equal parts", scattered()),
    ("cannot divide an axis of size 4 into 3", scattered(tiled=True)),
    ("a different structure than `out_specs`", on_three(double, (P(), P()))),
    ("12 elements cannot be reshaped to (-1, 5)", lambda: TABLE.reshape(-1, 5)),
    ("An index must be an integer", lambda: ROW[jnp.ceil(0.5)]),
    ("An argument of `jnp.where` is `None`.", lambda: jnp.where(ROW < 0, 0)),
    ("`labels[:, None]`", lambda: jnp.take_along_axis(TABLE, jnp.arange(3), axis=1)),
    ("these do not have the same length", lambda: lax.associative_scan(add, (ROW, jnp.ones(4)))),
    ("returned fewer arrays", lambda: lax.associative_scan(lambda a, b: a[0] + b[0], (ROW, ROW))),
    ("have 3 channels in 1 group(s), and the kernel expects 4", lambda: convolved(3, 3, 4, 5)),
    ("JAX expects a different layout", lambda: convolved(3, 3, 3, 5, layout=None)),
    ("4 output channels, which cannot be divided evenly among 3",
     lambda: convolved(3, 3, 1, 4, groups=3)),
    ("The images have 3 axes and the kernel has 4.",
     lambda: convolved(3, 3, 3, 5, images=IMAGES[0])),
    ("both for the window and for the strides", lambda: largest(-jnp.inf, (2, 2), (1, 2, 2, 1))),
    ("`-jnp.inf` for a maximum", lambda: largest(0, (1, 2, 2, 1), (1, 2, 2, 1))),
]  # fmt: skip
# Mistakes with trees of traced arrays.
OF_PARAMS: list[tuple[str, Call]] = [
    ('Use brackets, `["w"]`', lambda params: params.w),  # type: ignore[attr-defined]
    ("unpacking it yields its keys", taken_apart),
    ("`jax.tree.map(f, one, other)`", added),
    ("for its columns, unpack `.T`", columns),
    ("A tuple is not a number. Unpack it first", lambda params: 0.5 * pair(params)),
    ("Expected one array, got a list of arrays",
     lambda params: jax.nn.sigmoid(jnp.split(params["b"], 3))),
]  # fmt: skip
ERRORS += [(words, partial(jax.jit(failing), PARAMS)) for words, failing in OF_PARAMS]


@pytest.mark.parametrize(("words", "failing"), ERRORS)
def test_jax_error_is_explained(words: str, failing: Failing) -> None:
    with pytest.raises((TypeError, ValueError, IndexError, NameError, AttributeError)) as caught:
        jax.jit(failing)()
    assert words in error_finding(caught.value).message


X = jnp.arange(4.0)
jitted: Any = jax.jit
leaked_values: list[Any] = []


def leaks(x: Any) -> Any:
    leaked_values.append(x)
    return x.sum()


def leaked(x: Any) -> Any:
    jax.jit(leaks)(x)
    return jax.jit(lambda x: x + leaked_values[-1])(x)


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


TRANSFORM_ERRORS: list[tuple[Call, str]] = [
    (leaked, "A value from one trace was stored and used in another."),
    (static_inside, "A static argument received a traced value."),
    (static_array, "An array cannot be a static argument"),
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
    (  # both halves of the carry change their type, and a shape contains a comma
        lambda x: lax.scan(
            lambda c, v: ((c[0] + 0.5, c[1] * 0.5), v), (jnp.zeros((2, 3), int),) * 2, x
        ),
        "a carry of type int32[2,3] and returned one of type float32[2,3].",
    ),
    (lambda x: lax.fori_loop(0, 4, nothing, x), "The loop body returned `None`"),
    (lambda x: lax.while_loop(lambda c: c[0] < 3, lambda c: c[0] + 1, (0, x)),
     "a carry with a different structure than it received"),
    (lambda x: lax.scan(nothing, x[0], x), "The function of `scan` returned `None`:"),
    (lambda x: lax.scan(lambda c, v: c + v, x[0], x), "`scan` must return a pair: the carry"),
    (lambda x: lax.scan(lambda c, v: (c, v[0]), x[0], (x, x[:2])), "axes differ: 4, 2."),
    (lambda x: lax.scan(lambda c, v: (c, v), x[0], 3), "pass `jnp.arange(n)`"),
    (lambda x: lax.scan(lambda c, v: (c, v), x[0], None), "does not know the number of iterations"),
    (lambda x: lax.scan(lambda c: (c, c), x[0], x), "two arguments: the carry and one row"),
    (lambda x: lax.scan(lambda c, a, b: (c, a), x[0], x, x), "as a tuple, `(xs, ys)`"),
    (lambda x: lax.associative_scan(lambda a, b: a @ b, x),
     "pairs of neighbours in one call. Use element-wise operations such as `*` and `+`"),
    (lambda x: lax.associative_scan(lambda a, b, c, d: (a * c, d), (x, x)),
     "two arguments: the earlier element and the later one"),
    (lambda x: lax.associative_scan(lambda a, b: a, x, x), "arrays as a tuple, `(a, b)`"),
    (lambda x: lax.fori_loop(0, 3, lambda c, i: c / 2, x), "first argument: `lambda i, x: ...`"),
    (lambda x: lax.fori_loop(0, 3.0, lambda i, c: c, x), "bounds of `fori_loop` must be integers"),
    (lambda x: lax.fori_loop(0, 3, lambda c: c, x), "two arguments: the iteration number"),
    (lambda x: lax.while_loop(lambda a, b: a < 3, lambda a, b: (a + 1, b), (0, x)),
     "both of its functions with one argument"),
    (lambda x: lax.while_loop(nothing, lambda c: c, x), "of `while_loop` returned `None`"),
    (lambda x: lax.while_loop(lambda c: c < 3, lambda c: c + 1, x), "with `jnp.any` or `jnp.all`"),
    (lambda x: lax.while_loop(lambda c: c.sum(), lambda c: c + 1, x),
     "decides whether the loop continues"),
    (lambda x: lax.switch(1, [lambda: 1.0, lambda: x]),
     "One branch returned float32[] and the other float32[4]."),
    (lambda x: lax.cond(x[0] > 0, lambda: (x, 1), lambda: x), "returned different structures"),
    (lambda x: lax.cond(x[0] > 0, lambda: x, nothing), "One branch returned `None`"),
    (lambda x: lax.cond(x > 0, lambda: x, lambda: -x), "Choose element by element"),
    (lambda x: lax.cond("yes", lambda: x, lambda: -x), "a single boolean, such as `x > 0`"),
    (lambda x: lax.cond(x[0] > 0, x, -x), "`cond` and `switch` take functions, not results."),
    (lambda x: lax.cond(x[0] > 0, lambda: x, lambda: -x, x), "must accept all of these arguments"),
    (lambda x: lax.switch(x[0], [lambda: 1.0, lambda: 2.0]), "selects a function by an integer"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "words"), TRANSFORM_ERRORS)
def test_transform_error_is_explained(call: Call, words: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011 (several kinds)
        (call if call is donated else jax.jit(call))(X)  # a trace donates nothing
    finding = error_finding(caught.value)
    assert words in finding.message
    assert finding.got.startswith("line ")


def test_unsupported_operation_is_not_taken_for_the_stub() -> None:
    """JAX raises NotImplementedError without a text for a mapped initial value of a reduction."""
    with pytest.raises(NotImplementedError) as caught:
        jax.vmap(lambda start: lax.reduce(X, start, lax.max, (0,)))(X)
    finding = error_finding(caught.value)
    assert "JAX does not support an operation of this line here, for example" in finding.message
    assert finding.got.startswith("line ")


@pytest.mark.parametrize("leak", ["stored.append(x)", "stored[:] = [x]"])
def test_tracer_leak_in_a_program_is_explained(make_plan: Callable[..., Check], leak: str) -> None:
    """The program is traced for several shapes, and the second trace finds a value of the first."""
    plan = make_plan("def f(x):\n    return x", 'check(f, given="x: f32[n]")')
    space: dict[str, Any] = {"stored": []}
    exec(f"def f(x):\n    y = x + sum(stored)\n    {leak}\n    return y", space)
    text = " ".join(verdict_at_home(plan, space["f"]).text().split())
    assert "A value from one trace was stored and used in another." in text
