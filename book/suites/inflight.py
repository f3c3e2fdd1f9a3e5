"""Loads in flight: each walker must read a value to learn the address of its next load."""

import jax
import jax.numpy as jnp
from jax import lax

from manylanes.records import Case, f32

from ._device_kinds import NOT_ON_A_GPU

# 256 MiB, larger than the caches. The steps of each walker reach any part of it.
_BITS = 26
_STEPS = 10_000


def _next(value: jax.Array, step: jax.Array, walker: int) -> jax.Array:
    """Scramble the value that was read, so that the next address cannot be predicted."""
    bits = lax.bitcast_convert_type(value, jnp.uint32) + step.astype(jnp.uint32)
    scrambled = (bits + jnp.uint32(walker)) * jnp.uint32(2654435761)
    return lax.shift_right_logical(scrambled, jnp.uint32(32 - _BITS)).astype(jnp.int32)


def _walk(walkers: int) -> Case:
    """Run independent walkers, each with its own scalar instead of one array of positions.

    XLA on the CPU compiles a loop over scalars to a single function, but starts a loop over arrays
    anew in each iteration.
    """

    def program(values: jax.Array, start: jax.Array) -> jax.Array:
        def step(i: jax.Array, positions: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
            return tuple(
                _next(lax.dynamic_slice(values, (position,), (1,))[0], i, walker)
                for walker, position in enumerate(positions)
            )

        positions = tuple(start[walker] for walker in range(walkers))
        return jnp.stack(lax.fori_loop(0, _STEPS, step, positions))

    # The positions are split and stacked again; a single position is not.
    ends = 4 if walkers == 1 else 12 * walkers
    return Case(
        "walk",
        {"walkers": walkers, "steps": _STEPS},
        program,
        (f32(2**_BITS), jax.ShapeDtypeStruct((walkers,), "int32")),
        work=_STEPS * (5 * walkers + 1),
        bytes=4 * _STEPS * walkers + ends,
        device_kinds=NOT_ON_A_GPU,
        donated="last input",  # the next call continues: repeated steps would hit the cache
    )


CASES = tuple(_walk(2**power) for power in range(5))
