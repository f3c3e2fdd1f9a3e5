"""Loads in flight: independent walkers, each of which reads a value to find its next address."""

import jax
import jax.numpy as jnp
from jax import lax

from manylanes.records import Case, f32

from ._device_kinds import NOT_ON_A_GPU

# The array has 256 MiB, more than the caches. Each walker jumps to any part of the array.
_BITS = 26
_STEPS = 10_000


def _next(value: jax.Array, step: jax.Array, walker: int) -> jax.Array:
    """Return the next address: a hash of the value that was read, which cannot be predicted."""
    bits = lax.bitcast_convert_type(value, jnp.uint32) + step.astype(jnp.uint32)
    scrambled = (bits + jnp.uint32(walker)) * jnp.uint32(2654435761)
    return lax.shift_right_logical(scrambled, jnp.uint32(32 - _BITS)).astype(jnp.int32)


def _walk(walkers: int) -> Case:
    """Return a case with independent walkers, each of which has a scalar position.

    The positions are scalars and not an array. XLA on the CPU compiles a loop over scalars to a
    single function, but dispatches each iteration of a loop over arrays separately.
    """

    def program(values: jax.Array, start: jax.Array) -> jax.Array:
        def step(i: jax.Array, positions: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
            return tuple(
                _next(lax.dynamic_slice(values, (position,), (1,))[0], i, walker)
                for walker, position in enumerate(positions)
            )

        positions = tuple(start[walker] for walker in range(walkers))
        return jnp.stack(lax.fori_loop(0, _STEPS, step, positions))

    # Bytes to split and stack the positions, which is not necessary for a single position.
    ends = 4 if walkers == 1 else 12 * walkers
    return Case(
        "walk",
        {"walkers": walkers, "steps": _STEPS},
        program,
        (f32(2**_BITS), jax.ShapeDtypeStruct((walkers,), "int32")),
        work=_STEPS * (5 * walkers + 1),
        bytes=4 * _STEPS * walkers + ends,
        device_kinds=NOT_ON_A_GPU,
        donated="last input",  # continue in the next call: repeated steps would hit the cache
    )


CASES = tuple(_walk(2**power) for power in range(5))
