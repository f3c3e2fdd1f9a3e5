# %% wrong: three_times_forward
# Nearly: three times the forward pass is the rule of thumb, and it holds for deep networks. Here
# the first layer is much of the work, and it hands no slopes on: one of its products is left out.
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 6 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)

# %% wrong: twice_forward
# Nearly: you counted one product for each layer on the way back. The second layer makes two: slopes
# for its own weights, and slopes for the layer before it. (Or you let JAX count the slopes of a
# mere sum: for those it leaves the last product of the way forward out.)
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 4 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)

# %% wrong: backward_alone
# Nearly: that is only the way back. A step goes forward first.
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 2 * sizes.batch * sizes.hidden * (sizes.inputs + 2 * sizes.outputs)

# %% wrong: multiply_adds
# You counted each multiply-add as one FLOP: a multiply and an add are two.
forward = sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = sizes.batch * sizes.hidden * (2 * sizes.inputs + 3 * sizes.outputs)

# %% wrong: one_example
# Those are the FLOPs of one example. A step has `batch` of them.
forward = 2 * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 2 * sizes.hidden * (2 * sizes.inputs + 3 * sizes.outputs)

# %% wrong: the_other_layer_left_out
# `step`: you left out a product of the last layer. The *first* one hands no slopes on: no layer
# made its examples.
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 2 * sizes.batch * sizes.hidden * (3 * sizes.inputs + 2 * sizes.outputs)

# %% wrong: first_layer_not_trained
# `step`: on the way back you left the first layer out. It hands no slopes on, but it wants slopes
# of its own weights: one product of two.
forward = 2 * sizes.batch * sizes.hidden * (sizes.inputs + sizes.outputs)
step = 2 * sizes.batch * sizes.hidden * (sizes.inputs + 3 * sizes.outputs)

# %% wrong: one_product_of_both
# You multiplied all the sizes, as in one product with four loops. There are two products, one after
# the other: count each by itself, and add.
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
