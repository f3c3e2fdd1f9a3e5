# %% wrong: masked_twice
# You let nothing pass back to `x` where `x` is 0 or less. This layer's maximum made `y`; the
# maximum of the layer before is not part of this task.
#
# -    return x.T @ through, through.sum(axis=0), through @ w.T
# +    return x.T @ through, through.sum(axis=0), jnp.where(x > 0, through @ w.T, 0)

# %% wrong: divided_by_the_examples
# You divided by the number of examples. `g` is the gradient of the error already, whatever mean the
# error took.
#
# -    through = jnp.where(y > 0, g, 0)
# +    through = jnp.where(y > 0, g, 0) / len(x)


# %% wrong: zero_passes
# You let gradients through where `y` is 0. There the `maximum` cut something off, and what is cut
# off has no influence.
def backward(x, w, y, g):
    through = jnp.where(y >= 0, g, 0)
    return x.T @ through, through.sum(axis=0), through @ w.T


# %% wrong: times_y
# You multiplied by `y`. The `maximum` passes a gradient whole or not at all: ask whether `y > 0`.
def backward(x, w, y, g):
    through = g * y
    return x.T @ through, through.sum(axis=0), through @ w.T


# %% wrong: negative_slopes_cut
# You cut `g` off at zero. What decides is `y`, the number that went forward; a gradient may well be
# negative.
def backward(x, w, y, g):
    through = jnp.maximum(g, 0)
    return x.T @ through, through.sum(axis=0), through @ w.T


# %% wrong: forward_without_b
# You asked whether `x @ w` is above zero. What went into the `maximum` had `b` in it, and `y` is
# what came out: ask whether `y > 0`.
def backward(x, w, y, g):
    through = jnp.where(x @ w > 0, g, 0)
    return x.T @ through, through.sum(axis=0), through @ w.T


# %% wrong: bias_before_the_maximum
# The gradients of `b` did not go through the `maximum`. It was added before it, so its gradients
# pass the same gate.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return x.T @ through, g.sum(axis=0), through @ w.T


# %% wrong: bias_mean
# The gradient of `b` is the sum over the examples, not their mean: the same `b` was added to every
# row.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return x.T @ through, through.mean(axis=0), through @ w.T


# %% wrong: handed_on_unmasked
# The gradients for `x` did not go through the `maximum`: hand `through @ w.T` on, not `g @ w.T`.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return x.T @ through, through.sum(axis=0), g @ w.T


# %% wrong: another_order
# Your gradients are right, but in another order: those for `w`, for `b`, for `x`.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return through @ w.T, x.T @ through, through.sum(axis=0)


# %% wrong: bias_forgotten
# You returned two results, and the task asks for three: `b` has gradients as well.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return x.T @ through, through @ w.T


# %% wrong: turned_round
# The gradients of `w` need the shape of `w`, and yours are transposed: take `x.T @ ...`.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    return through.T @ x, through.sum(axis=0), through @ w.T


# %% wrong: each_example
# Right, but you make a matrix of gradients for each example and then add. A product of matrices
# adds at once and writes none of them down.
def backward(x, w, y, g):
    through = jnp.where(y > 0, g, 0)
    each = x[:, :, None] * through[:, None, :]
    return each.sum(axis=0), through.sum(axis=0), through @ w.T


# %% wrong: one_row_at_a_time
# Right, but you take one example after another, though none waits for another. `x.T @ through` adds
# over the examples by itself.
def backward(x, w, y, g):
    def row(total, one):
        x, y, g = one
        through = jnp.where(y > 0, g, 0)
        return (total[0] + jnp.outer(x, through), total[1] + through), w @ through

    start = jnp.zeros_like(w), jnp.zeros(w.shape[1])
    (of_w, of_b), of_x = jax.lax.scan(row, start, (x, y, g))
    return of_w, of_b, of_x


# %% wrong: forward_again_without_b
# You went forward once more, and `b` was not there: other sums, and zero elsewhere. Where something
# passes stands in `y`: where it is above 0.
def backward(x, w, y, g):
    through, b = jax.vjp(lambda x, w: jnp.maximum(x @ w, 0), x, w)[1], jnp.zeros(w.shape[1])
    b = jax.vjp(lambda b: jnp.maximum(x @ w + b, 0), b)[1](g)[0]
    return through(g)[1], b, through(g)[0]


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
