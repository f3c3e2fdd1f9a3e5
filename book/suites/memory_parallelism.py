"""Loads in flight: independent chains, each of which reads a value to find its next address."""

import jax
import jax.numpy as jnp
from jax import lax

from manylanes.records import Case, f32

from ._device_kinds import NOT_ON_A_GPU

# The array has 256 MiB, more than the caches. Each chain jumps to any part of the array.
_BITS = 26
_STEPS = 10_000


def _next(value: jax.Array, step: jax.Array, chain: int) -> jax.Array:
    """Return the next position: a hash of the value that was read, of the step and of the chain."""
    bits = lax.bitcast_convert_type(value, jnp.uint32) + step.astype(jnp.uint32)
    scrambled = (bits + jnp.uint32(chain)) * jnp.uint32(2654435761)
    return lax.shift_right_logical(scrambled, jnp.uint32(32 - _BITS)).astype(jnp.int32)


def _parallel_chasing(chains: int) -> Case:
    """Return a case with independent chains of loads, each of which has a scalar position.

    The positions are scalars and not an array. XLA on the CPU compiles a loop over scalars to a
    single function, but dispatches each iteration of a loop over arrays separately.
    """

    def program(values: jax.Array, start: jax.Array) -> jax.Array:
        def step(i: jax.Array, positions: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
            return tuple(
                _next(lax.dynamic_slice(values, (position,), (1,))[0], i, chain)
                for chain, position in enumerate(positions)
            )

        positions = tuple(start[chain] for chain in range(chains))
        return jnp.stack(lax.fori_loop(0, _STEPS, step, positions))

    # Bytes to split and stack the positions, which is not necessary for a single position.
    ends = 4 if chains == 1 else 12 * chains
    return Case(
        "parallel_chasing",
        {"chains": chains, "steps": _STEPS},
        program,
        (f32(2**_BITS), jax.ShapeDtypeStruct((chains,), "int32")),
        work=_STEPS * (5 * chains + 1),
        bytes=4 * _STEPS * chains + ends,
        device_kinds=NOT_ON_A_GPU,
        donated="last input",  # continue in the next call: repeated steps would hit the cache
    )


CASES = tuple(_parallel_chasing(2**power) for power in range(5))
