"""The same work with less and less waiting: savings accounts, each month after the month before."""

import jax

from manylanes.records import Case, f32

_ACCOUNT_MONTHS = 2**22
# A round of a loop costs time of its own: a launch on a GPU. So a round is this many months.
_ROUND = 64


def _accounts(count: int) -> Case:
    """So many accounts, as many months each as make the same work; no account waits for another."""
    rounds = _ACCOUNT_MONTHS // count // _ROUND

    def months(_: object, balance: jax.Array, rate: jax.Array, deposit: jax.Array) -> jax.Array:
        for _ in range(_ROUND):
            balance = balance * rate + deposit
        return balance

    def program(balance: jax.Array, rate: jax.Array, deposit: jax.Array) -> jax.Array:
        last: jax.Array = jax.lax.fori_loop(
            0, rounds, lambda i, now: months(i, now, rate, deposit), balance
        )
        return last

    return Case(
        "accounts",
        {"count": count, "months": rounds * _ROUND},
        program,
        (f32(count), f32(), f32()),
        work=2 * _ACCOUNT_MONTHS,
        bytes=4 * rounds * (2 * count + 2),
        chain=rounds * _ROUND,
    )


CASES = tuple(_accounts(4**i) for i in range(9))
