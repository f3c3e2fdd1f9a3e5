# %% wrong: all_scores_at_once
# Your values are right, but a score for each pair of tokens is in memory. Process eight queries at
# a time, and compute their gradients before the next block.
def attention_backward(q, k, v, g):
    return jax.vjp(lambda q, k, v: attend(q, k, v, 0), q, k, v)[1](g)


# %% wrong: gradient_of_loop
# The forward pass works block by block, but you differentiate the whole loop, so the scores of
# every block are stored for the backward pass. Compute the gradients of a block inside the
# iteration.
def attention_backward(q, k, v, g):
    def blocks(q, k, v):
        eight = q.reshape(-1, 8, q.shape[1]), jnp.arange(0, len(q), 8)
        rows = jax.lax.map(lambda block: attend(block[0], k, v, block[1]), eight)
        return rows.reshape(len(q), -1)

    return jax.vjp(blocks, q, k, v)[1](g)


# %% wrong: gradients_stored
# Your values are right, but you keep the gradients of all keys and values for each block until the
# end. Add them to a running sum in the carry of a `scan`.
def attention_backward(q, k, v, g):
    def block(rows):
        q, g, first = rows
        return jax.vjp(lambda q, k, v: attend(q, k, v, first), q, k, v)[1](g)

    eight = q.reshape(-1, 8, q.shape[1]), g.reshape(-1, 8, g.shape[1]), jnp.arange(0, len(q), 8)
    of_q, of_k, of_v = jax.lax.map(block, eight)
    return of_q.reshape(q.shape), of_k.sum(axis=0), of_v.sum(axis=0)


# %% wrong: unrolled
# Your values are right, but Python unrolled the loop, so the gradients of every block stay in
# memory until they are added. Use the carry of a `jax.lax.scan`.
def attention_backward(q, k, v, g):
    of_q, of_k, of_v = [], 0, 0
    for first in range(0, len(q), 8):
        eight = q[first : first + 8]
        back = jax.vjp(lambda q, k, v, first=first: attend(q, k, v, first), eight, k, v)[1]
        one, keys, values = back(g[first : first + 8])
        of_q.append(one)
        of_k, of_v = of_k + keys, of_v + values
    return jnp.concatenate(of_q), of_k, of_v


# %% wrong: first_always_zero
# You passed 0 as `first` for every block, so the mask hides tokens that the queries may attend to.
# Pass the position where the block begins.
#
# -        _, back = jax.vjp(lambda q, k, v: attend(q, k, v, first), q, k, v)
# +        _, back = jax.vjp(lambda q, k, v: attend(q, k, v, 0), q, k, v)


# %% wrong: block_index_as_position
# You passed the number of the block to `attend`. `attend` expects the position of the block's first
# token: 0, 8, 16, ...
#
# -    eight = q.reshape(-1, 8, q.shape[1]), g.reshape(-1, 8, g.shape[1]), jnp.arange(0, len(q), 8)
# +    eight = q.reshape(-1, 8, q.shape[1]), g.reshape(-1, 8, g.shape[1]), jnp.arange(len(q) // 8)


# %% wrong: last_block_only
# You returned the gradients of `k` and `v` from the last block only. Every query contributes to
# these gradients. Sum them over the blocks.
#
# -        return (of_k + more_k, of_v + more_v), of_q
# +        return (more_k, more_v), of_q


# %% wrong: own_keys_only
# Your blocks attend only to their own eight keys. A token attends to itself and all earlier tokens.
# Pass the whole `k` and `v` to every block.
def attention_backward(q, k, v, g):
    def block(rows):
        q, k, v, g = rows
        return jax.vjp(lambda q, k, v: attend(q, k, v, 0), q, k, v)[1](g)

    grads = jax.lax.map(block, tuple(x.reshape(-1, 8, x.shape[1]) for x in (q, k, v, g)))
    return tuple(of.reshape(x.shape) for of, x in zip(grads, (q, k, v)))


# %% wrong: softmax_gradient_incomplete
# You left out a part of the softmax gradient: if one attention weight grows, the others in its row
# shrink. From each gradient, first subtract the row's sum of attention weight times gradient, or
# use `jax.vjp`.
def attention_backward(q, k, v, g):
    root = q.shape[1] ** 0.5

    def block(so_far, rows):
        of_k, of_v = so_far
        q, g, first = rows
        hidden = jnp.arange(len(k)) > (first + jnp.arange(8))[:, None]
        shares = jax.nn.softmax(jnp.where(hidden, -jnp.inf, q @ k.T / root))
        of_scores = shares * (g @ v.T) / root
        return (of_k + of_scores.T @ q, of_v + shares.T @ g), of_scores @ k

    blocks = q.reshape(-1, 8, q.shape[1]), g.reshape(-1, 8, g.shape[1])
    start = jnp.zeros_like(k), jnp.zeros_like(v)
    (of_k, of_v), of_q = jax.lax.scan(block, start, (*blocks, jnp.arange(0, len(q), 8)))
    return of_q.reshape(q.shape), of_k, of_v


# %% wrong: gradient_of_sum
# You computed the gradients of the sum of all elements. `g` contains the weight of each element.
# Pass `g` to the function that `jax.vjp` returns.
#
# -        of_q, more_k, more_v = back(g)
# +        of_q, more_k, more_v = back(jnp.ones_like(g))


# %% wrong: mean_for_sum
# You divided the gradients by the number of blocks. The gradient of a sum is the sum of the
# gradients. Do not divide the sum.
#
# -    return of_q.reshape(q.shape), of_k, of_v
# +    return of_q.reshape(q.shape), of_k * 8 / len(q), of_v * 8 / len(q)


# %% right: recomputed
def attention_backward(q, k, v, g):
    block = jax.checkpoint(attend)

    def whole(q, k, v):
        eight = q.reshape(-1, 8, q.shape[1]), jnp.arange(0, len(q), 8)
        seen = jax.lax.map(lambda rows: block(rows[0], k, v, rows[1]), eight)
        return seen.reshape(len(q), -1)

    return jax.vjp(whole, q, k, v)[1](g)


# %% right: by_hand
def attention_backward(q, k, v, g):
    root, n = q.shape[1] ** 0.5, len(q)

    def block(so_far, rows):
        q, g, places = rows
        may = jnp.arange(n) <= places[:, None]
        shares = jax.nn.softmax(jnp.where(may, q @ k.T / root, -jnp.inf))
        of_shares = g @ v.T
        mean = (shares * of_shares).sum(axis=1, keepdims=True)
        of_scores = shares * (of_shares - mean) / root
        of_k, of_v = so_far[0] + of_scores.T @ q, so_far[1] + shares.T @ g
        return (of_k, of_v), of_scores @ k

    eight = q.reshape(-1, 8, q.shape[1]), g.reshape(-1, 8, g.shape[1]), jnp.arange(n).reshape(-1, 8)
    start = jnp.zeros_like(k), jnp.zeros_like(v)
    (of_k, of_v), of_q = jax.lax.scan(block, start, eight)
    return of_q.reshape(q.shape), of_k, of_v


# %% right: by_slices
def attention_backward(q, k, v, g):
    def step(i, grads):
        of_q, of_k, of_v = grads
        rows = jax.lax.dynamic_slice_in_dim(q, 8 * i, 8)
        back = jax.vjp(lambda q, k, v: attend(q, k, v, 8 * i), rows, k, v)[1]
        more_q, more_k, more_v = back(jax.lax.dynamic_slice_in_dim(g, 8 * i, 8))
        of_q = jax.lax.dynamic_update_slice_in_dim(of_q, more_q, 8 * i, axis=0)
        return of_q, of_k + more_k, of_v + more_v

    start = jnp.zeros_like(q), jnp.zeros_like(k), jnp.zeros_like(v)
    return jax.lax.fori_loop(0, len(q) // 8, step, start)
