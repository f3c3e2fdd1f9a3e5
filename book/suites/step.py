"""Training steps (forward, backward, update) of three networks with small and large batches."""

from collections.abc import Mapping
from typing import Any

import jax

from manylanes.records import Case, CountedCase

from ._networks import NETWORKS, Network, Weights

LEARNING_RATE = 1e-3  # small, so that training on one batch repeatedly does not overflow


def update_weights(
    network: Network,
    weights: Weights,
    examples: jax.Array,
    targets: jax.Array,
    learning_rate: Any = LEARNING_RATE,
) -> Weights:
    """Return the weights after one step of gradient descent."""
    gradients = jax.grad(network.loss)(weights, examples, targets)
    return {name: weight - learning_rate * gradients[name] for name, weight in weights.items()}


def step(net: str, batch: int, networks: Mapping[str, Network] = NETWORKS) -> Case:
    network = networks[net]

    def program(examples: jax.Array, targets: jax.Array, weights: Weights) -> Weights:
        return update_weights(network, weights, examples, targets)

    inputs = network.inputs(batch)
    # `cost` is more reliable than a formula: the first layer has two products, and each other layer
    # has three.
    return CountedCase(
        "step",
        {"net": net, "batch": batch},
        program,
        inputs,
        donated="last input",
        input_makers=network.input_makers(batch),
    )


CASES = tuple(
    step(net, batch)
    for net, batches in (("tiny", (1, 256)), ("cnn", (1, 64)), ("block", (1, 8)))
    for batch in batches
)
