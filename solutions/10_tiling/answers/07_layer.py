# %% wrong: the_library
# Right, but something passes over the whole result once more. Multiply, add the bias and apply GELU
# in one kernel, on a tile that is still near.
def layer(x, w, b):
    return gelu(x @ w + b)


# %% wrong: bent_outside_the_kernel
# Right, but it takes three sweeps: the product is written, then fetched again for the bias and
# GELU, and the result is written. Do both in the last step, while the tile is near.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            pass
# -    return pl.pallas_call(
# +    product = pl.pallas_call(
# -    )(x, w, b)
# +    )(x, w, b)
# +    return gelu(product + b)


# %% wrong: bent_with_the_bias_in_every_step
# You add the bias and bend in every step along the sum. Both come once, when the sum is complete:
# in the last step.
#
# -        out[...] += a[...] @ tile[...]
# -
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# -        def finish():
# -            out[...] = gelu(out[...] + bias[...])
# +        out[...] = gelu(out[...] + a[...] @ tile[...] + bias[...])


# %% wrong: bias_in_every_step
# The bias is added in every step along the sum. Once is enough: in the first step or in the last.
#
# -        out[...] += a[...] @ tile[...]
# +        out[...] += a[...] @ tile[...] + bias[...]
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = gelu(out[...])


# %% wrong: bent_in_the_first_step
# You apply GELU in the first step along the sum, when only a part of it is there. The last one is
# `k // 8 - 1`.
#
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# +        @pl.when(pl.program_id(2) == 0)


# %% wrong: bias_after_gelu
# You add the bias after GELU. First the bias, then GELU.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = gelu(out[...]) + bias[...]


# %% wrong: no_bias
# The bias is missing.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = gelu(out[...])


# %% wrong: not_bent
# GELU is missing: apply `gelu` in the last step.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = out[...] + bias[...]


# %% wrong: gelu_by_the_error_function
# You asked for GELU by the error function, `approximate=False`. Here it is `jax.nn.gelu` as it
# stands, an approximation with a `tanh`: from the fourth digit on they differ.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = jax.nn.gelu(out[...] + bias[...], approximate=False)


# %% wrong: a_grid_of_eight
# Your grid has 8 by 8 tiles whatever the sizes. 8 is the side of a tile; there are `m // 8` by `n
# // 8` tiles.
#
# -        grid=(m // 8, n // 8, k // 8),
# +        grid=(8, 8, k // 8),


# %% wrong: bias_by_rows
# You took the bias by the row of tiles, and added a number to each row. A bias belongs to a column:
# block `(j,)`, added to every row alike.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = gelu(out[...] + bias[...][:, None])
# -            pl.BlockSpec((8,), lambda i, j, step: (j,)),
# +            pl.BlockSpec((8,), lambda i, j, step: (i,)),


# %% wrong: not_zeroed
# The tile of the result holds whatever was there before: set it to zero, or to the bias, in the
# first step along the sum.
#
# -            out[...] = jnp.zeros_like(out)
# +            pass


# %% wrong: one_step_too_late
# Neither the bias nor GELU has been applied: steps are numbered from 0, so the last one along the
# sum is `k // 8 - 1`.
#
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# +        @pl.when(pl.program_id(2) == k // 8)


# %% wrong: bands
# Right, but your blocks are whole bands: 8 rows of `x`, 8 columns of `w`, as long as they are. Cut
# them along `k` as well: a third axis of the grid.
#
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# +        @pl.when(pl.program_id(2) == 0)
# -        grid=(m // 8, n // 8, k // 8),
# +        grid=(m // 8, n // 8, 1),
# -            pl.BlockSpec(square, lambda i, j, step: (i, step)),
# -            pl.BlockSpec(square, lambda i, j, step: (step, j)),
# +            pl.BlockSpec((8, k), lambda i, j, step: (i, step)),
# +            pl.BlockSpec((k, 8), lambda i, j, step: (step, j)),


# %% wrong: last_product_alone
# Every step along the sum writes over the tile, so only the last product is left. Add each product
# to what is there; the bias and GELU come once, in the last step.
#
# -        out[...] += a[...] @ tile[...]
# -
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# -        def finish():
# -            out[...] = gelu(out[...] + bias[...])
# +        out[...] = gelu(a[...] @ tile[...] + bias[...])


# %% wrong: bent_before_the_sum
# You apply GELU to each product and add those up. GELU bends, so the order decides: first the whole
# sum, then the bias, then GELU.
#
# -        out[...] += a[...] @ tile[...]
# -
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# -        def finish():
# -            out[...] = gelu(out[...] + bias[...])
# +        out[...] += gelu(a[...] @ tile[...] + bias[...])


# %% wrong: bias_of_another_tile
# Your bias comes by the row of tiles, `i`. A bias belongs to a column of the result: take the block
# by the number of the column.
#
# -            pl.BlockSpec((8,), lambda i, j, step: (j,)),
# +            pl.BlockSpec((8,), lambda i, j, step: (i,)),


# %% wrong: no_grid
# Right, but without a grid the kernel is handed whole matrices. Give it a grid, and to each operand
# a `pl.BlockSpec` that says which tile of 8 by 8 belongs to a step.
def layer(x, w, b):
    def kernel(rows, columns, bias, out):
        out[...] = gelu(rows[...] @ columns[...] + bias[...])

    shape = jax.ShapeDtypeStruct((x.shape[0], w.shape[1]), x.dtype)
    return pl.pallas_call(kernel, out_shape=shape, interpret=True)(x, w, b)


# %% right: bias_to_begin_with
# -            out[...] = jnp.zeros_like(out)
# +            out[...] = jnp.broadcast_to(bias[...], out.shape)
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = gelu(out[...])


# %% right: bias_as_a_row
# -            pl.BlockSpec((8,), lambda i, j, step: (j,)),
# +            pl.BlockSpec((1, 8), lambda i, j, step: (0, j)),
# -    )(x, w, b)
# +    )(x, w, b.reshape(1, -1))


# %% right: all_of_k_in_the_kernel
def layer(x, w, b):
    (m, k), n = x.shape, w.shape[1]

    def kernel(rows, columns, bias, out):
        def add(step, sums):
            return sums + rows[:, pl.ds(8 * step, 8)] @ columns[pl.ds(8 * step, 8), :]

        sums = jax.lax.fori_loop(0, k // 8, add, jnp.zeros((8, 8)))
        out[...] = gelu(sums + bias[...])

    return pl.pallas_call(
        kernel,
        grid=(m // 8, n // 8),
        in_specs=[
            pl.BlockSpec((8, k), lambda i, j: (i, 0)),
            pl.BlockSpec((k, 8), lambda i, j: (0, j)),
            pl.BlockSpec((8,), lambda i, j: (j,)),
        ],
        out_specs=pl.BlockSpec((8, 8), lambda i, j: (i, j)),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        interpret=True,
    )(x, w, b)
