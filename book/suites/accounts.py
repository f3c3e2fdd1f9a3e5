"""Savings accounts with a fixed total of work: with more accounts, dependent chains are shorter."""

import jax

from manylanes.records import Case, f32

_ACCOUNT_MONTHS = 2**22
# Each loop iteration has overhead (a launch on a GPU), so one iteration computes this many months.
_MONTHS_PER_ITERATION = 64


def _accounts(count: int) -> Case:
    """Return a case with `count` independent accounts.

    The number of months, added over all accounts, is the same for every `count`.
    """
    iterations = _ACCOUNT_MONTHS // count // _MONTHS_PER_ITERATION

    def months(_: object, balance: jax.Array, rate: jax.Array, deposit: jax.Array) -> jax.Array:
        for _ in range(_MONTHS_PER_ITERATION):
            balance = balance * rate + deposit
        return balance

    def program(balance: jax.Array, rate: jax.Array, deposit: jax.Array) -> jax.Array:
        balances: jax.Array = jax.lax.fori_loop(
            0, iterations, lambda i, balance: months(i, balance, rate, deposit), balance
        )
        return balances

    return Case(
        "accounts",
        {"count": count, "months": iterations * _MONTHS_PER_ITERATION},
        program,
        (f32(count), f32(), f32()),
        work=2 * _ACCOUNT_MONTHS,
        bytes=4 * iterations * (2 * count + 2),
        chain=iterations * _MONTHS_PER_ITERATION,
    )


CASES = tuple(_accounts(4**i) for i in range(9))
