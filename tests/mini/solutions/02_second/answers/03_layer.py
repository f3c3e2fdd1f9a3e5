# %% wrong: mean_over_batch
# You took the mean over the batch; the sum was asked for.
def layer_gradient(params, x):
    return jax.grad(lambda p: jnp.mean(jnp.sum(x @ p["w"] + p["b"], axis=1)))(params)


# %% right: by_hand
def layer_gradient(params, x):
    w = jnp.broadcast_to(x.sum(0)[:, None], params["w"].shape)
    return {"w": w, "b": jnp.full_like(params["b"], x.shape[0])}
