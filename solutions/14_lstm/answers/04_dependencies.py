# %% wrong: sequential_additions
# `in_cell`: you added the `m` products one after another. A tree needs only `log2(m)` additions in
# a row.
#
# -in_cell = 1 + log2(stack.m) + 6
# +in_cell = 1 + stack.m + 6


# %% wrong: product_only
# `in_cell`: you counted only the product. The new `h` also depends on the addition of the
# token's part, a gate, `f * c + i * g`, `tanh`, and the multiplication by the output gate.
#
# -in_cell = 1 + log2(stack.m) + 6
# +in_cell = 1 + log2(stack.m)


# %% wrong: one_too_many
# `wave`: your value is too large by one. The first cell is both the first of its layer and the
# first of its time step. Count it once.
#
# -wave = stack.layers + stack.steps - 1
# +wave = stack.layers + stack.steps


# %% wrong: layers_start_together
# `wave`: you started all layers with the first token. A layer has no input until the layer below
# has returned its first `h`. Each layer starts one time step after the layer below.
#
# -wave = stack.layers + stack.steps - 1
# +wave = stack.steps


# %% wrong: no_wavefront
# `wave`: your value assumes that the layers run one after another. Cells `(1, 0)` and `(0, 1)` both
# wait for `(0, 0)`, but not for each other. Let these two cells run at the same time.
#
# -wave = stack.layers + stack.steps - 1
# +wave = stack.layers * stack.steps


# %% wrong: hoisted_product_forgotten
# `hoisted`: you left out one kernel. The product of all tokens runs before the first time step. Add
# this kernel.
#
# -hoisted = (stack.steps + 1) * stack.call
# +hoisted = stack.steps * stack.call


# %% wrong: four_products_per_token
# `eight`: you counted four products for each token. Each of the four gates has one product with the
# token and one with the state.
#
# -eight = 8 * stack.steps * stack.call
# +eight = 4 * stack.steps * stack.call


# %% wrong: the_whole_stack
# `eight` and `hoisted`: you gave the times of the whole stack. The task asks for the times of one
# layer.
#
# -eight = 8 * stack.steps * stack.call
# -hoisted = (stack.steps + 1) * stack.call
# +eight = 8 * stack.steps * stack.call * stack.layers
# +hoisted = (stack.steps + 1) * stack.call * stack.layers


# %% wrong: one_too_few
# `in_cell`: your value is too small by one. A sum of products starts with a multiplication, and `f
# * c + i * g` is two operations in a row: a multiplication and an addition.
#
# -in_cell = 1 + log2(stack.m) + 6
# +in_cell = log2(stack.m) + 6


# %% wrong: sequential_gates
# `in_cell`: you computed the four gates one after another. The gates are independent. Count them as
# one operation.
#
# -in_cell = 1 + log2(stack.m) + 6
# +in_cell = 1 + log2(stack.m) + 9


# %% wrong: additions_only
# `in_cell`: you counted only the additions of the product. A multiplication comes before them. The
# addition of the token's part, a gate, `f * c + i * g`, `tanh`, and the multiplication by the
# output gate come after them.
#
# -in_cell = 1 + log2(stack.m) + 6
# +in_cell = log2(stack.m)


# %% right: counted
import jax
import jax.numpy as jnp
import manylanes


def step(u, state, before):
    h, c = state
    i, f, g, o = jnp.split(before + h @ u, 4)
    # Each gate counts as one operation, but `jax.nn.sigmoid` consists of four.
    c = jnp.tanh(f) * c + jnp.tanh(i) * jnp.tanh(g)
    return jnp.tanh(o) * jnp.tanh(c), c


row = jax.ShapeDtypeStruct((stack.m,), jnp.float32)
wide = jax.ShapeDtypeStruct((4 * stack.m,), jnp.float32)
weights = jax.ShapeDtypeStruct((stack.m, 4 * stack.m), jnp.float32)
in_cell = manylanes.cost(step, weights, (row, row), wide).span
begins = {(0, 0): 0}
for layer in range(stack.layers):
    for token in range(stack.steps):
        needs = [begins[at] for at in ((layer - 1, token), (layer, token - 1)) if at in begins]
        begins[layer, token] = max(needs, default=-1) + 1
in_order = len(begins)
wave = begins[stack.layers - 1, stack.steps - 1] + 1
eight = 8 * stack.steps * stack.call
hoisted = eight / 8 + stack.call
