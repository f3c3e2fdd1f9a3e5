# ---
# title: Scores, a product in a kernel
# kind: program
# points: 1
# minutes: 20
# hints:
#   - "The grid has three axes: the row of tiles, the column of tiles, and the step along the sum,
#     which comes last and so moves fastest. Which tile of `x` and which of `y` does step `(i, j,
#     step)` need? Row `j` of tiles of `y` makes column `j` of the result."
#   - "`x`: `lambda i, j, step: (i, step)`. `y`: `lambda i, j, step: (j, step)`, and in the kernel
#     its tile is transposed, `b[...].T`. The result: `(i, j)`, the same tile in every step along
#     the sum."
#   - "The tile of the result is not zero when the first step begins.
#     `@pl.when(pl.program_id(2) == 0)` above a function without arguments runs it only in the
#     first step: `out[...] = jnp.zeros_like(out)`. Then `out[...] += a[...] @ b[...].T`."
# ---

# %% [markdown]
# Compute `x @ y.T` with a Pallas kernel that handles tiles of 8 by 8.
#
# Attention begins like this: each row of `x` is a question, each row of `y` a key, and every
# question meets every key. All sizes are multiples of 8. Pass `interpret=True`. The check looks at
# the values, at the bytes that the blocks move, and at the largest piece that is worked on at once.

# %% given
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


# %% answer
def scores(x, y):
    """x: f32[m, k], y: f32[n, k] -> f32[m, n]; multiples of 8. Fifteen to twenty lines."""
    ### BEGIN SOLUTION
    (m, k), n = x.shape, len(y)

    def kernel(a, b, out):
        @pl.when(pl.program_id(2) == 0)
        def zero():
            out[...] = jnp.zeros_like(out)

        out[...] += a[...] @ b[...].T

    square = (8, 8)
    return pl.pallas_call(
        kernel,
        grid=(m // 8, n // 8, k // 8),
        in_specs=[
            pl.BlockSpec(square, lambda i, j, step: (i, step)),
            pl.BlockSpec(square, lambda i, j, step: (j, step)),
        ],
        out_specs=pl.BlockSpec(square, lambda i, j, step: (i, j)),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        interpret=True,
    )(x, y)
    ### END SOLUTION


# %% check
check(
    scores,
    spec=lambda x, y: x @ y.T,
    given="x: f32[8*m, 8*k], y: f32[8*n, 8*k], m in 1..3, k in 1..3, n in 1..3",
    budget=Budget(work=2, bytes=1.25, block=1),
)


# %% wrong: the_library
# Right, but it works in one piece. Let a kernel go through tiles of 8 by 8: without a grid and
# block specs a kernel runs once, on everything.
def scores(x, y):
    return x @ y.T


# %% wrong: not_zeroed
# The tile of the result holds whatever was there before: set it to zero in the first step along the
# sum.
#
# -        @pl.when(pl.program_id(2) == 0)
# -        def zero():
# -            out[...] = jnp.zeros_like(out)
# -


# %% wrong: last_step_only
# Only the last step along the sum is left: add to the tile, do not replace it.
#
# -        @pl.when(pl.program_id(2) == 0)
# -        def zero():
# -            out[...] = jnp.zeros_like(out)
# -
# -        out[...] += a[...] @ b[...].T
# +        out[...] = a[...] @ b[...].T


# %% wrong: zeroed_once
# You set one tile to zero, the first of all. Every tile of the result has a first step: ask
# `program_id(2)`, the step along the sum.
#
# -        @pl.when(pl.program_id(2) == 0)
# +        first = (pl.program_id(0) == 0) & (pl.program_id(1) == 0) & (pl.program_id(2) == 0)
# +
# +        @pl.when(first)


# %% wrong: not_turned
# You multiplied with the tile of `y` without a transpose. The task asks for `x @ y.T`: transpose
# each tile, `b[...].T`.
#
# -        out[...] += a[...] @ b[...].T
# +        out[...] += a[...] @ b[...]


# %% wrong: as_of_a_plain_product
# Your index map of `y` is the one of `x @ y`: `(step, j)`. Here row `j` of tiles of `y` makes
# column `j` of the result. Beyond the end there is no error: the last block is taken.
#
# -            pl.BlockSpec(square, lambda i, j, step: (j, step)),
# +            pl.BlockSpec(square, lambda i, j, step: (step, j)),


# %% wrong: where_it_begins
# Your index maps say where a tile begins. They have to say the *numbers* of the tile: `(i, step)`
# and not `(8 * i, 8 * step)`. Beyond the end there is no error: the last tile is taken.
#
# -            pl.BlockSpec(square, lambda i, j, step: (i, step)),
# -            pl.BlockSpec(square, lambda i, j, step: (j, step)),
# +            pl.BlockSpec(square, lambda i, j, step: (8 * i, 8 * step)),
# +            pl.BlockSpec(square, lambda i, j, step: (8 * j, 8 * step)),
# -        out_specs=pl.BlockSpec(square, lambda i, j, step: (i, j)),
# +        out_specs=pl.BlockSpec(square, lambda i, j, step: (8 * i, 8 * j)),


# %% wrong: result_turned
# You wrote tile `(i, j)` into place `(j, i)`: the result is transposed, tile by tile.
#
# -        out_specs=pl.BlockSpec(square, lambda i, j, step: (i, j)),
# +        out_specs=pl.BlockSpec(square, lambda i, j, step: (j, i)),


# %% wrong: tiles_of_four
# Your tiles are half as wide as they may be: each number is fetched twice as often.
#
# -    square = (8, 8)
# +    square = (4, 4)
# -        grid=(m // 8, n // 8, k // 8),
# +        grid=(m // 4, n // 4, k // 4),


# %% wrong: whole_blocks
# Right, but each step of the grid gets all of `x` and `y`: without a `pl.BlockSpec` a block is the
# whole array. Let index maps choose the tiles.
def scores(x, y):
    (m, k), n = x.shape, len(y)

    def kernel(a, b, out):
        i, j = (pl.ds(8 * pl.program_id(axis), 8) for axis in (0, 1))

        def add(step, so_far):
            part = pl.ds(8 * step, 8)
            return so_far + a[i, part] @ b[j, part].T

        out[i, j] = jax.lax.fori_loop(0, k // 8, add, jnp.zeros((8, 8)))

    return pl.pallas_call(
        kernel,
        grid=(m // 8, n // 8),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        interpret=True,
    )(x, y)


# %% wrong: bands
# Right, but your blocks are whole bands: 8 rows of each, as long as they are. Cut them along `k` as
# well: a third axis of the grid.
def scores(x, y):
    (m, k), n = x.shape, len(y)

    def kernel(questions, keys, out):
        out[...] = questions[...] @ keys[...].T

    return pl.pallas_call(
        kernel,
        grid=(m // 8, n // 8),
        in_specs=[
            pl.BlockSpec((8, k), lambda i, j: (i, 0)),
            pl.BlockSpec((8, k), lambda i, j: (j, 0)),
        ],
        out_specs=pl.BlockSpec((8, 8), lambda i, j: (i, j)),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        interpret=True,
    )(x, y)


# %% right: chosen_zero
# -        @pl.when(pl.program_id(2) == 0)
# -        def zero():
# -            out[...] = jnp.zeros_like(out)
# -
# -        out[...] += a[...] @ b[...].T
# +        before = jnp.where(pl.program_id(2) == 0, 0.0, out[...])
# +        out[...] = before + a[...] @ b[...].T


# %% right: first_step_writes
# -        @pl.when(pl.program_id(2) == 0)
# -        def zero():
# -            out[...] = jnp.zeros_like(out)
# +        product = jax.lax.dot_general(a[...], b[...], (((1,), (1,)), ((), ())))
# +        first = pl.program_id(2) == 0
# -        out[...] += a[...] @ b[...].T
# +        @pl.when(first)
# +        def write():
# +            out[...] = product
# +
# +        @pl.when(jnp.logical_not(first))
# +        def add():
# +            out[...] += product


# %% right: turned_before
# -        out[...] += a[...] @ b[...].T
# +        out[...] += a[...] @ b[...]
# -            pl.BlockSpec(square, lambda i, j, step: (j, step)),
# +            pl.BlockSpec(square, lambda i, j, step: (step, j)),
# -    )(x, y)
# +    )(x, y.T)


# %% right: by_einsum
# -        out[...] += a[...] @ b[...].T
# +        out[...] += jnp.einsum("ik,jk->ij", a[...], b[...])
