"""One layer of a network over batch sizes: how long a batch takes, how many leave in a second."""

import jax.numpy as jnp

from manylanes.records import Case, f32

# 64 MiB of weights: beyond the caches, so that each batch fetches them again.
_WIDTH = 4096


def _layer(batch: int) -> Case:
    """A product, and every negative number to zero; one column for each customer."""
    return Case(
        "layer",
        {"batch": batch},
        lambda weights, customers: jnp.maximum(weights @ customers, 0),
        (f32(_WIDTH, _WIDTH), f32(_WIDTH, batch)),
        work=2 * _WIDTH**2 * batch + _WIDTH * batch,
        bytes=4 * (_WIDTH**2 + 4 * _WIDTH * batch),
    )


CASES = tuple(_layer(2**power) for power in range(11))
