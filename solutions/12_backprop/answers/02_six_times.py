# %% wrong: rule_is_exact
# `dense`: the rule gives each layer three products, and the first makes two: one forward, one for
# its own weights. The gradients of the examples are not needed.
dense = 1
conv = sizes.side**2
words = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)

# %% wrong: last_layer_left_out
# `dense`: you left a product of the *last* layer out. It makes both: gradients for its own weights
# and gradients to hand on. There is no layer before the first one.
first = sizes.inputs * sizes.hidden
last = sizes.hidden * sizes.outputs
weights = first + sizes.hidden**2 + last
dense = (3 * weights - last) / (3 * weights)
conv = sizes.side**2
words = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)

# %% wrong: first_layer_skipped
# `dense`: you left the whole first layer out. It goes forward, and it needs gradients of its own
# weights: two products of three.
#
# -dense = (3 * weights - first) / (3 * weights)
# +dense = (weights - first) / weights

# %% wrong: backward_alone
# `dense`: you divided only the backward pass by the rule for a whole step. Forward is a product a
# layer as well.
#
# -dense = (3 * weights - first) / (3 * weights)
# +dense = (2 * weights - first) / (3 * weights)

# %% wrong: nine_more
# `conv`: the nine weights of a window are parameters, each by itself. They are in the rule already;
# the rule does not know at how many places each is used.
#
# -conv = sizes.side**2
# +conv = 9 * sizes.side**2

# %% wrong: one_row_of_places
# `conv`: a picture has `side` rows of `side` places. The window stands at each of them.
#
# -conv = sizes.side**2
# +conv = sizes.side

# %% wrong: edge_left_out
# `conv`: you left the places at the edge out. The picture is continued with zeros there, and those
# are multiplied as well.
#
# -conv = sizes.side**2
# +conv = (sizes.side - 2) ** 2


# %% wrong: table_multiplied
# `words`: looking up a row is not a product, so the table does no operations. It only counts as
# parameters.
#
# -words = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)
# +words = 1.0

# %% wrong: upside_down
# All three are upside down: divide the true count by the rule.
first = sizes.inputs * sizes.hidden
weights = first + sizes.hidden**2 + sizes.hidden * sizes.outputs
dense = (3 * weights) / (3 * weights - first)
conv = 1 / sizes.side**2
words = (sizes.layers + sizes.vocabulary * sizes.width) / sizes.layers

# %% wrong: words_are_a_first_layer
# `words`: you left out the gradients of what goes into the layers. What goes in are rows of the
# table, and the table learns: its gradients are these.
#
# -words = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)
# +words = 2 * sizes.layers / 3 / (sizes.layers + sizes.vocabulary * sizes.width)

# %% right: counted
from itertools import pairwise

import jax
import jax.numpy as jnp
import manylanes


def net(ws, x):
    return jnp.sum(jnp.maximum(jnp.maximum(x @ ws[0], 0) @ ws[1], 0) @ ws[2])


edges = sizes.inputs, sizes.hidden, sizes.hidden, sizes.outputs
shapes = list(pairwise(edges))
arrays = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in shapes]
x = jax.ShapeDtypeStruct((64, sizes.inputs), jnp.float32)
work = manylanes.cost(jax.value_and_grad(net), arrays, x).work
dense = work / (6 * 64 * sum(a * b for a, b in shapes))
conv = sizes.side * sizes.side
words = 6 * sizes.layers / (6 * (sizes.layers + sizes.vocabulary * sizes.width))
