# %% wrong: three_products_per_layer
# `dense`: you counted three products for each layer. The first layer has only two, the forward
# product and the one for its own weights, because the gradients of the examples are not needed.
# Leave out the third product.
dense = 1
conv = sizes.side**2
embedding = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)


# %% wrong: last_layer_left_out
# `dense`: you left out a product of the *last* layer. The last layer has both backward products,
# for its own weights and for the layer before it. Only the first layer has no layer before it.
first = sizes.inputs * sizes.hidden
last = sizes.hidden * sizes.outputs
weights = first + sizes.hidden**2 + last
dense = (3 * weights - last) / (3 * weights)
conv = sizes.side**2
embedding = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)


# %% wrong: first_layer_skipped
# `dense`: you left out the whole first layer. The first layer has a forward product and a product
# for the gradients of its weights. Count two of its three products.
#
# -dense = (3 * weights - first) / (3 * weights)
# +dense = (weights - first) / weights


# %% wrong: backward_only
# `dense`: you divided the operations of the backward pass alone by the rule, which covers both
# passes. Add the forward product of each layer.
#
# -dense = (3 * weights - first) / (3 * weights)
# +dense = (2 * weights - first) / (3 * weights)


# %% wrong: window_counted_twice
# `conv`: you multiplied by the nine weights of a window. These weights are parameters, so the rule
# already counts them. Multiply only by the number of positions.
#
# -conv = sizes.side**2
# +conv = 9 * sizes.side**2


# %% wrong: one_row_of_positions
# `conv`: you counted the positions of one row. The window is applied at `side` rows of `side`
# positions. Count all of them.
#
# -conv = sizes.side**2
# +conv = sizes.side


# %% wrong: edge_skipped
# `conv`: you left out the positions at the edge. The image is padded with zeros there, and products
# with these zeros count as well.
#
# -conv = sizes.side**2
# +conv = (sizes.side - 2) ** 2


# %% wrong: table_lookup_counted
# `embedding`: you counted operations for the table. Looking up a row is not a product. Count the
# table only as parameters.
#
# -embedding = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)
# +embedding = 1.0


# %% wrong: input_gradients_forgotten
# `embedding`: you left out the gradients of the inputs of the layers. These inputs are rows of the
# table, which is trained as well, so their gradients are needed. Count all three products.
#
# -embedding = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)
# +embedding = 2 * sizes.layers / 3 / (sizes.layers + sizes.vocabulary * sizes.width)


# %% wrong: ratio_inverted
# All three values are inverted. Divide the true number of operations by the rule.
first = sizes.inputs * sizes.hidden
weights = first + sizes.hidden**2 + sizes.hidden * sizes.outputs
dense = (3 * weights) / (3 * weights - first)
conv = 1 / sizes.side**2
embedding = (sizes.layers + sizes.vocabulary * sizes.width) / sizes.layers


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
embedding = 6 * sizes.layers / (6 * (sizes.layers + sizes.vocabulary * sizes.width))
