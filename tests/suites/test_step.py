"""In the suite `step`, every case trains every layer of its network."""

import jax
import numpy as np
import pytest
from reach import one_of_each

from manylanes import cost
from manylanes._book import SUITES
from manylanes._measure.suites import book_suites, load_suite
from manylanes._measure.workload import Inputs, Workload

NETWORKS = load_suite(SUITES / "_networks.py").NETWORKS
STEPS = book_suites()["step"]


@pytest.mark.parametrize("step", one_of_each(STEPS), ids=lambda step: step.label)
def test_a_step_changes_every_layer(step) -> None:
    workload = Workload.prepare(step, Inputs(), lambda: 0.0)
    given, truth, weights = workload.args
    before = jax.tree.map(np.asarray, weights)
    after = step.program(given, truth, weights)
    for name, old in before.items():
        assert np.isfinite(after[name]).all()
        assert (np.asarray(after[name]) != old).any(), name
    assert cost(step.program, *step.inputs).exact


def test_repeated_steps_lower_the_loss() -> None:
    """The loss falls and stays finite, so the suite times real training."""
    step = next(one for one in STEPS if one.label == "step[net=tiny,batch=256]")
    given, truth, weights = Workload.prepare(step, Inputs(), lambda: 0.0).args
    loss = NETWORKS["tiny"].loss
    first = loss(weights, given, truth)
    run = jax.jit(step.program)
    for _ in range(200):
        weights = run(given, truth, weights)
    assert loss(weights, given, truth) < first
