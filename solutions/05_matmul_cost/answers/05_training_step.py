# %% wrong: three_times_forward
# `step`: you multiplied the forward pass by three, a rule of thumb for deep networks. Here the
# first layer is a large part of the work, and it does not need the gradient of its input. Leave out
# the product for that gradient.
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 6 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)

# %% wrong: twice_forward
# `step`: you counted one backward product for each layer. The second layer computes two products,
# for its own weights and for the layer before it. (If JAX counted for you, your loss was a plain
# sum, and JAX left out the last forward product.)
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 4 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)

# %% wrong: backward_only
# `step`: you counted only the backward pass. Add the forward pass.
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 2 * sizes.batch * sizes.hidden * (sizes.inputs + 2 * sizes.outputs)

# %% wrong: multiply_adds
# You counted each multiply-add as one FLOP. Count a multiplication and an addition as two FLOPs.
forward = sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = sizes.batch * sizes.hidden * (2 * sizes.inputs + 3 * sizes.outputs)

# %% wrong: one_example
# You counted the FLOPs of one example. A step has `batch` examples.
forward = 2 * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 2 * sizes.hidden * (2 * sizes.inputs + 3 * sizes.outputs)

# %% wrong: last_layer_product_forgotten
# `step`: you left out a product of the last layer. The *first* layer does not need the gradient of
# its input, because no layer computed the examples. Leave out the product for that gradient
# instead.
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 2 * sizes.batch * sizes.hidden * (3 * sizes.inputs + 2 * sizes.outputs)

# %% wrong: first_layer_gradient_forgotten
# `step`: you left out the first layer in the backward pass. That layer does not need the gradient
# of its input, but it needs the gradient of its weights. Count one product for it.
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 2 * sizes.batch * sizes.hidden * (sizes.inputs + 3 * sizes.outputs)

# %% wrong: sizes_multiplied
# You multiplied all sizes, as in one product with four loops. There are two products, one after the
# other. Count the FLOPs of each and add them.
forward = 2 * sizes.batch * sizes.inputs * sizes.hidden * sizes.outputs
step = 6 * sizes.batch * sizes.inputs * sizes.hidden * sizes.outputs

# %% right: counted
import jax
import jax.numpy as jnp
import manylanes


def loss(weights, x):
    return jnp.sum(jnp.maximum(x @ weights[0], 0) @ weights[1])


w1 = jax.ShapeDtypeStruct((sizes.inputs, sizes.hidden), jnp.float32)
w2 = jax.ShapeDtypeStruct((sizes.hidden, sizes.outputs), jnp.float32)
x = jax.ShapeDtypeStruct((sizes.batch, sizes.inputs), jnp.float32)
forward = manylanes.cost(loss, [w1, w2], x).work
step = manylanes.cost(jax.value_and_grad(loss), [w1, w2], x).work
