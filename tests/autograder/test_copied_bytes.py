"""Copied bytes are counted before a run, in every iteration of every loop."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

from autograder.core.inputs.generator import ArraySpec
from autograder.core.messages.errors import StudentError
from autograder.core.programs.bytes_copied import SCATTERED
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program
from autograder.core.programs.run import EFFORT, RunnableProgram

N = 1 << 20
X = (ArraySpec("f32", (N,)),)


def program(function: Any) -> RunnableProgram:
    return RunnableProgram(canonical(export_program(function, X).artifact))


def loop(body: Any, count: int) -> Any:
    return lambda x: jax.lax.fori_loop(0, count, body, x)


def turned(i, x):
    return x[::-1] * 2


def put_one(i, x):
    return x.at[i].set(1.0)


def put_one_and_keep(i, x):
    return x.at[i].set(1.0) + x


def put_all(i, x):
    return x.at[jnp.arange(N) * 3 % N].set(1.0)


@pytest.mark.parametrize(
    ("body", "low", "high"),
    [
        (turned, 4 * N, 5 * N),
        (put_one, 1, 100),  # in place
        (put_one_and_keep, 4 * N, 5 * N),  # the kept array is copied first
        (put_all, 4 * N * SCATTERED, 4 * N * (SCATTERED + 4)),
    ],
)
def test_bytes_of_an_iteration(body: Any, low: int, high: int) -> None:
    seven, eight = (program(loop(body, n)) for n in (7, 8))
    per_iteration = eight._copied_bytes(eight.cost().rounds) - seven._copied_bytes(
        seven.cost().rounds
    )
    assert low <= per_iteration <= high


def test_excessive_copying_is_rejected_with_the_number() -> None:
    with pytest.raises(StudentError, match=rf"bytes; the limit is {EFFORT:,}"):
        program(loop(put_all, 10_000)).run([jnp.ones(N)])
