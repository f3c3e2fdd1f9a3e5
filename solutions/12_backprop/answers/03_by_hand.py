# %% wrong: handed_on_unmasked
# Your gradient of `x` did not pass through the `maximum`. Return `through @ w.T` instead of
# `g @ w.T`.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return x.T @ through, through.sum(axis=0), g @ w.T


# %% wrong: bias_before_the_maximum
# Your gradient of `b` did not pass through the `maximum`. The bias was added before it. Sum the
# masked gradient.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return x.T @ through, g.sum(axis=0), through @ w.T


# %% wrong: zero_passes
# You let the gradient pass where `y` is 0. There the `maximum` has replaced the value, so the
# layer's inputs have no influence. Test `y > 0`.
def backward(x, w, y, g):
    through = jnp.where(y >= 0, g, 0)
    return x.T @ through, through.sum(axis=0), through @ w.T


# %% wrong: negative_slopes_cut
# You replaced negative elements of `g` by 0. A gradient may be negative. The sign of `y`, the
# result of the forward pass, decides what passes.
def backward(x, w, y, g):
    through = jnp.maximum(g, 0)
    return x.T @ through, through.sum(axis=0), through @ w.T


# %% wrong: forward_without_b
# You tested whether `x @ w` is above 0, but the input of the `maximum` also contains `b`. Test
# `y > 0`.
def backward(x, w, y, g):
    through = jnp.where(x @ w > 0, g, 0)
    return x.T @ through, through.sum(axis=0), through @ w.T


# %% wrong: times_y
# You multiplied the gradient by `y`. The `maximum` passes a gradient unchanged or not at all. Test
# `y > 0`.
def backward(x, w, y, g):
    through = g * y
    return x.T @ through, through.sum(axis=0), through @ w.T


# %% wrong: bias_mean
# You took the mean over the examples for `b`. The same `b` was added to every row, so its gradient
# is the sum over the rows.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return x.T @ through, through.mean(axis=0), through @ w.T


# %% wrong: divided_by_the_examples
# You divided by the number of examples. If the loss is a mean, `g` already contains that division.
# Do not divide again.
#
# -    through = jnp.where(y > 0, g, 0)
# +    through = jnp.where(y > 0, g, 0) / len(x)


# %% wrong: turned_round
# Your gradient of `w` is transposed. It must have the shape of `w`. Compute `x.T @ ...`.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return through.T @ x, through.sum(axis=0), through @ w.T


# %% wrong: another_order
# Your gradients are right, but in the wrong order. Return those of `w`, `b` and `x`, in this order.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return through @ w.T, x.T @ through, through.sum(axis=0)


# %% wrong: each_example
# The values are right, but you store a matrix of gradients for each example before you add. A
# matrix product adds them without storing them.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    each = x[:, :, None] * through[:, None, :]
    return each.sum(axis=0), through.sum(axis=0), through @ w.T


# %% wrong: one_row_at_a_time
# The values are right, but you process one example after another. No example depends on another,
# and `x.T @ through` adds over all of them at once.
def backward(x, w, y, g):
    def row(total, one):
        x, y, g = one
        through = jnp.where(y > 0, g, 0)
        return (total[0] + jnp.outer(x, through), total[1] + through), w @ through

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
    through = g * (y > 0)
    of_w = jnp.einsum("nd,nh->dh", x, through)
    return of_w, jnp.einsum("nh->h", through), jnp.einsum("nh,dh->nd", through, w)


# %% right: sign_as_gate
def backward(x, w, y, g):
    through = jnp.sign(y) * g
    return (through.T @ x).T, jnp.ones(len(x)) @ through, (w @ through.T).T


# %% right: bias_as_one_more_input
def backward(x, w, y, g):
    through = jnp.where(y == 0, 0, g)
    wide = jnp.concatenate([x, jnp.ones((len(x), 1))], axis=1)
    slopes = wide.T @ through
    return slopes[:-1], slopes[-1], through @ w.T
