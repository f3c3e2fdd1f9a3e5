"""The same work in tiles of several sizes, which differ in loop overhead and data reuse."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl

from manylanes.records import Case, f32

from ._device_kinds import NOT_ON_A_GPU

_F32 = 4
_SIDE = 4096  # a matrix of 64 MiB with rows of 16 KiB, so elements of a column are far apart
Array = jax.Array


def _tiles(zeros: Array, tile: int, compute_tile: Callable[[Any, Any], Array]) -> Array:
    """Compute a square result tile by tile; `compute_tile` takes the first row and column."""
    per_side = len(zeros) // tile

    def body(number: Array, result: Array) -> Array:
        row, column = number // per_side * tile, number % per_side * tile
        return lax.dynamic_update_slice(result, compute_tile(row, column), (row, column))

    result: Array = lax.fori_loop(0, per_side**2, body, zeros)
    return result


def _read_tile(array: Array, row: Any, column: Any, tile: int) -> Array:
    return lax.dynamic_slice(array, (row, column), (tile, tile))


def _tile_traffic(tile: int, n: int) -> int:
    """Count the bytes: each tile reads bands of rows and of columns, and is written once."""
    return _F32 * (2 * n**3 // tile + n**2)


def _tiled(tile: int, n: int) -> Case:
    """Return a case that multiplies matrices tile by tile.

    A tile of the result stays in the cache while the program reads a band of each input.
    """

    def program(a: Array, b: Array) -> Array:
        def compute_tile(row: Any, column: Any) -> Array:
            def step(k: Array, sums: Array) -> Array:
                left, right = (
                    _read_tile(a, row, k * tile, tile),
                    _read_tile(b, k * tile, column, tile),
                )
                return sums + left @ right

            sums: Array = lax.fori_loop(0, n // tile, step, jnp.zeros((tile, tile)))
            return sums

        return _tiles(jnp.zeros((n, n)), tile, compute_tile)

    return _case("tiled", tile, n, program, steps=(n // tile) ** 3)


def _tiled_min_plus(tile: int, n: int) -> Case:
    """Return a case that computes the min-plus product, one stop at a time in each tile.

    If a tile is as wide as the matrix, the program is not tiled.
    """

    def program(a: Array, b: Array) -> Array:
        def compute_tile(row: Any, column: Any) -> Array:
            def through_stop(k: Array, best: Array) -> Array:
                out = lax.dynamic_slice(a, (row, k), (tile, 1))
                back = lax.dynamic_slice(b, (k, column), (1, tile))
                return jnp.minimum(best, out + back)

            best: Array = lax.fori_loop(0, n, through_stop, jnp.full((tile, tile), jnp.inf))
            return best

        return _tiles(jnp.zeros((n, n)), tile, compute_tile)

    return _case("tiled_min_plus", tile, n, program, steps=(n // tile) ** 2 * n)


def _interpreted(tile: int, n: int) -> Case:
    """Return a case that interprets a Pallas kernel: a loop over the blocks of its grid."""

    def kernel(left: Any, right: Any, out: Any) -> None:
        @pl.when(pl.program_id(2) == 0)
        def zero() -> None:
            out[...] = jnp.zeros_like(out)

        out[...] += left[...] @ right[...]

    square = (tile, tile)
    program = pl.pallas_call(
        kernel,
        grid=(n // tile,) * 3,
        in_specs=[
            pl.BlockSpec(square, lambda i, j, k: (i, k)),
            pl.BlockSpec(square, lambda i, j, k: (k, j)),
        ],
        out_specs=pl.BlockSpec(square, lambda i, j, k: (i, j)),
        out_shape=f32(n, n),
        interpret=True,
    )
    return _case("interpreted", tile, n, program, steps=(n // tile) ** 3)


def _case(
    name: str, tile: int, n: int, program: Callable[[Array, Array], Array], steps: int
) -> Case:
    return Case(
        name,
        {"tile": tile, "n": n, "steps": steps},
        program,
        (f32(n, n), f32(n, n)),
        work=2 * n**3,
        bytes=_tile_traffic(tile, n),
        array_bytes=_F32 * 3 * n**2,
        tiled=True,
        device_kinds=NOT_ON_A_GPU,
    )


def _library(n: int) -> Case:
    shape = f32(n, n)
    return Case(
        "library", {"n": n}, jnp.matmul, (shape, shape), work=2 * n**3, bytes=_F32 * 3 * n**2
    )


def _row_sums(order: str, block_size: int) -> Case:
    """Return a case that sums each row of a large row-major matrix, by bands of rows or columns."""

    def program(x: Array) -> Array:
        def body(number: Array, sums: Array) -> Array:
            if order == "rows":
                rows = lax.dynamic_slice(x, (number * block_size, 0), (block_size, _SIDE))
                return lax.dynamic_update_slice(sums, rows.sum(1), (number * block_size,))
            return sums + lax.dynamic_slice(x, (0, number * block_size), (_SIDE, block_size)).sum(1)

        sums: Array = lax.fori_loop(0, _SIDE // block_size, body, jnp.zeros(_SIDE))
        return sums

    return Case(
        "row_sums",
        {"order": order, "block_size": block_size},
        program,
        (f32(_SIDE, _SIDE),),
        work=_SIDE**2,
        bytes=_F32 * (_SIDE**2 + _SIDE),
        tiled=True,
        device_kinds=NOT_ON_A_GPU,
    )


CASES = (
    *(_tiled(tile, 512) for tile in (8, 16, 32, 64, 128, 256)),
    *(_tiled(tile, 1024) for tile in (16, 32, 64, 128)),
    *map(_library, (256, 512, 1024)),
    *(_tiled_min_plus(tile, 256) for tile in (64, 256)),
    *(_tiled_min_plus(tile, 1024) for tile in (64, 128, 256, 1024)),
    *(_interpreted(tile, 256) for tile in (16, 128)),
    *(
        _row_sums(order, block_size)
        for order, block_size in (("rows", 1), ("columns", 1), ("columns", 16))
    ),
)
