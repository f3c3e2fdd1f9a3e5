# ---
# title: Scores, a product in a kernel
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "The grid has three axes: the row of tiles, the column of tiles, and the step along the sum,
#     which comes last and so moves fastest. Which tile of `x` and which of `y` does step `(i, j,
#     step)` need? Row `j` of tiles of `y` makes column `j` of the result."
#   - "`x`: `lambda i, j, step: (i, step)`. `y`: `lambda i, j, step: (j, step)`, and in the kernel
#     its tile is transposed, `b[...].T`. The result: `(i, j)`, the same tile in every step along
#     the sum."
#   - "The tile of the result is not zero when the first step begins.
#     `@pl.when(pl.program_id(2) == 0)` above a function without arguments runs it only in the
#     first step: `out[...] = jnp.zeros_like(out)`. Then `out[...] += a[...] @ b[...].T`."
# ---

# %% [markdown]
# Compute `x @ y.T` with a Pallas kernel that handles tiles of 8 by 8.
#
# Attention begins like this: each row of `x` is a question, each row of `y` a key, and every
# question meets every key. All sizes are multiples of 8. Pass `interpret=True`. The check looks at
# the values, at the bytes that the blocks move, and at the largest piece that is worked on at once.

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
