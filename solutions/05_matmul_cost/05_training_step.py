# ---
# title: Count the FLOPs of a training step
# kind: value
# points: 2
# minutes: 10
# hints:
#   - "List the products: the forward pass has two. Which does each layer compute in the
#     backward pass?"
#   - "A layer of `k` by `n` weights takes `2 * batch * k * n` FLOPs forward, as much again for the
#     gradient of its weights, and as much again for the gradient of its inputs. Which layer
#     does not need the last?"
#   - "`2 * batch * (2 * inputs * hidden + 3 * hidden * outputs)`: the gradient of the
#     examples is not needed. `manylanes.cost` of the `jax.grad` of a loss counts about the same."
# ---

# %% [markdown]
# Count the FLOPs of a network with two layers: `forward` for the forward pass alone, and `step` for
# a training step, which is the forward pass and the backward pass.
#
# The forward pass multiplies `x`, which has `batch` rows (the examples) of `inputs` values, by
# `w1`, a matrix of `inputs` by `hidden` weights. It then multiplies the result by `w2`, a matrix of
# `hidden` by `outputs` weights.
#
# The backward pass computes the gradient of the loss for every weight. A layer that computed
# `z = y @ w` receives the gradient of `z`, which has the shape of `z`, and computes two products:
#
# - `y.T @ gradient`, the gradient of its weights,
# - `gradient @ w.T`, the gradient of `y`, for the layer that computed `y`. In the first layer, `y`
#   is `x`, whose gradient is not needed, so JAX does not compute this product.
#
# The sizes are drawn at random. Count matrix products only: a multiply and an add are 2 FLOPs. An
# error of one per cent does not matter.

# %% given
sizes = figures(
    "batch: 64 | 128 | 256, inputs: int in 600..900, hidden: int in 300..500, "
    "outputs: int in 200..300"
)
sizes

# %% answer
# Two values. The inputs above are `sizes.batch`, `sizes.inputs` and so on.
### BEGIN SOLUTION
first = 2 * sizes.batch * sizes.inputs * sizes.hidden
second = 2 * sizes.batch * sizes.hidden * sizes.outputs
forward = first + second
step = 2 * first + 3 * second
### END SOLUTION

# %% check
check(forward=forward, step=step, tolerance=0.01)
