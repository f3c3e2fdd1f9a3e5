"""Test the arguments of `cost`: modules, keywords, static values, platforms and small types."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from manylanes import cost


def test_keywords_and_static_arguments() -> None:
    def fn(x: Any, times: int, *, how: str = "once", by: Any = 1.0) -> Any:
        for _ in range(times * (2 if how == "twice" else 1)):
            x = jnp.sin(x) * by
        return x

    assert cost(fn, "f32[10]", 3, static=1).work == 60
    assert cost(fn, "f32[10]", 3, how="twice", static=(1, "how")).work == 120
    assert cost(fn, "f32[10]", 3, by="f32[10]", static=[1]).work == 60
    assert cost(jax.jit(fn, static_argnums=1), "f32[10]", 3).work == 60
    jitted = jax.jit(fn, static_argnums=1, static_argnames="how")
    assert cost(jitted, "f32[10]", 3, how="twice", static=(1, "how")).work == 120


def test_function_argument_is_passed_unchanged() -> None:
    assert cost(lambda f, x: f(x), jnp.sin, "f32[10]").work == 10


def test_another_platform_gives_another_program() -> None:
    work = {
        platform: {row.op: row.work for row in cost(
            jnp.linalg.cholesky, "f32[8, 8]", platform=platform).by_op}
        for platform in ("cpu", "cuda", "tpu")
    }  # fmt: skip
    routines = ("lapack_spotrf_ffi", "cusolver_potrf_ffi", "cholesky")
    assert [work[p][r] for p, r in zip(work, routines, strict=True)] == [204] * 3


@jax.tree_util.register_dataclass
@dataclass
class Dense:
    """A stub of an equinox module: a callable tree of arrays, functions and settings."""

    weight: Any
    bias: Any
    activation: Callable[..., Any]
    twice: bool = False

    def __call__(self, x: Any, *, scaled: bool = False) -> Any:
        for _ in range(1 + self.twice):
            x = self.activation(self.weight @ x + self.bias)
        return x * 2 if scaled else x


@pytest.mark.parametrize("twice", [False, True])
def test_weights_of_a_tree_module_are_arguments(twice: bool) -> None:
    module = Dense(jnp.ones((4, 4)), jnp.ones(4), jnp.tanh, twice)
    counted = cost(module, "f32[4]")
    assert counted.work == (2 * 4 * 4 + 8) * (1 + twice)
    assert counted.bytes == (4 * (16 + 4 + 4) + 4 * (4 + 4 + 4)) * (1 + twice)
    assert [a.role for a in counted.live_arrays if a.array == "f32[4, 4]"] == ["argument 0"]
    assert cost(module, "f32[4]", scaled=True, static="scaled").work == counted.work + 4
    assert counted == cost(lambda m, x: m(x), module, "f32[4]")
    assert cost(lambda m, x: m["a"][0](x), {"a": [module]}, "f32[4]").work == counted.work
    assert cost(jax.grad(lambda x, m: m(x).sum()), "f32[4]", module).exact


class Linen:
    """A stub of a linen module: `init` creates the weights, `apply` takes them."""

    def init(self, key: Any, x: Any) -> Any:
        return {"params": {"kernel": jax.random.normal(key, (x.shape[-1], 3))}}

    def apply(self, variables: Any, x: Any) -> Any:
        return x @ variables["params"]["kernel"]

    def __call__(self, x: Any) -> Any:
        raise AssertionError("a linen module is not called unbound")


def test_weights_of_a_linen_module_are_arguments() -> None:
    assert cost(Linen(), "f32[5, 7]").work == 2 * 5 * 7 * 3


def test_errors_about_unknown_values_suggest_static() -> None:
    for fn in (lambda x, n: x.reshape(n, -1), lambda x, n: [x for _ in range(n)]):
        with pytest.raises(ValueError, match="name the argument that it comes from in `static`"):
            cost(fn, "f32[12]", 3)
        assert cost(fn, "f32[12]", 3, static=1).exact


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "int2"])
def test_numpy_arrays_of_small_types_are_accepted(dtype: str) -> None:
    """Weights loaded from a file may have types that NumPy calls void."""
    given = np.zeros((3, 4), getattr(jnp, dtype))
    assert cost(lambda x: x[::-1], given) == cost(lambda x: x[::-1], jnp.asarray(given))
    assert cost(lambda x: x, given[0, 0]).exact
