# ---
# title: A product in tiles
# kind: program
# points: 2
# minutes: 15
# hints:
#   - The grid has a place for each tile of the result, and for each step along the sum.
#   - The tile of the result is not zero when the first step begins.
#   - "`pl.when(pl.program_id(2) == 0)` runs a function in the first step alone."
# ---

# %% [markdown]
# Multiply with a Pallas kernel that handles tiles of 8 by 8.
#
# Pass `interpret=True`: the kernel is run block by block on any machine.

# %% given
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

TILE = 8


def over_tiles(kernel, x, y, tile=TILE):
    """Runs a kernel on (tile of x, tile of y, tile of the result), the sum's steps innermost."""
    (m, k), n = x.shape, y.shape[1]
    return pl.pallas_call(
        kernel,
        grid=(m // tile, n // tile, k // tile),
        in_specs=[
            pl.BlockSpec((tile, tile), lambda i, j, step: (i, step)),
            pl.BlockSpec((tile, tile), lambda i, j, step: (step, j)),
        ],
        out_specs=pl.BlockSpec((tile, tile), lambda i, j, step: (i, j)),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        interpret=True,
    )(x, y)


# %% answer
def tiled_product(x, y):
    """x: f32[m, k], y: f32[k, n] -> f32[m, n]; all sizes are multiples of 8."""
    ### BEGIN SOLUTION

    def kernel(a, b, out):
        @pl.when(pl.program_id(2) == 0)
        def zero():
            out[...] = jnp.zeros_like(out)

        out[...] += a[...] @ b[...]

    return over_tiles(kernel, x, y)
    ### END SOLUTION


# %% check
check(
    tiled_product,
    spec=lambda x, y: x @ y,
    given="x: f32[8*m, 8*k], y: f32[8*k, 8*n], m in 1..3, k in 1..3, n in 1..3",
    budget=Budget(bytes=1.2, block=1),
)
