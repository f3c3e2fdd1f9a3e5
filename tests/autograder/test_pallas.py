"""Interpreted Pallas kernels: grid, block shape and messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax
from jax.experimental import pallas as pl

from autograder import Course, Status, Verdict
from autograder.core.course.plan import load_check
from autograder.core.inputs.generator import ArraySpec
from autograder.core.kinds.program import PROGRAM
from autograder.core.messages.explain_error import error_finding
from autograder.core.programs.run import RunnableProgram
from autograder.notebook.learner.check_task import verdict_at_home

FOURS = pl.BlockSpec((4,), lambda i: (i,))
EIGHT = jax.ShapeDtypeStruct((8,), jnp.float32)


def add(block: int) -> Callable[..., Any]:
    """Return a function that adds two arrays in blocks of the given size."""
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


def build_program(function: Callable[..., Any], count: int, *, size: int = 64) -> RunnableProgram:
    arrays = (ArraySpec("f32", (size,)),) * count
    program: RunnableProgram = PROGRAM.program(PROGRAM.export(function, arrays).artifact)
    return program


@pytest.mark.parametrize("block", [4, 8, 16])
def test_grid_block_and_work_are_counted(block: int) -> None:
    cost = build_program(add(block), 2).cost()
    assert dict(cost.rounds) == {0: 64 // block}  # the grid
    assert cost.block == 4 * block
    assert cost.work == 64 + 4 * (64 // block), "and the grid's own counter and tests"


def test_unrelated_loop_is_not_a_grid() -> None:
    def with_outside_sum(x: Any, y: Any) -> Any:
        return add(8)(x, y) * 0 + x + y

    assert build_program(with_outside_sum, 2).cost().block == 4 * 64


@pytest.fixture
def verdict(course: Course) -> Callable[..., Verdict]:
    task = course.unit("03").task("tiled_product")
    return lambda answer: verdict_at_home(load_check(task), answer)


def test_library_product_is_not_tiled(verdict: Callable[..., Verdict]) -> None:
    whole = verdict(lambda x, y: x @ y)
    assert (whole.status, whole.points) == (Status.FAILED, 1.0)
    words = " ".join(whole.text().split())
    assert "processes too large an array at once. Process it in blocks." in words
    assert "got 9.00 x (2 304 bytes)" in words


def test_manual_tiles_count_as_tiles(verdict: Callable[..., Verdict]) -> None:
    """An interpreted Pallas kernel is a loop over blocks, and so is this program."""

    def by_hand(x: Any, y: Any) -> Any:
        rows, steps, columns = x.shape[0] // 8, x.shape[1] // 8, y.shape[1] // 8

        def step(number: Any, out: Any) -> Any:
            i, j, k = number // (columns * steps), number // steps % columns, number % steps
            a = lax.dynamic_slice(x, (8 * i, 8 * k), (8, 8))
            b = lax.dynamic_slice(y, (8 * k, 8 * j), (8, 8))
            before = lax.dynamic_slice(out, (8 * i, 8 * j), (8, 8))
            return lax.dynamic_update_slice(out, before + a @ b, (8 * i, 8 * j))

        return lax.fori_loop(0, rows * steps * columns, step, jnp.zeros((8 * rows, 8 * columns)))

    assert verdict(by_hand).status is Status.PASSED


def call(kernel: Any, spec: Any = FOURS, **words: Any) -> Callable[..., Any]:
    specs = spec if isinstance(spec, list) else [spec]
    words = {"grid": (2,), "interpret": True, "in_specs": specs, **words}
    words = {"out_specs": FOURS, "out_shape": EIGHT, **words}

    def called(x: Any) -> Any:
        return pl.pallas_call(kernel, **words)(x)

    return called


def writes(value: Callable[[Any], Any]) -> Callable[..., None]:
    """Return a kernel that writes a function of its input."""

    def kernel(a: Any, out: Any) -> None:
        out[...] = value(a)

    return kernel


copied = writes(lambda a: a[...])
TABLE = jnp.arange(4.0)


def condition_on_program_id(a: Any, out: Any) -> None:
    if pl.program_id(0) == 0:
        out[...] = a[...]


def with_argument(a: Any, out: Any) -> None:
    @pl.when(pl.program_id(0) == 0)
    def first(value: Any) -> None:
        out[...] = value


def sliced(a: Any, out: Any) -> None:
    start = pl.program_id(0)
    out[...] = a[start : start + 4]


def program_id_in_when(a: Any, out: Any) -> None:
    @pl.when(a[0] > 0)
    def first() -> None:
        out[...] = a[...] * pl.program_id(0)


def in_a_loop(a: Any) -> Any:
    return lax.fori_loop(0, 3, lambda i, x: x + pl.program_id(0), a[...])


def without_input(out: Any) -> None:
    out[...] = jnp.zeros(4)


pallas_call: Any = pl.pallas_call  # the arguments below are wrong on purpose
block_spec: Any = pl.BlockSpec


TWO_NUMBERS = pl.BlockSpec((4,), lambda i, j: (i,))
NO_TUPLE = block_spec(4, lambda i: (i,))
SWAPPED = [block_spec(lambda i: (i,), (4,))]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (call(copied, interpret=False), "pass `interpret=True` to `pallas_call`"),
        (call(writes(lambda a: a[...][:2])),
         "The kernel writes an array of shape (2,) into a block of shape (4,)."),
        (call(writes(lambda a: a[...].astype(int))),
         "The kernel writes an array whose dtype differs from the dtype of the block."),
        (call(writes(lambda a: a + 1)), "The arguments of a kernel are references, not arrays:"),
        (call(lambda a, out: a[...]), "A kernel must return `None`:"),
        (call(copied, pl.BlockSpec((4, 4), lambda i: (i, 0))), "as many dimensions as its array"),
        (call(copied, pl.BlockSpec((4,), lambda i: (i, 0))),
         "The index map of a `BlockSpec` must return one block index for each dimension"),
        (lambda x: x + pl.program_id(0), "`program_id` depends on the grid:"),
        (call(writes(lambda a: a[...] + TABLE)), "The kernel uses an array that is defined"),
        (call(condition_on_program_id), "decorate it with `@pl.when(condition)`"),
        (call(with_argument), "`pl.when` calls its function without arguments"),
        (call(sliced), "Use `pl.ds(start, size)`"),
        (call(writes(lambda a: a[...] * pl.program_id(3))), "The grid (2,) has no axis 3:"),
        (call(program_id_in_when), "Call it in the body of the kernel"),
        (call(writes(in_a_loop)), "`program_id` was called inside `pl.when` or a loop."),
        (call(without_input),
         "A kernel receives one reference for each input, then one for each result."),
        (call(copied, TWO_NUMBERS), "one number for each axis of the grid. One of your functions"),
        (call(copied, NO_TUPLE), "A block shape must be a tuple, even with a single number:"),
        (call(copied, grid=(8 / 4,)), "The sizes of a grid must be integers:"),
        (call(copied, [FOURS] * 2), "`in_specs` needs one block spec for each input array."),
        (call(copied, None, in_specs=FOURS), "`in_specs` must be a list, even for a single array:"),
        (call(copied, out_shape=(8,)), "`pallas_call` needs the shape and dtype of its result."),
        (lambda x: pallas_call(copied, x, out_shape=x, interpret=True),
         "`pallas_call` returns a function."),
        (lambda x: jax.ShapeDtypeStruct(*[x.shape]),
         "`jax.ShapeDtypeStruct` needs a shape and a dtype:"),
        (lambda x: pl.pallas_call(copied, in_specs=SWAPPED, out_shape=EIGHT, interpret=True)(x),
         "The first argument of `BlockSpec` is the block shape; the second is the index map."),
    ],
)  # fmt: skip
def test_pallas_error_is_explained(function: Callable[..., Any], words: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        PROGRAM.export(function, (ArraySpec("f32", (8,)),))
    message = error_finding(caught.value).message
    assert words in message
    assert "stopped with" not in message
