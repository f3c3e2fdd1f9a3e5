# %% wrong: no_kernel
# Your values are right, but you process all rows in one block. Use a kernel with a grid and block
# specs; without them, a kernel runs once on all rows.
def softmax(x):
    return jax.nn.softmax(x, axis=1)


# %% wrong: row_by_row
# Your values are right, but you process one row at a time. Your grid has eight times as many steps
# as necessary, and they run one after another. Use blocks of 8 rows.
#
# -    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
# +    spec = pl.BlockSpec((1, x.shape[1]), lambda i: (i, 0))
# -        grid=(len(x) // 8,),
# +        grid=(len(x),),


# %% wrong: maximum_not_subtracted
# Your `exp` overflows float32 for large elements, so you divide infinity by infinity. Before `exp`,
# subtract the largest element of the row.
def softmax(x):
    def kernel(rows, out):
        exps = jnp.exp(rows[...])
        out[...] = exps / exps.sum(axis=1, keepdims=True)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: maximum_of_block
# You subtracted the largest element of all eight rows. If all elements of a row are far below this
# maximum, their `exp` is 0, and you divide 0 by 0. Subtract the largest element of each row: use
# `axis=1`.
def softmax(x):
    def kernel(rows, out):
        exps = jnp.exp(rows[...] - rows[...].max())
        out[...] = exps / exps.sum(axis=1, keepdims=True)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: maximum_with_zero
# You did not subtract the largest element of a row if it is negative. If all elements of a row are
# far below 0, their `exp` is 0, and you divide 0 by 0. Subtract the maximum without a limit.
#
# -        exps = jnp.exp(x - x.max(axis=1, keepdims=True))
# +        exps = jnp.exp(x - jnp.maximum(x.max(axis=1, keepdims=True), 0))


# %% wrong: sum_of_the_block
# You divided by the sum of all eight rows. Each row of the result must add up to one: sum along
# `axis=1`.
def softmax(x):
    def kernel(rows, out):
        exps = jnp.exp(rows[...] - rows[...].max(axis=1, keepdims=True))
        out[...] = exps / exps.sum()

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: wrong_axis
# You computed the softmax along the columns of a block, across eight independent rows. Use
# `axis=1`, which goes along a row.
def softmax(x):
    def kernel(rows, out):
        exps = jnp.exp(rows[...] - rows[...].max(axis=0))
        out[...] = exps / exps.sum(axis=0)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: not_normalized
# Your rows do not add up to one. Divide each row by its sum.
def softmax(x):
    def kernel(rows, out):
        out[...] = jnp.exp(rows[...] - rows[...].max(axis=1, keepdims=True))

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: fixed_grid_8
# Your grid has 8 steps for every number of rows. A block has 8 rows, but the grid needs one step
# for each block, `len(x) // 8`.
#
# -        grid=(len(x) // 8,),
# +        grid=(8,),


# %% wrong: element_index_for_block_index
# Your index map returns the row where a block begins. An index map must return the *index of the
# block*: `(i, 0)` instead of `(8 * i, 0)`.
def softmax(x):
    def kernel(rows, out):
        out[...] = jax.nn.softmax(rows[...], axis=1)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (8 * i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% right: library_in_kernel
def softmax(x):
    def kernel(rows, out):
        out[...] = jax.nn.softmax(rows[...])

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% right: by_logarithms
def softmax(x):
    def kernel(rows, out):
        shifted = rows[...] - jnp.max(rows[...], axis=1)[:, None]
        out[...] = jnp.exp(shifted - jnp.log(jnp.sum(jnp.exp(shifted), axis=1))[:, None])

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% right: by_the_logarithm
def softmax(x):
    def kernel(rows, out):
        scores = rows[...]
        out[...] = jnp.exp(scores - jax.scipy.special.logsumexp(scores, axis=1, keepdims=True))

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip
