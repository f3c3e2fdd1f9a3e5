# %% wrong: row_by_row
# Your values are right, but you process one example after another and load all weights again for
# each of them. Multiply the whole batch by the weights in one product.
def scores(params, x):
    def one(row):
        hidden = jnp.maximum(row @ params["w1"] + params["b1"], 0)
        return hidden @ params["w2"] + params["b2"]

    return jax.lax.map(one, x)


# %% wrong: no_maximum
# You left out the `maximum`. Without it, the two layers are equivalent to a single layer. Apply
# `maximum` after the first layer.
def scores(params, x):
    return (x @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]


# %% wrong: maximum_twice
# You applied the `maximum` to the scores as well, but scores may be negative. The last layer has no
# `maximum`.
def scores(params, x):
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    return jnp.maximum(hidden @ params["w2"] + params["b2"], 0)


# %% wrong: bias_after_maximum
# You added `b1` after the `maximum`. The bias shifts the threshold at which a neuron becomes
# active. Add `b1` before the `maximum`.
def scores(params, x):
    hidden = jnp.maximum(x @ params["w1"], 0) + params["b1"]
    return hidden @ params["w2"] + params["b2"]


# %% wrong: first_bias_forgotten
# You left out `b1`. Add it before the `maximum`.
def scores(params, x):
    return jnp.maximum(x @ params["w1"], 0) @ params["w2"] + params["b2"]


# %% wrong: last_bias_forgotten
# You left out `b2`. Add it to the scores.
def scores(params, x):
    return jnp.maximum(x @ params["w1"] + params["b1"], 0) @ params["w2"]


# %% wrong: biases_forgotten
# You left out both biases. Add `b1` before the `maximum` and `b2` to the scores.
def scores(params, x):
    return jnp.maximum(x @ params["w1"], 0) @ params["w2"]


# %% wrong: max_for_maximum
# You used `jnp.max`, which returns the largest value along an axis. To replace each negative
# element with 0, use `jnp.maximum`.
#
# -    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
# +    hidden = jnp.max(x @ params["w1"] + params["b1"], 0)


# %% wrong: weights_first
# Your operands are in the wrong order, so their shapes do not match. The examples are the rows of
# `x`, so `x` is on the left: `x @ w1`.
def scores(params, x):
    hidden = jnp.maximum(params["w1"] @ x + params["b1"], 0)
    return params["w2"] @ hidden + params["b2"]


# %% wrong: softmax_of_scores
# You applied a softmax to the scores. The task asks for the scores. The softmax is part of the
# loss.
def scores(params, x):
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    return jax.nn.softmax(hidden @ params["w2"] + params["b2"])


# %% wrong: full_intermediate
# Your values are right, but you store a value for each combination of example, input and neuron
# before you add these values. A matrix product adds them without storing them. Use `x @ w1`.
def scores(params, x):
    hidden = (x[:, :, None] * params["w1"]).sum(axis=1) + params["b1"]
    hidden = jnp.maximum(hidden, 0)
    return (hidden[:, :, None] * params["w2"]).sum(axis=1) + params["b2"]


# %% right: for_one_then_for_many
def scores(params, x):
    def one(row):
        hidden = jnp.maximum(jnp.dot(row, params["w1"]) + params["b1"], 0)
        return jnp.dot(hidden, params["w2"]) + params["b2"]

    return jax.vmap(one)(x)


# %% right: examples_in_columns
def scores(params, x):
    hidden = jnp.maximum(params["w1"].T @ x.T + params["b1"][:, None], 0)
    return (params["w2"].T @ hidden).T + params["b2"]


# %% right: bias_as_one_more_row
def scores(params, x):
    def layer(x, w, b):
        return jnp.hstack([x, jnp.ones((len(x), 1))]) @ jnp.vstack([w, b])

    return layer(jnp.maximum(layer(x, params["w1"], params["b1"]), 0), params["w2"], params["b2"])


# %% right: with_relu_and_einsum
def scores(params, x):
    hidden = jax.nn.relu(jnp.einsum("nd,dh->nh", x, params["w1"]) + params["b1"])
    return jnp.einsum("nh,hc->nc", hidden, params["w2"]) + params["b2"]
