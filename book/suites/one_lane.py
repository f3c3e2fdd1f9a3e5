"""One lane, one step after another: what a machine does when every step waits for the last."""

from collections.abc import Callable

import jax

from manylanes.records import Case, f32

from ._device_kinds import NOT_ON_A_GPU

# Long enough that the call itself (`overhead`) is a small part. The steps within a turn are
# written out, because on a GPU every turn of a loop is a launch, and fewer turns put
# less of that into the sample. On a CPU a quarter as many a turn measured the same.
_WRITTEN_OUT, _TURNS = 1024, 64


def steps(written_out: int, turns: int) -> Callable[[jax.Array, jax.Array], jax.Array]:
    """Each waits for the last: so many written out in a turn of a loop."""

    def program(x: jax.Array, y: jax.Array) -> jax.Array:
        def turn(_: int, x: jax.Array) -> jax.Array:
            for _step in range(written_out):
                x = x * 0.5 + y  # the factor keeps the value bounded
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
        bytes=4 * (_TURNS + 1),  # the value once a turn, the summand once
        donated="nothing",
        chain=_WRITTEN_OUT * _TURNS,
        device_kinds=NOT_ON_A_GPU,
    ),
)
