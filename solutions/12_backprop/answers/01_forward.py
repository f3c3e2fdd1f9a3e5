# %% wrong: row_by_row
# Right, but you take one example after another: each fetches all the weights again, and waits for
# the one before it. Rows side by side are a matrix, and one product does them all.
def scores(params, x):
    def one(row):
        hidden = jnp.maximum(row @ params["w1"] + params["b1"], 0)
        return hidden @ params["w2"] + params["b2"]

    return jax.lax.map(one, x)


# %% wrong: every_pair_written_down
# Right, but you write down a number for each example, input and neuron, and then add. A product of
# matrices adds at once and writes none of them down: `x @ w1`.
def scores(params, x):
    hidden = (x[:, :, None] * params["w1"]).sum(axis=1) + params["b1"]
    hidden = jnp.maximum(hidden, 0)
    return (hidden[:, :, None] * params["w2"]).sum(axis=1) + params["b2"]


# %% wrong: max_for_maximum
# `jnp.max` looks for the largest number along an axis. Each number by itself, or 0 where it is
# negative, gives `jnp.maximum`.
#
# -    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
# +    hidden = jnp.max(x @ params["w1"] + params["b1"], 0)


# %% wrong: no_maximum
# You left the `maximum` out. Without it two layers are one: a product of products is a product.
def scores(params, x):
    return (x @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]


# %% wrong: maximum_twice
# You cut the scores off at zero as well. The last layer has no `maximum`.
def scores(params, x):
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    return jnp.maximum(hidden @ params["w2"] + params["b2"], 0)


# %% wrong: shares_of_the_scores
# You made shares of the scores. Scores are asked for; a softmax belongs to the error.
def scores(params, x):
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    return jax.nn.softmax(hidden @ params["w2"] + params["b2"])


# %% wrong: added_too_late
# You added `b1` after the `maximum`. It belongs inside: it moves the place where a neuron starts.
def scores(params, x):
    hidden = jnp.maximum(x @ params["w1"], 0) + params["b1"]
    return hidden @ params["w2"] + params["b2"]


# %% wrong: first_bias_forgotten
# You left `b1` out.
def scores(params, x):
    return jnp.maximum(x @ params["w1"], 0) @ params["w2"] + params["b2"]


# %% wrong: last_bias_forgotten
# You left `b2` out.
def scores(params, x):
    return jnp.maximum(x @ params["w1"] + params["b1"], 0) @ params["w2"]


# %% wrong: biases_forgotten
# You left both biases out. Each layer adds its own, `b1` before the `maximum` and `b2` at the end.
def scores(params, x):
    return jnp.maximum(x @ params["w1"], 0) @ params["w2"]


# %% wrong: weights_first
# A matrix of `d` by `h` does not fit before one of `n` by `d`. The examples are rows, so they stand
# on the left: `x @ w1`.
def scores(params, x):
    hidden = jnp.maximum(params["w1"] @ x + params["b1"], 0)
    return params["w2"] @ hidden + params["b2"]


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
