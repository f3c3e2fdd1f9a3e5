# ---
# title: "A first kernel: add in blocks"
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "The kernel sees one block of each array, as references: read all of a block with `a[...]`,
#     and write `out[...] = ...`. It returns nothing."
#   - "`pl.BlockSpec((16,), lambda i: (i,))`: a block has 16 numbers, and step `i` of the grid gets
#     block number `i`. Three arrays, the same spec. How many steps has the grid?"
#   - "`pl.pallas_call(kernel, grid=(len(x) // 16,), in_specs=[spec, spec], out_specs=spec,
#     out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), interpret=True)` is a function of `x` and
#     `y`."
# choices:
#   "call(x, y)": x + y is y + x
# ---

# %% [markdown]
# Add two arrays with a Pallas kernel that handles blocks of 16 numbers.
#
# `pl.pallas_call` takes the kernel, a grid, and a `pl.BlockSpec` for each array. The length is a
# multiple of 16. The check looks at the values, at the largest piece that is worked on at once, and
# at how many steps the grid has: each has its price. Pass `interpret=True`: the kernel is run block
# by block on any machine.

# %% given
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


# %% answer
def added(x, y):
    """x, y: f32[n], n a multiple of 16 -> f32[n]. Six to ten lines."""
    ### BEGIN SOLUTION

    def kernel(a, b, out):
        out[...] = a[...] + b[...]

    spec = pl.BlockSpec((16,), lambda i: (i,))
    call = pl.pallas_call(
        kernel,
        grid=(len(x) // 16,),
        in_specs=[spec, spec],
        out_specs=spec,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        interpret=True,
    )
    return call(x, y)
    ### END SOLUTION


# %% check
check(
    added,
    spec=lambda x, y: x + y,
    given="x: f32[16*n], y: f32[16*n], n in 1..16",
    # One step more than the twenty that it takes is 1.05. A grid of 16, as the block is long, ends
    # too early there.
    budget=Budget(work=1.03, block=1, at={"n": 20}),
)
