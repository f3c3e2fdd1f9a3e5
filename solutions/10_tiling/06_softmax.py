# ---
# title: Softmax, eight rows at a time
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "A block has 8 whole rows, `(8, n)`; block `i` of the grid begins in row `8 * i`. Everything
#     that a row needs is then in the block."
#   - "`jnp.exp` of 200 does not fit into a float32. You may subtract the greatest number of a row
#     from all of it, and the result stays the same: `x - x.max(axis=1, keepdims=True)`."
#   - "In the kernel: `raised = jnp.exp(x - x.max(axis=1, keepdims=True))` with `x = rows[...]`, and
#     `out[...] = raised / raised.sum(axis=1, keepdims=True)`."
# choices:
#   "(i, 0)": a row is one block, and where the number lies behind it the interpreter takes the last
# ---

# %% [markdown]
# Write the softmax of every row of a matrix as a Pallas kernel that handles 8 rows at a time.
#
# The softmax of a row is `exp(x) / sum(exp(x))`: what is large becomes near one, and the row adds
# up to one. Attention does it with every row of its scores. The numbers go from -200 to 200, where
# `exp` alone is infinite. There are a multiple of 8 rows; a row may have a single number. Pass
# `interpret=True`. The check looks at the values, at the work, at the largest piece that is worked
# on at once, and at the steps that wait for one another: with fewer rows at a time there are more.

# %% given
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


# %% answer
def softmax(x):
    """x: f32[m, n], m a multiple of 8 -> f32[m, n]. Eight to twelve lines."""
    ### BEGIN SOLUTION

    def kernel(rows, out):
        x = rows[...]
        raised = jnp.exp(x - x.max(axis=1, keepdims=True))
        out[...] = raised / raised.sum(axis=1, keepdims=True)

    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    call = pl.pallas_call(
        kernel,
        grid=(len(x) // 8,),
        in_specs=[spec],
        out_specs=spec,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        interpret=True,
    )
    return call(x)
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(x):
    raised = np.exp(x - x.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


check(
    softmax,
    spec=in_numpy,
    given="x: f32[8*m, n] in -200.0..200.0, m in 1..6, n in 1..40",
    # Near 200 neighbours of float32 lie 1.5e-5 apart: what is taken off may be rounded so much.
    tolerance=1e-4,
    # Four rows at a time make twice the steps; another formula makes a few more in each. A grid of
    # 8, as a block has rows, ends too early at 10.
    budget=Budget(work=1.5, span=1.8, block=1, at={"m": 10, "n": 40}),
)


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
