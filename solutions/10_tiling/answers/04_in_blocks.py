# %% wrong: no_kernel
# Your values are right, but you add the whole arrays in one operation. Use a kernel with a grid and
# block specs; without them, a kernel runs once on the whole arrays.
def add_blocks(x, y):
    return x + y


# %% wrong: blocks_of_four
# Your blocks have 4 elements, so the grid has more steps than needed, and each step has overhead.
# Use blocks of 16.
def add_blocks(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((4,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 4,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: blocks_of_eight
# Your blocks have 8 elements, so the grid has twice as many steps as needed, and each step has
# overhead. Use blocks of 16.
def add_blocks(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((8,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 8,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: one_step_per_element
# Your grid has one step for each element, but a step processes a block of 16 elements. Use `len(x)
# // 16` steps. There is no error, because a block index beyond the end is moved back to the last
# block.
def add_blocks(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x),), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: one_step_too_many
# Your grid has one step more than there are blocks, so the last block is added twice. There is no
# error, because a block index beyond the end is moved back to the last block.
def add_blocks(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16 + 1,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: fixed_grid_16
# Your grid has 16 steps for every length. The length of a block is 16, but the grid needs one step
# for each block, `len(x) // 16`.
#
# -        grid=(len(x) // 16,),
# +        grid=(16,),


# %% wrong: element_index_for_block_index
# Your index map returns the element where a block begins. An index map must return the *index of
# the block*: `(i,)` instead of `(16 * i,)`. There is no error, because a block index beyond the end
# is moved back to the last block.
def add_blocks(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (16 * i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: first_block_read
# Every step reads the first block of `y`. The index map of each array must return the block for
# step `i`.
def add_blocks(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec, first = pl.BlockSpec((16,), lambda i: (i,)), pl.BlockSpec((16,), lambda i: (0,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec, first], out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: first_block_written
# Every step stores to the first block of the result and overwrites the previous step. No step
# stores to the other blocks. The index map of the result must return the block for step `i`.
def add_blocks(x, y):
    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec, first = pl.BlockSpec((16,), lambda i: (i,)), pl.BlockSpec((16,), lambda i: (0,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec, spec], out_specs=first, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: accumulated_into_output
# You used `out[...] += ...`, which reads the result before any value is stored in it. Store the sum
# with `out[...] = ...`.
def add_blocks(x, y):
    def kernel(a, b, out):
        out[...] += a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% wrong: one_element_per_block
# You stored one element in each step. The grid has already selected the block, and `out[...]`
# refers to all 16 elements of the block. You do not need the number of the step.
#
# -        out[...] = a[...] + b[...]
# +        i = pl.program_id(0)
# +        out[i] = a[i] + b[i]


# %% wrong: name_rebound
# You assigned to the name `out`, so no values are stored in the result. Store to the reference with
# `out[...] = ...`.
def add_blocks(x, y):
    def kernel(a, b, out):
        out = a[...] + b[...]  # noqa: F841

    spec = pl.BlockSpec((16,), lambda i: (i,))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(
        kernel, grid=(len(x) // 16,), in_specs=[spec] * 2, out_specs=spec, out_shape=shape,
        interpret=True,
    )(x, y)  # fmt: skip


# %% right: as_two_dimensions
def add_blocks(x, y):
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


# %% right: jitted_with_inner_loop
@jax.jit
def add_blocks(x, y):
    def kernel(a_ref, b_ref, out_ref):
        out_ref[pl.ds(0, 16)] = a_ref[pl.ds(0, 16)] + b_ref[pl.ds(0, 16)]

    specs = [pl.BlockSpec((16,), lambda i: i) for _ in range(2)]
    return pl.pallas_call(
        kernel, out_shape=x, grid=(x.size // 16,), in_specs=specs,
        out_specs=pl.BlockSpec((16,), lambda i: i), interpret=True,
    )(x, y)  # fmt: skip
