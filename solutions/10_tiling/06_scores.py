# ---
# title: Compute attention scores in a kernel
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "The grid has three axes: the block row, the block column, and the step along the sum. The
#     last axis changes fastest. Which tile of `x` and which tile of `y` does step `(i, j, step)`
#     need? Block row `j` of `y` gives block column `j` of the result."
#   - "For `x`, use `lambda i, j, step: (i, step)`. For `y`, use `lambda i, j, step: (j, step)`, and
#     transpose the tile in the kernel, `b[...].T`. For the result, use `(i, j)`: the same tile in
#     every step along the sum."
#   - "The tile of the result is not zero before the first step. `@pl.when(pl.program_id(2) == 0)`
#     above a function without arguments runs that function only in the first step: `out[...] =
#     jnp.zeros_like(out)`. Then `out[...] += a[...] @ b[...].T`."
# ---

# %% [markdown]
# Return `x @ y.T`, computed by a Pallas kernel that processes tiles of 8 by 8.
#
# This is the first step of attention: each row of `x` is a query, each row of `y` is a key, and
# each query is multiplied by each key. All sizes are multiples of 8.
#
# - No operation may work on more elements than a tile has (64).
# - For 24 by 24 matrices, the work may be at most 59,500 operations, twice that of our solution.
# - All operations of the kernel together may read and write at most 103,680 bytes for these
#   matrices, 1.25 times as many as in our solution.
# - Pass `interpret=True` to `pl.pallas_call`, so that the kernel runs on every machine.

# %% given
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


# %% answer
def scores(x, y):
    """x: f32[m, k], y: f32[n, k] -> f32[m, n]; multiples of 8. Fifteen to twenty lines."""
    ### BEGIN SOLUTION
    (m, k), n = x.shape, len(y)

    def kernel(a, b, out):
        @pl.when(pl.program_id(2) == 0)
        def zero():
            out[...] = jnp.zeros_like(out)

        out[...] += a[...] @ b[...].T

    square = (8, 8)
    return pl.pallas_call(
        kernel,
        grid=(m // 8, n // 8, k // 8),
        in_specs=[
            pl.BlockSpec(square, lambda i, j, step: (i, step)),
            pl.BlockSpec(square, lambda i, j, step: (j, step)),
        ],
        out_specs=pl.BlockSpec(square, lambda i, j, step: (i, j)),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        interpret=True,
    )(x, y)
    ### END SOLUTION


# %% check
check(
    scores,
    spec=lambda x, y: x @ y.T,
    given="x: f32[8*m, 8*k], y: f32[8*n, 8*k], m in 1..3, k in 1..3, n in 1..3",
    budget=Budget(work=2, bytes=1.25, block=1),
)
