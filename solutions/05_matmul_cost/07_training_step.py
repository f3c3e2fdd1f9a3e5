# ---
# title: What does a training step cost?
# kind: value
# points: 1
# minutes: 10
# hints:
#   - "Write down the products: two of them forward. Going back, which does each layer make?"
#   - "A layer of `k` by `n` weights takes `2 * batch * k * n` FLOPs forward, as much again for the
#     slopes of its weights, and as much again for the slopes of its inputs. Who needs the last?"
#   - "`2 * batch * (2 * inputs * hidden + 3 * hidden * outputs)`: nobody asks for the slopes of the
#     examples themselves. `manylanes.cost` of the `jax.grad` of a loss counts about the same."
# ---

# %% [markdown]
# Count the FLOPs of one training step of a network with two layers: forward, and forward with
# backward.
#
# The sizes are drawn for you. Forward: `batch` examples, the rows of `x`, go through `x @ w1`, a
# matrix of `inputs` by `hidden` weights, then through `w2`, `hidden` by `outputs`. To train is to
# ask for the slope of the error for each weight, and that goes through the same layers backwards. A
# layer that made `z = y @ w` is handed the slopes of `z`, as large as `z`, and makes two products
# of them: `y.T @ slopes` for its own weights, and `slopes @ w.T` for whoever made `y`. The first
# layer's `y` are the examples, and nobody wants to change those. JAX leaves that product out.
#
# Count products only: `forward` without the way back, `step` with it. (One digit in a hundred does
# not matter.)

# %% given
sizes = figures(
    "batch: 64 | 128 | 256, inputs: int in 600..900, hidden: int in 300..500, "
    "outputs: int in 200..300"
)
sizes

# %% answer
# Two numbers. The figures above are `sizes.batch`, `sizes.inputs` and so on.
### BEGIN SOLUTION
first = 2 * sizes.batch * sizes.inputs * sizes.hidden
second = 2 * sizes.batch * sizes.hidden * sizes.outputs
forward = first + second
step = 2 * first + 3 * second
### END SOLUTION

# %% check
check(forward=forward, step=step, tolerance=0.01)

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
