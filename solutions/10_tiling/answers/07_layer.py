# %% wrong: no_kernel
# Your values are right, but you process the whole result in separate operations. Multiply, add the
# bias and apply GELU in one kernel, on a tile that is still in the cache.
def layer(x, w, b):
    return gelu(x @ w + b)


# %% wrong: no_grid
# Your values are right, but without a grid the kernel receives whole matrices. Add a grid, and a
# `pl.BlockSpec` for each operand that selects the 8 by 8 tile of a step.
def layer(x, w, b):
    def kernel(rows, columns, bias, out):
        out[...] = gelu(rows[...] @ columns[...] + bias[...])

    shape = jax.ShapeDtypeStruct((x.shape[0], w.shape[1]), x.dtype)
    return pl.pallas_call(kernel, out_shape=shape, interpret=True)(x, w, b)


# %% wrong: not_zeroed
# You added to a tile of the result that you never initialized. Set it to zero, or to the bias, in
# the first step along the sum.
#
# -            out[...] = jnp.zeros_like(out)
# +            pass


# %% wrong: bias_in_every_step
# You added the bias in every step of the sum over tiles. Add it once, in the first or last step.
#
# -        out[...] += a[...] @ tile[...]
# +        out[...] += a[...] @ tile[...] + bias[...]
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = gelu(out[...])


# %% wrong: gelu_in_first_step
# You applied GELU in the first step along the sum, when the sum is not complete. The last step is
# `k // 8 - 1`.
#
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# +        @pl.when(pl.program_id(2) == 0)


# %% wrong: last_step_off_by_one
# You applied neither the bias nor GELU. Steps are numbered from 0, so the last step along the sum
# is `k // 8 - 1`.
#
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# +        @pl.when(pl.program_id(2) == k // 8)


# %% wrong: gelu_outside_kernel
# Your values are right, but you store the product, load it again for the bias and GELU, and store
# the result. Apply both in the kernel, in the last step along the sum.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            pass
# -    return pl.pallas_call(
# +    product = pl.pallas_call(
# -    )(x, w, b)
# +    )(x, w, b)
# +    return gelu(product + b)


# %% wrong: bias_after_gelu
# You added the bias after GELU. Add the bias first, then apply GELU.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = gelu(out[...]) + bias[...]


# %% wrong: exact_gelu
# You used the exact GELU, `approximate=False`. The task asks for `jax.nn.gelu` with its default, an
# approximation with `tanh`. The two differ from the fourth digit onward.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = jax.nn.gelu(out[...] + bias[...], approximate=False)


# %% wrong: fixed_grid_8
# Your grid has 8 by 8 tiles for every size. The side of a tile is 8, but the result has `m // 8` by
# `n // 8` tiles.
#
# -        grid=(m // 8, n // 8, k // 8),
# +        grid=(8, 8, k // 8),


# %% wrong: bias_by_rows
# You selected the bias by the block row and added one element to each row. Each element of the bias
# belongs to a column: use block `(j,)`, and add it to every row.
#
# -            out[...] = gelu(out[...] + bias[...])
# +            out[...] = gelu(out[...] + bias[...][:, None])
# -            pl.BlockSpec((8,), lambda i, j, step: (j,)),
# +            pl.BlockSpec((8,), lambda i, j, step: (i,)),


# %% wrong: bands
# Your values are right, but your blocks are 8 whole rows of `x` and 8 whole columns of `w`. Split
# them into tiles along `k` as well, with a third axis of the grid.
#
# -        @pl.when(pl.program_id(2) == k // 8 - 1)
# +        @pl.when(pl.program_id(2) == 0)
# -        grid=(m // 8, n // 8, k // 8),
# +        grid=(m // 8, n // 8, 1),
# -            pl.BlockSpec(square, lambda i, j, step: (i, step)),
# -            pl.BlockSpec(square, lambda i, j, step: (step, j)),
# +            pl.BlockSpec((8, k), lambda i, j, step: (i, step)),
# +            pl.BlockSpec((k, 8), lambda i, j, step: (step, j)),


# %% right: bias_as_initial_value
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
