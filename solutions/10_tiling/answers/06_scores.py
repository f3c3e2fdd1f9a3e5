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
