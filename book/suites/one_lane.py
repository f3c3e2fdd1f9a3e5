"""A chain of dependent steps on a single lane: every step waits for the previous one."""

from collections.abc import Callable

import jax

from manylanes.records import Case, f32

from ._device_kinds import NOT_ON_A_GPU

# There are enough steps to make the dispatch overhead (`overhead`) negligible. The steps of a loop
# iteration are unrolled, to make the overhead of the loop small.
_UNROLL, _ITERATIONS = 1024, 64


def steps(unroll: int, iterations: int) -> Callable[[jax.Array, jax.Array], jax.Array]:
    """Return a program that makes `unroll` dependent steps in each loop iteration."""

    def program(x: jax.Array, y: jax.Array) -> jax.Array:
        def body(_: int, x: jax.Array) -> jax.Array:
            for _step in range(unroll):
                x = x * 0.5 + y  # the factor 0.5 keeps x bounded
            return x

        result: jax.Array = jax.lax.fori_loop(0, iterations, body, x)
        return result

    return program


CASES = (
    Case(
        "one_lane",
        {"steps": _UNROLL * _ITERATIONS},
        steps(_UNROLL, _ITERATIONS),
        (f32(), f32()),
        work=2 * _UNROLL * _ITERATIONS,
        bytes=4 * (_ITERATIONS + 1),  # x is read in each iteration, y only once
        donated="nothing",
        chain=_UNROLL * _ITERATIONS,
        device_kinds=NOT_ON_A_GPU,
    ),
)
