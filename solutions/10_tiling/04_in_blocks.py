# ---
# title: Add two arrays in blocks with a Pallas kernel
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "The kernel receives one block of each array, as references. Read a whole block with `a[...]`,
#     and store one with `out[...] = ...`. The kernel returns nothing."
#   - "`pl.BlockSpec((16,), lambda i: (i,))` means that a block has 16 elements and that step `i` of
#     the grid gets block `i`. All three arrays use the same spec. How many steps does the grid
#     have?"
#   - "`pl.pallas_call(kernel, grid=(len(x) // 16,), in_specs=[spec, spec], out_specs=spec,
#     out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), interpret=True)` returns a function of `x`
#     and `y`."
# choices:
#   "call(x, y)": x + y is y + x
# ---

# %% [markdown]
# Add the arrays `x` and `y` with a Pallas kernel that processes blocks of 16 elements, and return
# the sum.
#
# `pl.pallas_call(kernel, grid=..., in_specs=[...], out_specs=..., out_shape=...)` returns a
# function of the input arrays. `grid` is a tuple with the number of steps, `in_specs` has a
# `pl.BlockSpec` for each input, and `out_specs` is that of the result. The function calls the
# kernel once for each step, and the `pl.BlockSpec` of an array selects the block that a step gets.
# The kernel gets a reference for each input and for the result: `a[...]` reads a block, and
# `out[...] = ...` stores one. `pl.BlockSpec((16,), index_map)` takes the shape of a block and a
# function from the step to the index of its block, and `out_shape` is a `jax.ShapeDtypeStruct`.
#
# - The length is a multiple of 16.
# - No operation may work on more elements than a block has (16).
# - Each step has overhead, so make only as many steps as there are blocks. For 20 blocks, the work
#   may be at most 412 operations, 1.03 times that of our solution. One more step exceeds it.
# - Pass `interpret=True` to `pl.pallas_call`, which then runs the kernel block by block on any
#   machine.

# %% given
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


# %% answer
def add_blocks(x, y):
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
    add_blocks,
    spec=lambda x, y: x + y,
    given="x: f32[16*n], y: f32[16*n], n in 1..16",
    # One more than the 20 steps needed is 1.05 times the work. A grid of 16 steps (the length of a
    # block) is too short.
    budget=Budget(work=1.03, block=1, at={"n": 20}),
)
