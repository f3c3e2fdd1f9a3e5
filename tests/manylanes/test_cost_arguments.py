"""Test arguments that are not arrays: module settings, static values and no arguments."""

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from manylanes import cost


@jax.tree_util.register_dataclass
@dataclass
class ModuleWithSetting:
    """A module with a boolean leaf that selects its behaviour."""

    w: Any
    twice: bool

    def __call__(self, x: Any) -> Any:
        return x @ self.w @ self.w if self.twice else x @ self.w


@pytest.mark.parametrize("twice", [True, False])
def test_module_argument_keeps_its_boolean_settings(twice: bool) -> None:
    net = ModuleWithSetting(jnp.ones((4, 4)), twice)
    one = 2 * 3 * 4 * 4
    assert cost(lambda net, x: net(x), net, "f32[3, 4]").work == one * (1 + twice)
    assert cost(lambda nets, x: nets["a"][0](x), {"a": [net]}, "f32[3, 4]").work == one * (
        1 + twice
    )
    slope = cost(jax.grad(lambda x, net: net(x).sum()), "f32[3, 4]", net)
    assert slope.exact


def test_boolean_argument_is_an_array() -> None:
    assert cost(lambda x, flag: jnp.where(flag, x, 2 * x), "f32[4]", True).work == 8


def test_errors_about_unknown_values_suggest_static() -> None:
    for fn in (lambda x, n: x.reshape(n, -1), lambda x, n: [x for _ in range(n)]):
        with pytest.raises(ValueError, match="name the argument that it comes from in `static`"):
            cost(fn, "f32[12]", 3)
        assert cost(fn, "f32[12]", 3, static=1).exact


def test_function_without_arguments_needs_no_specification() -> None:
    assert cost(lambda: jnp.ones(3) * 2).exact


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "int2"])
def test_numpy_arrays_of_small_types_are_accepted(dtype: str) -> None:
    """Weights loaded from a file may have types that NumPy calls void."""
    given = np.zeros((3, 4), getattr(jnp, dtype))
    assert cost(lambda x: x[::-1], given) == cost(lambda x: x[::-1], jnp.asarray(given))
    assert cost(lambda x: x, given[0, 0]).exact
