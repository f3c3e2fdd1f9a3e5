# ---
# title: A layer in one kernel
# kind: program
# points: 2
# minutes: 25
# star: true
# hints:
#   - "It is the product of the task before, with one thing more: in the *last* step along the sum
#     the tile is complete. Which step is that?"
#   - "`b` gets a block of 8 numbers, the ones below the columns of the tile: `pl.BlockSpec((8,),
#     lambda i, j, step: (j,))`. In the kernel `bias[...]` is added to every row of the tile."
#   - "`@pl.when(pl.program_id(2) == k // 8 - 1)` above a function that does `out[...] =
#     gelu(out[...] + bias[...])`, below the line that adds the products."
# choices:
#   "k // 8": "`k` is a multiple of 8, so nothing is left over"
# ---

# %% [markdown]
# Write a whole layer, `gelu(x @ w + b)`, as one Pallas kernel that handles tiles of 8 by 8.
#
# A library that multiplies, then adds, then applies GELU writes the result three times and reads it
# twice. Here bias and GELU are applied to a tile while it is in cache (a *fused epilogue*). All
# sizes are multiples of 8. Pass `interpret=True`. GELU is `jax.nn.gelu`; the bias wants a
# `pl.BlockSpec` of one dimension. Rounding may differ. The check looks at the values, at the bytes
# that the blocks move, at the largest block that anything is computed on, and at the memory in use
# at once: do not keep the product in an array of its own.

# %% given
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def gelu(x):
    """Bends: near 0 for what is below zero, near `x` above."""
    return jax.nn.gelu(x)


# %% answer
def layer(x, w, b):
    """x: f32[m, k], w: f32[k, n], b: f32[n] -> f32[m, n]. Twenty to twenty-five lines."""
    ### BEGIN SOLUTION
    (m, k), n = x.shape, w.shape[1]

    def kernel(a, tile, bias, out):
        @pl.when(pl.program_id(2) == 0)
        def zero():
            out[...] = jnp.zeros_like(out)

        out[...] += a[...] @ tile[...]

        @pl.when(pl.program_id(2) == k // 8 - 1)
        def finish():
            out[...] = gelu(out[...] + bias[...])

    square = (8, 8)
    return pl.pallas_call(
        kernel,
        grid=(m // 8, n // 8, k // 8),
        in_specs=[
            pl.BlockSpec(square, lambda i, j, step: (i, step)),
            pl.BlockSpec(square, lambda i, j, step: (step, j)),
            pl.BlockSpec((8,), lambda i, j, step: (j,)),
        ],
        out_specs=pl.BlockSpec(square, lambda i, j, step: (i, j)),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        interpret=True,
    )(x, w, b)
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(x, w, b):
    y = x @ w + b
    return 0.5 * y * (1 + np.tanh((2 / np.pi) ** 0.5 * (y + 0.044715 * y**3)))


check(
    layer,
    spec=in_numpy,
    given="x: f32[8*m, 8*k] in -1.0..1.0, w: f32[8*k, 8*n] in -1.0..1.0, b: f32[8*n] in -1.0..1.0, "
    "m in 1..3, k in 1..3, n in 1..3",
    # A product that is kept on its own shows where the result is large beside `x` and `w`; a grid
    # of 8 by 8, as a tile is, where it has more tiles.
    budget=Budget(work=2, bytes=1.25, peak=1.1, block=1, at={"m": 9, "k": 2, "n": 9}),
)
