# %% wrong: the_library
# Right, but it works on everything at once. Let a kernel go through blocks of 16: without a grid
# and block specs a kernel runs once, on everything.
def added(x, y):
    return x + y


# %% wrong: blocks_of_four
# Your blocks are smaller than 16, so the grid has more steps than it needs, and each has its price.
def added(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((4,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 4,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: blocks_of_eight
# Your blocks are half as long as they may be, so the grid has twice the steps, and each has its
# price.
def added(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((8,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: a_step_for_each_number
# Your grid has a step for each number. A step handles a block: there are `len(x) // 16` of them.
# The others give no error: a block beyond the end is moved back to the last one.
def added(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x),), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: one_step_too_many
# Your grid has one step more than there are blocks. There is no error: a block beyond the end is
# moved back to the last one, which is added twice.
def added(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16 + 1,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: a_grid_of_sixteen
# Your grid has 16 steps whatever the length. 16 is how long a block is; the grid has as many steps
# as there are blocks: `len(x) // 16`.
#
# -        grid=(len(x) // 16,),
# +        grid=(16,),


# %% wrong: where_it_begins
# Your index map says where a block begins. It has to say the *number* of the block: `(i,)` and not
# `(16 * i,)`. Beyond the end there is no error: the last block is taken.
def added(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (16 * i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: always_the_first
# Every step of yours gets the first block of `y`. The index map of each array says which block goes
# to step `i`.
def added(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec, first = pl.BlockSpec((16,), lambda i: (i,)), pl.BlockSpec((16,), lambda i: (0,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec, first], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: written_to_the_first
# Every step of yours writes into the first block of the result, over what the step before wrote.
# The others are never written.
def added(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec, first = pl.BlockSpec((16,), lambda i: (i,)), pl.BlockSpec((16,), lambda i: (0,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec, spec], out_specs=first, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: added_to_what_was_there
# `out[...] += ...` reads the result before anything has been written there. Write the sum:
# `out[...] = ...`.
def added(x, y):
    def kernel(a, b, out):
        out[...] += a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: one_number_of_a_block
# You wrote one number in each step. The kernel is handed a block, and the grid has chosen which:
# `out[...]` is all 16 numbers of it, and no number of the step is needed.
#
# -        out[...] = a[...] + b[...]
# +        i = pl.program_id(0)
# +        out[i] = a[i] + b[i]


# %% wrong: nothing_written
# `out = ...` only gives the name `out` to something else, and the result is never written. What is
# written goes into the reference: `out[...] = ...`.
def added(x, y):
    def kernel(a, b, out):
        out = a[...] + b[...]  # noqa: F841

    spec = pl.BlockSpec((16,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% right: as_rows
def added(x, y):
    def kernel(a, b, out):
        out[:] = jnp.add(a[:], b[:])

    rows = x.reshape(-1, 16)
    spec = pl.BlockSpec((1, 16), lambda i: (i, 0))
    call = pl.pallas_call(
        kernel,
        grid=rows.shape[0],
        in_specs=[spec] * 2,
        out_specs=spec,
        out_shape=jax.ShapeDtypeStruct(rows.shape, rows.dtype),
        interpret=True,
    )
    return call(rows, y.reshape(-1, 16)).reshape(-1)


# %% right: jitted_and_in_a_loop_inside
@jax.jit
def added(x, y):
    def kernel(a_ref, b_ref, out_ref):
        out_ref[pl.ds(0, 16)] = a_ref[pl.ds(0, 16)] + b_ref[pl.ds(0, 16)]

    specs = [pl.BlockSpec((16,), lambda i: i) for _ in range(2)]
    return pl.pallas_call(
        kernel, out_shape=x, grid=(x.size // 16,), in_specs=specs,
        out_specs=pl.BlockSpec((16,), lambda i: i), interpret=True,
    )(x, y)  # fmt: skip
