"""The roof of the device that is here, timed in some seconds: for a notebook, not for a record."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from manylanes._device import device
from manylanes._doubt import Roof
from manylanes._time import time

# Smaller than those of a record, so that they fit into any notebook; still beyond most caches.
_SIDE, _DEPTH, _STREAM = 2048, 512, 2**25
_F32 = 4


def roof(budget_s: float = 1.0) -> Roof:
    """The walls of this device: a large product, a long stream, a call that does nothing.

    Each is given `budget_s`, and nothing about the machine's conditions is noted: a record knows
    better. Products run in the precision that yours get.
    """
    tall, wide = jnp.ones((_SIDE, _DEPTH)), jnp.ones((_DEPTH, _SIDE))
    product = time(jax.jit(jnp.matmul), tall, wide, budget_s=budget_s)
    # In place, as in a record: a fresh result would have to be fetched from the system first.
    triad = jax.jit(lambda x, y: x - 0.5 * y, donate_argnums=1)
    long = jnp.ones(_STREAM), jnp.ones(_STREAM)
    stream = time(triad, *long, budget_s=budget_s, carry=lambda args, result: (args[0], result))
    call = time(jax.jit(lambda x: x + x), jnp.float32(1), budget_s=budget_s)
    return Roof(
        2 * _SIDE * _DEPTH * _SIDE / product.low,
        3 * _F32 * _STREAM / stream.low,
        call.median,
        device().as_dict(),
    )
