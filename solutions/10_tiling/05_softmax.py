# ---
# title: Compute a softmax, eight rows at a time
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "A block has 8 whole rows, `(8, n)`, and block `i` of the grid begins in row `8 * i`. Then a
#     block contains everything that its rows need."
#   - "`jnp.exp` of 200 overflows float32. You may subtract the largest element of a row from all
#     elements of that row without changing the result: `x - x.max(axis=1, keepdims=True)`."
#   - "In the kernel, with `x = rows[...]`: `exps = jnp.exp(x - x.max(axis=1, keepdims=True))` and
#     `out[...] = exps / exps.sum(axis=1, keepdims=True)`."
# choices:
#   "(i, 0)": a row is one block, and the interpreter moves an index beyond the end back to it
# ---

# %% [markdown]
# Return the softmax of every row of the matrix `x`, computed by a Pallas kernel that processes 8
# rows at a time.
#
# The softmax of a row is `exp(x) / sum(exp(x))`, so the elements of a row add up to one. Attention
# applies it to each row of its scores.
#
# - The elements are between -200 and 200. `exp` of the largest ones is infinite in float32, but the
#   result must be finite and correct.
# - The number of rows is a multiple of 8.
# - A row may have a single element.
# - No operation may work on more than 8 rows.
# - For 80 rows of 40 elements, the work may be at most 24,060 operations, 1.5 times that of our
#   solution, and the span (longest chain of dependent operations) at most 270, 1.8 times that of
#   our solution. With fewer rows at a time, the span is too long.
# - Pass `interpret=True` to `pl.pallas_call`.

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
        exps = jnp.exp(x - x.max(axis=1, keepdims=True))
        out[...] = exps / exps.sum(axis=1, keepdims=True)

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
    exps = np.exp(x - x.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True)


def scores(draw):
    """Draw a matrix in which every fourth row has only elements whose `exp` is 0 in float32."""
    m, n = draw.each([(1, 3), (2, 3), (10, 40), (3, 1), (1, draw.int(2, 40)), (draw.int(2, 6), 9)])

    def lower(drawn):
        rows = np.arange(8 * m)[:, None]
        return np.where(rows % 4, drawn, -120 - 0.4 * abs(drawn))

    return (draw.array("f32", (8 * m, n), -200.0, 200.0, then=lower),)


check(
    softmax,
    spec=in_numpy,
    given=scores,
    # Near 200, float32 values are 1.5e-5 apart, so the difference may be rounded by that much.
    tolerance=1e-4,
    # Four rows at a time need twice the steps; another formula needs a few more in each. With 10
    # blocks, a grid of 8 steps (the rows of a block) is too short.
    budget=Budget(work=1.5, span=1.8, block=1),
)
