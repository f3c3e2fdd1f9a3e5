# ---
# title: A layer and its gradient
# kind: program
# points: 2
# minutes: 8
# hints:
#   - "`jax.grad` takes a function to one number."
# ---

# %% [markdown]
# The gradient of the sum of the layer's outputs, as a tree like its parameters.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def layer_gradient(params, x):
    """params: {"w": f32[d, h], "b": f32[h]}, x: f32[n, d] -> a tree like params."""
    ### BEGIN SOLUTION
    return jax.grad(lambda p: jnp.sum(x @ p["w"] + p["b"]))(params)
    ### END SOLUTION


# %% check
check(layer_gradient, given="params: {w: f32[d, h], b: f32[h]}, x: f32[n, d]")
