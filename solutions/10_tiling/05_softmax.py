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
