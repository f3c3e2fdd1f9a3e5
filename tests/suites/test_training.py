"""In the suite `training`, all implementations of a computation give the same result."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from manylanes._book import SUITES
from manylanes._measure.suites import book_suites, load_suite
from manylanes._measure.workload import Inputs
from manylanes.records import Case

NETWORKS_2017 = load_suite(SUITES / "_networks_2017.py").NETWORKS_2017

CASES = book_suites()["training"]


def given(case: Case) -> tuple[Any, ...]:
    """Return the arguments of a case as a run prepares them, without donation."""
    drawn = Inputs()
    return tuple(
        jax.device_put(case.input_makers[place]())
        if place in case.input_makers
        else drawn.get(place, spec)
        for place, spec in enumerate(case.inputs)
    )


def named(name: str, **params: object) -> Case:
    (case,) = (c for c in CASES if c.name == name and params.items() <= dict(c.params).items())
    return case


def same(results: Any, expected: Any, rtol: float = 1e-4) -> None:
    compare = partial(np.testing.assert_allclose, rtol=rtol, atol=1e-5)
    jax.tree.map(compare, results, expected)


def test_calls_and_one_program_give_the_same_weights() -> None:
    whole, calls = (
        named("training_loop", method="one program"),
        named("training_loop", method="calls"),
    )
    args = given(whole)
    assert calls.uncompiled is not None
    weights = calls.uncompiled(*args)
    same(weights, jax.jit(whole.program)(*args))
    assert np.abs(weights["in"] - args[-1]["in"]).max() > 1e-3  # the weights have changed


def test_each_run_of_a_search_has_its_own_learning_rate() -> None:
    case = named("learning_rate_search", models=8)
    rates, *shared = given(case)
    every = jax.jit(case.program)(rates, *shared)
    one = jax.jit(named("learning_rate_search", models=1).program)
    for run in (0, 7):
        alone = one(rates[run : run + 1], *shared)
        same({name: w[run] for name, w in every.items()}, {name: w[0] for name, w in alone.items()})
    assert np.abs(every["in"][7] - every["in"][0]).max() > 1e-3


def test_host_and_program_prepare_the_same_images() -> None:
    case = named("augmentation")
    args = given(case)
    assert case.uncompiled is not None
    np.testing.assert_allclose(case.uncompiled(*args), case.program(*args), rtol=1e-6)
    moved = np.array(args[2])
    assert {0, 4} <= set(moved.ravel().tolist())  # shifts cover the whole range


def test_input_pipelines_give_the_same_weights() -> None:
    names = "preloaded", "sequential", "prefetched"
    cases = {name: named("data_loading", method=name) for name in names}
    args = given(cases["preloaded"])
    expected = jax.jit(cases["preloaded"].program)(*args)
    for case in cases.values():
        assert case.uncompiled is not None
        same(case.uncompiled(*args), expected, rtol=1e-3)


@pytest.mark.parametrize(
    ("net", "parameters"),
    # fcn: four dense layers without biases. ResNet: 0.27 million, as in its paper.
    [("digits", 4810), ("fcn", 14_198_784), ("resnet", 269_712)],
)
def test_a_network_has_the_stated_number_of_parameters(net: str, parameters: int) -> None:
    assert sum(int(np.prod(shape)) for shape in NETWORKS_2017[net].shapes.values()) == parameters


@pytest.mark.proof  # trains networks
@pytest.mark.parametrize("net", NETWORKS_2017)
def test_gradients_lower_the_loss(net: str) -> None:
    """The gradients are correct through loops, convolutions and normalization."""
    network = NETWORKS_2017[net]
    draw = np.random.Generator(np.random.Philox(9))
    seen = jnp.array(draw.standard_normal((4, *network.example_shape), np.float32))
    makers = network.input_makers(4)
    truth, weights = jnp.array(makers[1]()), jax.tree.map(jnp.array, makers[2]())
    before, slopes = jax.jit(jax.value_and_grad(network.loss))(weights, seen, truth)
    length = jnp.sqrt(sum(jnp.sum(slope**2) for slope in slopes.values()))
    assert all(bool(jnp.any(slope != 0)) for slope in slopes.values())
    off = {name: w - 1e-3 / length * slopes[name] for name, w in weights.items()}
    # A short step along the gradient lowers the loss by the predicted amount.
    gained = float(before - network.loss(off, seen, truth))
    assert gained == pytest.approx(1e-3 * float(length), rel=0.1)
