"""A quick measurement of the roof of this device, for notebooks."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from manylanes._device import device
from manylanes._roof import Roof
from manylanes._time import time

# Array sizes: small enough for any notebook. The arrays of the stream exceed most caches.
_SIDE, _DEPTH, _STREAM = 2048, 512, 2**25
_F32_BYTES = 4


def measure_roof(budget_s: float = 1.0) -> Roof:
    """Measure the roof of this device: time a large product, a long stream and a scalar addition.

    Sampling each of them takes about `budget_s` seconds at most. The system load is not recorded,
    so `Roof.quiet` is False. The product uses the default matmul precision.
    """
    tall, wide = jnp.ones((_SIDE, _DEPTH)), jnp.ones((_DEPTH, _SIDE))
    product = time(jax.jit(jnp.matmul), tall, wide, budget_s=budget_s)
    # The triad works in place, as in a record: allocating a result would add page faults.
    triad = jax.jit(lambda x, y: x - 0.5 * y, donate_argnums=1)
    arrays = jnp.ones(_STREAM), jnp.ones(_STREAM)
    stream = time(triad, *arrays, budget_s=budget_s, carry=lambda args, result: (args[0], result))
    call = time(jax.jit(lambda x: x + x), jnp.float32(1), budget_s=budget_s)
    return Roof(
        2 * _SIDE * _DEPTH * _SIDE / product.low,
        3 * _F32_BYTES * _STREAM / stream.low,
        call.median,
        device().as_dict(),
    )
