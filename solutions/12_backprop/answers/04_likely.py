# %% wrong: labels_from_one
# Your column is one too far to the left. Classes are counted from 0, so `labels[i]` is the column.
#
# -        right = jnp.take_along_axis(logs, labels[:, None], axis=1)
# +        right = jnp.take_along_axis(logs, labels[:, None] - 1, axis=1)


# %% wrong: exp_overflows
# You formed `exp(score)` itself. `exp(200)` is infinite in float32, and infinity divided by
# infinity is not a number (NaN). Subtract the row's largest score first, or use
# `jax.nn.log_softmax`, which does it.
def guess_slopes(params, x, labels):
    def error(params):
        powers = jnp.exp(x @ params["w"] + params["b"])
        shares = powers / powers.sum(axis=1, keepdims=True)
        return -jnp.log(jnp.take_along_axis(shares, labels[:, None], axis=1)).mean()

    return jax.grad(error)(params)


# %% wrong: exp_in_the_shares
# You formed `exp(score)` itself. `exp(200)` is infinite in float32, and shares that are made of it
# are not numbers (NaN). Subtract the row's largest score first, or use `jax.nn.softmax` or
# `log_softmax`, which do it.
def guess_slopes(params, x, labels):
    powers = jnp.exp(x @ params["w"] + params["b"])
    off = powers / powers.sum(axis=1, keepdims=True)
    off = (off - jax.nn.one_hot(labels, off.shape[1])) / len(x)
    return {"w": x.T @ off, "b": off.sum(axis=0)}


# %% wrong: log_of_zero
# You took the logarithm after `softmax`. A share that is too small for float32 is 0, its logarithm
# is minus infinity, and the gradient is NaN. `jax.nn.log_softmax` never forms the share.
def guess_slopes(params, x, labels):
    def error(params):
        shares = jax.nn.softmax(x @ params["w"] + params["b"])
        return -jnp.log(jnp.take_along_axis(shares, labels[:, None], axis=1)).mean()

    return jax.grad(error)(params)


# %% wrong: log_of_all_shares
# You took the logarithm after `softmax`. A share that is too small for float32 is 0, its logarithm
# is minus infinity, and the gradient is NaN. `jax.nn.log_softmax` never forms the share.
def guess_slopes(params, x, labels):
    def error(params):
        logs = jnp.log(jax.nn.softmax(x @ params["w"] + params["b"]))
        return -jnp.take_along_axis(logs, labels[:, None], axis=1).mean()

    return jax.grad(error)(params)


# %% wrong: a_little_added
# You added a small number before the logarithm. Where a share is smaller than that, its gradient is
# lost, and exactly there the guess is most wrong. `jax.nn.log_softmax` needs nothing added.
def guess_slopes(params, x, labels):
    def error(params):
        shares = jax.nn.softmax(x @ params["w"] + params["b"])
        right = jnp.take_along_axis(shares, labels[:, None], axis=1)
        return -jnp.log(right + 1e-9).mean()

    return jax.grad(error)(params)


# %% wrong: a_little_added_to_all
# You added a small number before the logarithm. Where a share is smaller than that number, its
# gradient is lost, although the guess is most wrong there. `jax.nn.log_softmax` needs nothing
# added.
def guess_slopes(params, x, labels):
    def error(params):
        logs = jnp.log(jax.nn.softmax(x @ params["w"] + params["b"]) + 1e-7)
        return -jnp.take_along_axis(logs, labels[:, None], axis=1).mean()

    return jax.grad(error)(params)


# %% wrong: the_sum
# These are the gradients of the sum of the errors. The error of a batch is the mean.
#
# -        return -right.mean()
# +        return -right.sum()


# %% wrong: bias_by_the_sum
# The gradients of `w` are right. Those of `b` are a sum over the examples: the error is the mean.
def guess_slopes(params, x, labels):
    off = jax.nn.softmax(x @ params["w"] + params["b"])
    off -= jax.nn.one_hot(labels, off.shape[1])
    return {"w": x.T @ off / len(x), "b": off.sum(axis=0)}


# %% wrong: wrong_sign
# Your gradients point the other way: the error is *minus* the logarithm.
#
# -        return -right.mean()
# +        return right.mean()


# %% wrong: shares_over_examples
# Your softmax runs over the examples (`axis=0`). The shares of one example must add up to 1 over
# the classes: use the last axis.
def guess_slopes(params, x, labels):
    def error(params):
        logs = jax.nn.log_softmax(x @ params["w"] + params["b"], axis=0)
        return -jnp.take_along_axis(logs, labels[:, None], axis=1).mean()

    return jax.grad(error)(params)


# %% wrong: shares_over_examples_by_hand
# Your softmax runs over the examples (`axis=0`). The shares of one example must add up to 1 over
# the classes: use the last axis.
def guess_slopes(params, x, labels):
    shares = jax.nn.softmax(x @ params["w"] + params["b"], axis=0)
    off = (shares - jax.nn.one_hot(labels, shares.shape[1])) / len(x)
    return {"w": x.T @ off, "b": off.sum(axis=0)}


# %% wrong: bias_forgotten
# `b` is missing from the scores, so nothing depends on it and its gradients are all 0.
def guess_slopes(params, x, labels):
    def error(params):
        logs = jax.nn.log_softmax(x @ params["w"])
        return -jnp.take_along_axis(logs, labels[:, None], axis=1).mean()

    return jax.grad(error)(params)


# %% wrong: with_the_error
# You returned the error as well. `jax.value_and_grad` gives both; only the gradients are asked for.
def guess_slopes(params, x, labels):
    def error(params):
        logs = jax.nn.log_softmax(x @ params["w"] + params["b"])
        return -jnp.take_along_axis(logs, labels[:, None], axis=1).mean()

    return jax.value_and_grad(error)(params)


# %% wrong: error_for_each
# `jax.grad` wants one number, and your error has one for each example: `.mean()`.
#
# -        return -right.mean()
# +        return -right


# %% wrong: map_over_the_examples
# The values are right, but `jax.lax.map` computes the gradients of one example after another. Use
# `jax.vmap`, or compute the scores of the whole batch in one product.
def guess_slopes(params, x, labels):
    def error(params, row, label):
        return -jax.nn.log_softmax(row @ params["w"] + params["b"])[label]

    slopes = jax.lax.map(lambda pair: jax.grad(error)(params, *pair), (x, labels))
    return jax.tree.map(lambda slope: slope.mean(axis=0), slopes)


# %% wrong: scan_over_the_examples
# The values are right, but your `scan` adds up the gradients of one example after another. Use
# `jax.vmap`, or compute the scores of the whole batch in one product.
def guess_slopes(params, x, labels):
    def error(params, row, label):
        return -jax.nn.log_softmax(row @ params["w"] + params["b"])[label] / len(x)

    def add(total, pair):
        return jax.tree.map(jnp.add, total, jax.grad(error)(params, *pair)), None

    return jax.lax.scan(add, jax.tree.map(jnp.zeros_like, params), (x, labels))[0]


# %% wrong: whole_batch_for_each_example
# The values are right, but for each example you compute the scores of the whole batch and use one
# row of them. Compute the scores once.
def guess_slopes(params, x, labels):
    def error(params, i):
        logs = jax.nn.log_softmax(x @ params["w"] + params["b"])
        return -logs[i, labels[i]]

    slopes = jax.vmap(jax.grad(error), in_axes=(None, 0))(params, jnp.arange(len(x)))
    return jax.tree.map(lambda slope: slope.mean(axis=0), slopes)


# %% right: by_hand
def guess_slopes(params, x, labels):
    shares = jax.nn.softmax(x @ params["w"] + params["b"])
    off = (shares - jax.nn.one_hot(labels, shares.shape[1])) / len(x)
    return {"w": x.T @ off, "b": off.sum(axis=0)}


# %% right: with_logsumexp
def guess_slopes(params, x, labels):
    def error(params):
        scores = x @ params["w"] + params["b"]
        right = scores[jnp.arange(len(x)), labels]
        return (jax.nn.logsumexp(scores, axis=1) - right).mean()

    return jax.grad(error)(params)


# %% right: largest_taken_off
def guess_slopes(params, x, labels):
    def error(params):
        scores = x @ params["w"] + params["b"]
        scores = scores - scores.max(axis=1, keepdims=True)
        logs = scores - jnp.log(jnp.exp(scores).sum(axis=1, keepdims=True))
        return -(jax.nn.one_hot(labels, logs.shape[1]) * logs).sum() / len(x)

    return jax.grad(error)(params)


# %% right: each_example_then_the_mean
def guess_slopes(params, x, labels):
    def error(params, row, label):
        return -jax.nn.log_softmax(row @ params["w"] + params["b"])[label]

    def mean(params):
        return jax.vmap(error, in_axes=(None, 0, 0))(params, x, labels).mean()

    return jax.grad(mean)(params)
