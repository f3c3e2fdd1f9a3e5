# ---
# title: What does a training step cost?
# kind: value
# points: 2
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
