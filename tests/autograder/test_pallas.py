"""Interpreted Pallas: the grid, the piece that is worked on, words for a learner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax
from jax.experimental import pallas as pl

from autograder import Course, Status, Verdict
from autograder.draw.draw import ArraySpec
from autograder.home.home import verdict_at_home
from autograder.kinds import PROGRAM
from autograder.program.run import Program
from autograder.say.trouble import trouble

EIGHTS = pl.BlockSpec((8,), lambda i: (i,))
FOURS = pl.BlockSpec((4,), lambda i: (i,))


def add(block: int) -> Callable[..., Any]:
    """A sum of two arrays in blocks of this many numbers."""
    spec = pl.BlockSpec((block,), lambda i: (i,))

    def kernel(a: Any, b: Any, out: Any) -> None:
        out[...] = a[...] + b[...]

    def added(x: Any, y: Any) -> Any:
        shape, grid = jax.ShapeDtypeStruct(x.shape, x.dtype), (x.shape[0] // block,)
        call = pl.pallas_call(
            kernel, grid=grid, in_specs=[spec] * 2, out_specs=spec, out_shape=shape, interpret=True
        )
        return call(x, y)

    return added


def made(function: Callable[..., Any], count: int, *, size: int = 64) -> Program:
    arrays = (ArraySpec("f32", (size,)),) * count
    program: Program = PROGRAM.program(PROGRAM.export(function, arrays).artifact, ())
    return program


@pytest.mark.parametrize("block", [4, 8, 16])
def test_grid_and_blocks_are_read_from_the_program(block: int) -> None:
    cost = made(add(block), 2).cost()
    assert dict(cost.rounds) == {0: 64 // block}  # the grid
    assert cost.block == 4 * block
    assert cost.work == 64 + 4 * (64 // block), "and the grid's own counter and tests"


def test_without_blocks_the_piece_is_the_whole() -> None:
    assert made(lambda x, y: x + y, 2).cost().block == 4 * 64
    assert made(add(64), 2).cost().block == 4 * 64


def test_a_loop_beside_the_work_makes_no_blocks() -> None:
    def beside(x: Any, y: Any) -> Any:
        return add(8)(x, y) * 0 + x + y

    assert made(beside, 2).cost().block == 4 * 64


def test_moving_the_whole_is_no_work_on_it() -> None:
    def moved(x: Any) -> Any:
        halves = jnp.concatenate([x[32:], x[:32]])
        return lax.fori_loop(0, 8, lambda i, a: a.at[i].mul(2), halves[::-1].reshape(8, 8))

    assert made(moved, 1).cost().block == 4 * 8


@pytest.fixture
def verdict(course: Course) -> Callable[..., Verdict]:
    task = course.unit("03").task("tiled_product")
    return lambda answer: verdict_at_home(task.plan(), answer)


def test_the_library_is_no_tiling(verdict: Callable[..., Verdict]) -> None:
    found = verdict(lambda x, y: x @ y)
    assert (found.status, found.points) == (Status.FAILED, 1.0)
    words = " ".join(found.text().split())
    assert "too large a piece is worked on at once: go through it in blocks." in words
    assert "got 9.00 x (2 304 bytes)" in words


def test_tiles_by_hand_are_tiles(verdict: Callable[..., Verdict]) -> None:
    """What is judged is the program: Pallas interpreted is a loop over blocks, and so is this."""

    def by_hand(x: Any, y: Any) -> Any:
        rows, steps, columns = x.shape[0] // 8, x.shape[1] // 8, y.shape[1] // 8

        def turn(number: Any, out: Any) -> Any:
            i, j, k = number // (columns * steps), number // steps % columns, number % steps
            a = lax.dynamic_slice(x, (8 * i, 8 * k), (8, 8))
            b = lax.dynamic_slice(y, (8 * k, 8 * j), (8, 8))
            before = lax.dynamic_slice(out, (8 * i, 8 * j), (8, 8))
            return lax.dynamic_update_slice(out, before + a @ b, (8 * i, 8 * j))

        return lax.fori_loop(0, rows * steps * columns, turn, jnp.zeros((8 * rows, 8 * columns)))

    assert verdict(by_hand).status is Status.PASSED


def call(kernel: Any, spec: Any = FOURS, **words: Any) -> Callable[..., Any]:
    words = {"grid": (2,), "interpret": True, **words}

    def called(x: Any) -> Any:
        shape = jax.ShapeDtypeStruct((8,), x.dtype)
        return pl.pallas_call(kernel, in_specs=[spec], out_specs=FOURS, out_shape=shape, **words)(x)

    return called


def copied(a: Any, out: Any) -> None:
    out[...] = a[...]


def cut(a: Any, out: Any) -> None:
    out[...] = a[...][:2]


def cast(a: Any, out: Any) -> None:
    out[...] = a[...].astype(jnp.int32)


def unread(a: Any, out: Any) -> None:
    out[...] = a + 1


def returned(a: Any, out: Any) -> Any:
    return a[...]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (call(copied, interpret=False), "pass `interpret=True` to `pallas_call`"),
        (call(cut), "What is written into a block has another shape than the block."),
        (call(cast), "What is written into a block has another dtype than the block."),
        (call(unread), "A kernel's argument is a reference and no array"),
        (call(returned), "A kernel returns nothing: it writes its result"),
        (call(copied, pl.BlockSpec((4, 4), lambda i: (i, 0))), "as many dimensions as its array"),
        (call(copied, pl.BlockSpec((4,), lambda i: (i, 0))), "returns one block number for each"),
        (lambda x: x + pl.program_id(0), "ask for it inside a Pallas kernel"),
    ],
)
def test_what_a_learner_reads(function: Callable[..., Any], words: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        PROGRAM.export(function, (ArraySpec("f32", (8,)),))
    found = trouble(caught.value)
    assert found.property == "refused"
    assert words in found.message
