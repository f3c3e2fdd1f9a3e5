# %% wrong: the_library
# Right, but something is computed from all rows at once. Let a kernel do everything, eight rows at
# a time: without a grid and block specs it runs once, on all of them.
def softmax(x):
    return jax.nn.softmax(x, axis=1)


# %% wrong: row_by_row
# Right, but it takes one row at a time: eight times as many steps of the grid, each after the one
# before, and each with an eighth of the lanes. A block has 8 rows.
#
# -    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
# +    spec = pl.BlockSpec((1, x.shape[1]), lambda i: (i, 0))
# -        grid=(len(x) // 8,),
# +        grid=(len(x),),


# %% wrong: greatest_not_taken_off
# `exp` of 200 is too large for a float32: you divide infinity by infinity. Before `exp`, subtract
# the greatest number of the row from all of it.
def softmax(x):
    def kernel(rows, out):
        raised = jnp.exp(rows[...])
        out[...] = raised / raised.sum(axis=1, keepdims=True)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: greatest_of_the_block
# You subtracted the greatest of all eight rows from each. A row that lies far below it becomes all
# zeros, and then 0 is divided by 0. Subtract the greatest of the row: `axis=1`.
def softmax(x):
    def kernel(rows, out):
        raised = jnp.exp(rows[...] - rows[...].max())
        out[...] = raised / raised.sum(axis=1, keepdims=True)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: sum_of_the_block
# You divided by the sum of all eight rows. Each row adds up to one: sum along `axis=1`.
def softmax(x):
    def kernel(rows, out):
        raised = jnp.exp(rows[...] - rows[...].max(axis=1, keepdims=True))
        out[...] = raised / raised.sum()

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: down_the_columns
# You went down the columns of a block, over eight rows that have nothing to do with one another.
# `axis=1` goes along a row.
def softmax(x):
    def kernel(rows, out):
        raised = jnp.exp(rows[...] - rows[...].max(axis=0))
        out[...] = raised / raised.sum(axis=0)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: not_divided
# The rows do not add up to one: divide by their sums.
def softmax(x):
    def kernel(rows, out):
        out[...] = jnp.exp(rows[...] - rows[...].max(axis=1, keepdims=True))

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% wrong: a_grid_of_eight
# Your grid has 8 steps whatever the number of rows. A block has 8 rows; the grid has as many steps
# as there are blocks: `len(x) // 8`.
#
# -        grid=(len(x) // 8,),
# +        grid=(8,),


# %% wrong: where_it_begins
# Your index map says in which row a block begins. It has to say the *number* of the block: `(i, 0)`
# and not `(8 * i, 0)`.
def softmax(x):
    def kernel(rows, out):
        out[...] = jax.nn.softmax(rows[...], axis=1)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (8 * i, 0))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x)  # fmt: skip


# %% right: the_library_inside
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
