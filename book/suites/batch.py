"""One layer with different batch sizes: the latency and the throughput of a batch."""

import jax.numpy as jnp

from manylanes.records import Case, f32

# 64 MiB of weights exceed the caches, so each batch loads them again.
_WIDTH = 4096


def _layer(batch: int) -> Case:
    """Return a case that applies a matrix product and ReLU to a batch of requests (columns)."""
    return Case(
        "layer",
        {"batch": batch},
        lambda weights, requests: jnp.maximum(weights @ requests, 0),
        (f32(_WIDTH, _WIDTH), f32(_WIDTH, batch)),
        work=2 * _WIDTH**2 * batch + _WIDTH * batch,
        bytes=4 * (_WIDTH**2 + 4 * _WIDTH * batch),
    )


CASES = tuple(_layer(2**power) for power in range(11))
