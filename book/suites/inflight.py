"""Loads in flight: walkers who each must read a number to learn where to read the next."""

import jax
import jax.numpy as jnp
from jax import lax

from manylanes.records import Case, f32

from ._device_kinds import NOT_ON_A_GPU

# 256 MiB, beyond the caches; each walker's steps land anywhere in it.
_BITS = 26
_STEPS = 10_000


def _next(number: jax.Array, step: jax.Array, walker: int) -> jax.Array:
    """Scrambles what was read, so that the next address is not known before."""
    bits = lax.bitcast_convert_type(number, jnp.uint32) + step.astype(jnp.uint32)
    scrambled = (bits + jnp.uint32(walker)) * jnp.uint32(2654435761)
    return lax.shift_right_logical(scrambled, jnp.uint32(32 - _BITS)).astype(jnp.int32)


def _walk(walkers: int) -> Case:
    """Walkers never wait for each other. One number a walker, not an array of places: XLA on the
    CPU runs a loop over numbers as one piece of code, and starts anew in each round otherwise."""

    def program(numbers: jax.Array, start: jax.Array) -> jax.Array:
        def step(i: jax.Array, places: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
            return tuple(
                _next(lax.dynamic_slice(numbers, (place,), (1,))[0], i, walker)
                for walker, place in enumerate(places)
            )

        places = tuple(start[walker] for walker in range(walkers))
        return jnp.stack(lax.fori_loop(0, _STEPS, step, places))

    # The places are taken apart and put together again; a single one is left as it is.
    ends = 4 if walkers == 1 else 12 * walkers
    return Case(
        "walk",
        {"walkers": walkers, "steps": _STEPS},
        program,
        (f32(2**_BITS), jax.ShapeDtypeStruct((walkers,), "int32")),
        work=_STEPS * (5 * walkers + 1),
        bytes=4 * _STEPS * walkers + ends,
        device_kinds=NOT_ON_A_GPU,
        donated="last input",  # the next call walks on: the same steps again would be in the cache
    )


CASES = tuple(_walk(2**power) for power in range(5))
