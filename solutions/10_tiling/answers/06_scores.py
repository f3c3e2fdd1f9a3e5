# %% wrong: no_kernel
# Your values are right, but you multiply whole matrices in one operation. Use a kernel with a grid
# and block specs; without them, a kernel runs once on the whole matrices.
def scores(x, y):
    return x @ y.T


# %% wrong: not_zeroed
# You added to a tile of the result that you never set to zero. Set it to zero in the first step
# along the sum.
#
# -        @pl.when(pl.program_id(2) == 0)
# -        def zero():
# -            out[...] = jnp.zeros_like(out)
# -


# %% wrong: last_step_only
# You kept only the last product along the sum. Add each product to the tile instead of overwriting
# it.
#
# -        @pl.when(pl.program_id(2) == 0)
# -        def zero():
# -            out[...] = jnp.zeros_like(out)
# -
# -        out[...] += a[...] @ b[...].T
# +        out[...] = a[...] @ b[...].T


# %% wrong: only_one_tile_zeroed
# You set only one tile to zero, in the very first step. Every tile of the result has its own first
# step along the sum: test `pl.program_id(2)`.
#
# -        @pl.when(pl.program_id(2) == 0)
# +        first = (pl.program_id(0) == 0) & (pl.program_id(1) == 0) & (pl.program_id(2) == 0)
# +
# +        @pl.when(first)


# %% wrong: not_transposed
# You multiplied by the tile of `y` without transposing it. The task asks for `x @ y.T`: use
# `b[...].T`.
#
# -        out[...] += a[...] @ b[...].T
# +        out[...] += a[...] @ b[...]


# %% wrong: index_map_of_plain_product
# Your index map of `y` is the one for `x @ y`: `(step, j)`. Here, block row `j` of `y` gives block
# column `j` of the result. There is no error, because a block index beyond the end is moved back to
# the last block.
#
# -            pl.BlockSpec(square, lambda i, j, step: (j, step)),
# +            pl.BlockSpec(square, lambda i, j, step: (step, j)),


# %% wrong: element_index_for_block_index
# Your index maps return the row and the column where a tile begins. Index maps must return the
# *indices of the tile*: `(i, step)` instead of `(8 * i, 8 * step)`. There is no error, because an
# index beyond the end is moved back to the last tile.
#
# -            pl.BlockSpec(square, lambda i, j, step: (i, step)),
# -            pl.BlockSpec(square, lambda i, j, step: (j, step)),
# +            pl.BlockSpec(square, lambda i, j, step: (8 * i, 8 * step)),
# +            pl.BlockSpec(square, lambda i, j, step: (8 * j, 8 * step)),
# -        out_specs=pl.BlockSpec(square, lambda i, j, step: (i, j)),
# +        out_specs=pl.BlockSpec(square, lambda i, j, step: (8 * i, 8 * j)),


# %% wrong: result_tiles_transposed
# You stored tile `(i, j)` at position `(j, i)`, so the tiles of the result are transposed. Use `(i,
# j)` for the result.
#
# -        out_specs=pl.BlockSpec(square, lambda i, j, step: (i, j)),
# +        out_specs=pl.BlockSpec(square, lambda i, j, step: (j, i)),


# %% wrong: tiles_of_four
# Your tiles are half as wide as allowed, so each element is loaded twice as often. Use tiles of 8
# by 8.
#
# -    square = (8, 8)
# +    square = (4, 4)
# -        grid=(m // 8, n // 8, k // 8),
# +        grid=(m // 4, n // 4, k // 4),


# %% wrong: no_block_specs
# Your values are right, but each step of the grid loads all of `x` and `y`. Without a
# `pl.BlockSpec`, a block is the whole array. Select the tiles with index maps.
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
# Your values are right, but your blocks are 8 whole rows of `x` and of `y`. Split them into tiles
# along `k` as well, with a third axis of the grid.
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


# %% right: zero_by_where
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


# %% right: transposed_before
# -        out[...] += a[...] @ b[...].T
# +        out[...] += a[...] @ b[...]
# -            pl.BlockSpec(square, lambda i, j, step: (j, step)),
# +            pl.BlockSpec(square, lambda i, j, step: (step, j)),
# -    )(x, y)
# +    )(x, y.T)


# %% right: by_einsum
# -        out[...] += a[...] @ b[...].T
# +        out[...] += jnp.einsum("ik,jk->ij", a[...], b[...])
