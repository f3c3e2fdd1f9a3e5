# %% wrong: input_gradient_not_masked
# Your gradient of `x` did not pass through the `maximum`. Return `masked @ w.T` instead of
# `g @ w.T`.
def backward(x, w, y, g):
    masked = jnp.where(y > 0, g, 0)
    return x.T @ masked, masked.sum(axis=0), g @ w.T


# %% wrong: bias_gradient_not_masked
# Your gradient of `b` did not pass through the `maximum`. The bias was added before it. Sum the
# masked gradient.
def backward(x, w, y, g):
    masked = jnp.where(y > 0, g, 0)
    return x.T @ masked, g.sum(axis=0), masked @ w.T


# %% wrong: zero_not_masked
# You let the gradient pass where `y` is 0. There, the `maximum` has replaced the value, so the
# layer's inputs have no influence. Test `y > 0`.
def backward(x, w, y, g):
    masked = jnp.where(y >= 0, g, 0)
    return x.T @ masked, masked.sum(axis=0), masked @ w.T


# %% wrong: negative_gradients_clipped
# You replaced negative elements of `g` with 0. A gradient may be negative. The sign of `y`, the
# result of the forward pass, decides which gradients pass.
def backward(x, w, y, g):
    masked = jnp.maximum(g, 0)
    return x.T @ masked, masked.sum(axis=0), masked @ w.T


# %% wrong: bias_left_out_of_test
# You tested whether `x @ w` is above 0, but the input of the `maximum` also contains `b`. Test
# `y > 0`.
def backward(x, w, y, g):
    masked = jnp.where(x @ w > 0, g, 0)
    return x.T @ masked, masked.sum(axis=0), masked @ w.T


# %% wrong: multiplied_by_y
# You multiplied the gradient by `y`. The `maximum` passes each gradient either unchanged or not at
# all. Test `y > 0`.
def backward(x, w, y, g):
    masked = g * y
    return x.T @ masked, masked.sum(axis=0), masked @ w.T


# %% wrong: bias_mean
# Your gradient of `b` is the mean over the examples. The same `b` was added to every row, so its
# gradient is the sum over the rows.
def backward(x, w, y, g):
    masked = jnp.where(y > 0, g, 0)
    return x.T @ masked, masked.mean(axis=0), masked @ w.T


# %% wrong: divided_by_batch_size
# You divided by the number of examples. If the loss is a mean, `g` already includes that division.
# Do not divide again.
#
# -    masked = jnp.where(y > 0, g, 0)
# +    masked = jnp.where(y > 0, g, 0) / len(x)


# %% wrong: weight_gradient_transposed
# Your gradient of `w` is transposed. The gradient must have the shape of `w`. Compute `x.T @ ...`.
def backward(x, w, y, g):
    masked = jnp.where(y > 0, g, 0)
    return masked.T @ x, masked.sum(axis=0), masked @ w.T


# %% wrong: results_reordered
# Your gradients are right, but in the wrong order. Return those of `w`, `b` and `x`, in this order.
def backward(x, w, y, g):
    masked = jnp.where(y > 0, g, 0)
    return masked @ w.T, x.T @ masked, masked.sum(axis=0)


# %% wrong: per_example_gradients
# Your values are right, but you store a matrix of gradients for each example before you add them. A
# matrix product adds them without storing them.
def backward(x, w, y, g):
    masked = jnp.where(y > 0, g, 0)
    each = x[:, :, None] * masked[:, None, :]
    return each.sum(axis=0), masked.sum(axis=0), masked @ w.T


# %% wrong: one_row_at_a_time
# Your values are right, but you process one example after another. The examples are independent,
# and `x.T @ masked` sums over all of them.
def backward(x, w, y, g):
    def row(total, one):
        x, y, g = one
        masked = jnp.where(y > 0, g, 0)
        return (total[0] + jnp.outer(x, masked), total[1] + masked), w @ masked

    start = jnp.zeros_like(w), jnp.zeros(w.shape[1])
    (of_w, of_b), of_x = jax.lax.scan(row, start, (x, y, g))
    return of_w, of_b, of_x


# %% right: by_vjp
def backward(x, w, y, g):
    def before(w, b, x):
        return x @ w + b

    b = jnp.zeros(w.shape[1])
    return jax.vjp(before, w, b, x)[1](jnp.where(y > 0, g, 0))


# %% right: with_einsum
def backward(x, w, y, g):
    masked = g * (y > 0)
    of_w = jnp.einsum("nd,nh->dh", x, masked)
    return of_w, jnp.einsum("nh->h", masked), jnp.einsum("nh,dh->nd", masked, w)


# %% right: sign_as_gate
def backward(x, w, y, g):
    masked = jnp.sign(y) * g
    return (masked.T @ x).T, jnp.ones(len(x)) @ masked, (w @ masked.T).T


# %% right: bias_as_one_more_input
def backward(x, w, y, g):
    masked = jnp.where(y == 0, 0, g)
    wide = jnp.concatenate([x, jnp.ones((len(x), 1))], axis=1)
    slopes = wide.T @ masked
    return slopes[:-1], slopes[-1], masked @ w.T
