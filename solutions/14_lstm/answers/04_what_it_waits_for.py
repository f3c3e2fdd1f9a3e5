# %% wrong: additions_in_a_row
# You added the `m` products up one after another. As a tree their additions take `log2(m)` steps.
in_cell = 1 + stack.m + 6
in_turn = stack.layers * stack.steps
wave = stack.layers + stack.steps - 1
eight = 8 * stack.steps * stack.call
outside = (stack.steps + 1) * stack.call


# %% wrong: product_alone
# `in_cell`: you gave only the product. The new `h` waits for more: the word's part, a gate, `f * c
# + i * g`, `tanh`, and the output gate.
from math import log2

in_cell = 1 + log2(stack.m)
in_turn = stack.layers * stack.steps
wave = stack.layers + stack.steps - 1
eight = 8 * stack.steps * stack.call
outside = (stack.steps + 1) * stack.call


# %% wrong: gates_in_a_row
# You let the four gates wait for one another. They are four functions of the same sums: side by
# side, one step.
from math import log2

in_cell = 1 + log2(stack.m) + 9
in_turn = stack.layers * stack.steps
wave = stack.layers + stack.steps - 1
eight = 8 * stack.steps * stack.call
outside = (stack.steps + 1) * stack.call


# %% wrong: one_too_many
# `wave` is one too many: the first cell is both the first of its layer and the first of its text.
from math import log2

in_cell = 1 + log2(stack.m) + 6
in_turn = stack.layers * stack.steps
wave = stack.layers + stack.steps
eight = 8 * stack.steps * stack.call
outside = (stack.steps + 1) * stack.call


# %% wrong: wave_is_a_layer
# You let all layers run side by side from the first word on. Layer 1 has nothing to read until
# layer 0 has shown its first `h`: each layer begins one moment after the one below.
from math import log2

in_cell = 1 + log2(stack.m) + 6
in_turn = stack.layers * stack.steps
wave = stack.steps
eight = 8 * stack.steps * stack.call
outside = (stack.steps + 1) * stack.call


# %% wrong: wave_gains_nothing
# Your wave takes as many cells in a row as the layers one after another. Cell `(1, 0)` and cell
# `(0, 1)` both wait for `(0, 0)` and not for each other: they run at the same time.
from math import log2

in_cell = 1 + log2(stack.m) + 6
in_turn = wave = stack.layers * stack.steps
eight = 8 * stack.steps * stack.call
outside = (stack.steps + 1) * stack.call


# %% wrong: the_first_for_nothing
# `outside` has one kernel more: the product of all words, before the first step.
from math import log2

in_cell = 1 + log2(stack.m) + 6
in_turn = stack.layers * stack.steps
wave = stack.layers + stack.steps - 1
eight = 8 * stack.steps * stack.call
outside = stack.steps * stack.call


# %% wrong: four_and_four
# You counted the gates and not the products: each of the four has one with the word and one with
# the state.
from math import log2

in_cell = 1 + log2(stack.m) + 6
in_turn = stack.layers * stack.steps
wave = stack.layers + stack.steps - 1
eight = 4 * stack.steps * stack.call
outside = (stack.steps + 1) * stack.call


# %% wrong: the_whole_stack
# Your times are those of the whole stack. They are asked for one layer.
from math import log2

in_cell = 1 + log2(stack.m) + 6
in_turn = stack.layers * stack.steps
wave = stack.layers + stack.steps - 1
eight = 8 * stack.steps * stack.call * stack.layers
outside = (stack.steps + 1) * stack.call * stack.layers


# %% wrong: additions_alone
# `in_cell` has the additions of the product alone. Before them comes a multiplication; after them
# the word's part, a gate, `f * c + i * g`, `tanh`, and the output gate.
#
# -in_cell = 1 + log2(stack.m) + 6
# +in_cell = log2(stack.m)

# %% wrong: a_step_short
# `in_cell` is one step short. A sum of products begins with a multiplication, and `f * c + i * g`
# is two steps: a multiplication and an addition.
#
# -in_cell = 1 + log2(stack.m) + 6
# +in_cell = log2(stack.m) + 6

# %% right: counted
import jax
import jax.numpy as jnp
import manylanes


def step(u, state, before):
    h, c = state
    i, f, g, o = jnp.split(before + h @ u, 4)
    # One step each, as the task says; `jax.nn.sigmoid` is written as four.
    c = jnp.tanh(f) * c + jnp.tanh(i) * jnp.tanh(g)
    return jnp.tanh(o) * jnp.tanh(c), c


row = jax.ShapeDtypeStruct((stack.m,), jnp.float32)
wide = jax.ShapeDtypeStruct((4 * stack.m,), jnp.float32)
weights = jax.ShapeDtypeStruct((stack.m, 4 * stack.m), jnp.float32)
in_cell = manylanes.cost(step, weights, (row, row), wide).span
begins = {(0, 0): 0}
for layer in range(stack.layers):
    for word in range(stack.steps):
        needs = [begins[at] for at in ((layer - 1, word), (layer, word - 1)) if at in begins]
        begins[layer, word] = max(needs, default=-1) + 1
in_turn = len(begins)
wave = begins[stack.layers - 1, stack.steps - 1] + 1
eight = 8 * stack.steps * stack.call
outside = eight / 8 + stack.call
