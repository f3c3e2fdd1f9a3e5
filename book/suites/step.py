"""One training step (forward, backward, update) of three networks with small and large batches."""

from collections.abc import Mapping
from typing import Any

import jax

from manylanes.records import Case, CountedCase

from ._networks import NETWORKS, Network, Weights

RATE = 1e-3  # small, so that training on one batch repeatedly does not overflow


def better(
    network: Network, weights: Weights, given: jax.Array, truth: jax.Array, rate: Any = RATE
) -> Weights:
    """Return the weights after one step."""
    slopes = jax.grad(network.loss)(weights, given, truth)
    return {name: now - rate * slopes[name] for name, now in weights.items()}


def step(net: str, batch: int, among: Mapping[str, Network] = NETWORKS) -> Case:
    network = among[net]

    def program(given: jax.Array, truth: jax.Array, weights: Weights) -> Weights:
        return better(network, weights, given, truth)

    inputs = network.inputs(batch)
    # The count is more reliable than a formula: three products per layer, two in the first.
    return CountedCase(
        "step",
        {"net": net, "batch": batch},
        program,
        inputs,
        donated="last input",
        input_makers=network.made(batch),
    )


CASES = tuple(
    step(net, batch)
    for net, batches in (("tiny", (1, 256)), ("picture", (1, 64)), ("block", (1, 8)))
    for batch in batches
)
