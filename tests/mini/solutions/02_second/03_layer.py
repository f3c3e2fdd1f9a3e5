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


# %% wrong: mean_over_batch
# You took the mean over the batch; the sum was asked for.
def layer_gradient(params, x):
    return jax.grad(lambda p: jnp.mean(jnp.sum(x @ p["w"] + p["b"], axis=1)))(params)


# %% right: by_hand
def layer_gradient(params, x):
    w = jnp.broadcast_to(x.sum(0)[:, None], params["w"].shape)
    return {"w": w, "b": jnp.full_like(params["b"], x.shape[0])}
