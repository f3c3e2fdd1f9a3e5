"""One lane, one step after another: every step waits for the previous one."""

from collections.abc import Callable

import jax

from manylanes.records import Case, f32

from ._device_kinds import NOT_ON_A_GPU

# Enough steps to make the call overhead (`overhead`) negligible. The steps of an iteration are
# unrolled: on a GPU, every loop iteration is a launch, so fewer iterations add less overhead.
# On a CPU, a quarter as many steps per iteration gave the same time.
_WRITTEN_OUT, _TURNS = 1024, 64


def steps(written_out: int, turns: int) -> Callable[[jax.Array, jax.Array], jax.Array]:
    """Return a program of dependent steps, with `written_out` of them in each loop iteration."""

    def program(x: jax.Array, y: jax.Array) -> jax.Array:
        def turn(_: int, x: jax.Array) -> jax.Array:
            for _step in range(written_out):
                x = x * 0.5 + y  # this factor keeps the value bounded
            return x

        result: jax.Array = jax.lax.fori_loop(0, turns, turn, x)
        return result

    return program


CASES = (
    Case(
        "one_lane",
        {"steps": _WRITTEN_OUT * _TURNS},
        steps(_WRITTEN_OUT, _TURNS),
        (f32(), f32()),
        work=2 * _WRITTEN_OUT * _TURNS,
        bytes=4 * (_TURNS + 1),  # the value once per iteration, the summand once
        donated="nothing",
        chain=_WRITTEN_OUT * _TURNS,
        device_kinds=NOT_ON_A_GPU,
    ),
)
