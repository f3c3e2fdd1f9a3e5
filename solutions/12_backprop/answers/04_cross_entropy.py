# %% wrong: log_of_zero
# You took the logarithm of the result of `softmax`. A probability that is too small for float32 is
# 0, its logarithm is minus infinity, and the gradient is NaN. Use `jax.nn.log_softmax`, which does
# not compute the probability.
def softmax_gradients(params, x, labels):
    def loss(params):
        probs = jax.nn.softmax(x @ params["w"] + params["b"])
        return -jnp.log(jnp.take_along_axis(probs, labels[:, None], axis=1)).mean()

    return jax.grad(loss)(params)


# %% wrong: exp_overflows
# You computed `exp(score)` without subtracting the largest score of the row. `exp(200)` is infinite
# in float32, and infinity divided by infinity is NaN. Use `jax.nn.log_softmax`, which subtracts it.
def softmax_gradients(params, x, labels):
    def loss(params):
        powers = jnp.exp(x @ params["w"] + params["b"])
        probs = powers / powers.sum(axis=1, keepdims=True)
        return -jnp.log(jnp.take_along_axis(probs, labels[:, None], axis=1)).mean()

    return jax.grad(loss)(params)


# %% wrong: exp_overflows_by_hand
# You computed `exp(score)` without subtracting the largest score of the row. `exp(200)` is infinite
# in float32, so the probabilities are NaN. Use `jax.nn.softmax` or `log_softmax`, which subtract
# it.
def softmax_gradients(params, x, labels):
    powers = jnp.exp(x @ params["w"] + params["b"])
    delta = powers / powers.sum(axis=1, keepdims=True)
    delta = (delta - jax.nn.one_hot(labels, delta.shape[1])) / len(x)
    return {"w": x.T @ delta, "b": delta.sum(axis=0)}


# %% wrong: sum_for_mean
# You computed the gradients of the sum of the losses of the examples. The loss of the batch is the
# mean over its examples.
#
# -        return -right.mean()
# +        return -right.sum()


# %% wrong: bias_gradient_summed
# Your gradient of `w` is right, but that of `b` is a sum over the examples. The loss is the mean.
# Divide by the number of examples.
def softmax_gradients(params, x, labels):
    delta = jax.nn.softmax(x @ params["w"] + params["b"])
    delta -= jax.nn.one_hot(labels, delta.shape[1])
    return {"w": x.T @ delta / len(x), "b": delta.sum(axis=0)}


# %% wrong: vector_loss
# You returned a loss for each example, but `jax.grad` needs a function that returns a scalar. Take
# the mean.
#
# -        return -right.mean()
# +        return -right


# %% wrong: wrong_sign
# Your gradients have the wrong sign. The loss is *minus* the logarithm of the probability.
#
# -        return -right.mean()
# +        return right.mean()


# %% wrong: epsilon_added
# You added a small number before you took the logarithm. If a probability is smaller than that
# number, its gradient is lost, although the prediction is worst in that case. `jax.nn.log_softmax`
# needs no such addition.
def softmax_gradients(params, x, labels):
    def loss(params):
        probs = jax.nn.softmax(x @ params["w"] + params["b"])
        right = jnp.take_along_axis(probs, labels[:, None], axis=1)
        return -jnp.log(right + 1e-9).mean()

    return jax.grad(loss)(params)


# %% wrong: softmax_over_examples
# You took the softmax over the examples (`axis=0`). The probabilities of one example must add up to
# 1 over the classes. Take the softmax along the last axis.
def softmax_gradients(params, x, labels):
    def loss(params):
        log_probs = jax.nn.log_softmax(x @ params["w"] + params["b"], axis=0)
        return -jnp.take_along_axis(log_probs, labels[:, None], axis=1).mean()

    return jax.grad(loss)(params)


# %% wrong: bias_forgotten
# You left out `b` in the scores, so the gradients of `b` are all 0. Add `b` to the scores.
def softmax_gradients(params, x, labels):
    def loss(params):
        log_probs = jax.nn.log_softmax(x @ params["w"])
        return -jnp.take_along_axis(log_probs, labels[:, None], axis=1).mean()

    return jax.grad(loss)(params)


# %% wrong: map_over_the_examples
# Your values are right, but `jax.lax.map` computes the gradients of one example after another. Use
# `jax.vmap`, or compute the scores of the whole batch in one product.
def softmax_gradients(params, x, labels):
    def loss(params, row, label):
        return -jax.nn.log_softmax(row @ params["w"] + params["b"])[label]

    grads = jax.lax.map(lambda pair: jax.grad(loss)(params, *pair), (x, labels))
    return jax.tree.map(lambda grad: grad.mean(axis=0), grads)


# %% wrong: quadratic_work
# Your values are right, but for each example you compute the scores of the whole batch and use one
# row of them. Compute the scores once.
def softmax_gradients(params, x, labels):
    def loss(params, i):
        log_probs = jax.nn.log_softmax(x @ params["w"] + params["b"])
        return -log_probs[i, labels[i]]

    grads = jax.vmap(jax.grad(loss), in_axes=(None, 0))(params, jnp.arange(len(x)))
    return jax.tree.map(lambda grad: grad.mean(axis=0), grads)


# %% right: by_hand
def softmax_gradients(params, x, labels):
    probs = jax.nn.softmax(x @ params["w"] + params["b"])
    delta = (probs - jax.nn.one_hot(labels, probs.shape[1])) / len(x)
    return {"w": x.T @ delta, "b": delta.sum(axis=0)}


# %% right: with_logsumexp
def softmax_gradients(params, x, labels):
    def loss(params):
        scores = x @ params["w"] + params["b"]
        right = scores[jnp.arange(len(x)), labels]
        return (jax.nn.logsumexp(scores, axis=1) - right).mean()

    return jax.grad(loss)(params)


# %% right: maximum_subtracted
def softmax_gradients(params, x, labels):
    def loss(params):
        scores = x @ params["w"] + params["b"]
        scores = scores - scores.max(axis=1, keepdims=True)
        log_probs = scores - jnp.log(jnp.exp(scores).sum(axis=1, keepdims=True))
        return -(jax.nn.one_hot(labels, log_probs.shape[1]) * log_probs).sum() / len(x)

    return jax.grad(loss)(params)


# %% right: each_example_then_the_mean
def softmax_gradients(params, x, labels):
    def loss(params, row, label):
        return -jax.nn.log_softmax(row @ params["w"] + params["b"])[label]

    def mean(params):
        return jax.vmap(loss, in_axes=(None, 0, 0))(params, x, labels).mean()

    return jax.grad(mean)(params)
