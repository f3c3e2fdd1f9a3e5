# %% wrong: as_it_was
# Right, but with eight products in each step. Four share the factor `x`, four the factor `h`; and
# those with `x` do not wait for a state.
def one_product(params, xs):
    return eight_products(params, xs)


# %% wrong: words_in_the_loop
# Right, but with two products in each step. The one with the words needs no state: all of them can
# be done in one product before the loop, and the loop goes through what came out.
#
# -    def turn(state, z):
# +    def turn(state, x):
# -        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
# +        h, c = opened(*jnp.split(x @ w + h @ u + params["b"].reshape(-1), 4, axis=1), c)
# -    before = xs @ w + params["b"].reshape(-1)
# -    return jax.lax.scan(turn, (nothing, nothing), before)[1]
# +    return jax.lax.scan(turn, (nothing, nothing), xs)[1]


# %% wrong: gate_by_gate
# Right, and the words are done before the loop; but in each step `h` meets four matrices one by
# one. Put them side by side: one product, and its result is split.
#
# -        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
# +        z = jnp.split(z, 4, axis=1)
# +        h, c = opened(*(z[k] + h @ params["u"][k] for k in range(4)), c)


# %% wrong: word_beside_state
# Right, with one product in each step, of word and state in one long row. But the weights for the
# words are then fetched again in every step, although no word waits for a state. Before the loop
# they are fetched once for the whole text.
def one_product(params, xs):
    both = jnp.concatenate([*params["w"]], axis=1), jnp.concatenate([*params["u"]], axis=1)
    weights = jnp.concatenate(both)

    def turn(state, x):
        h, c = state
        z = jnp.concatenate([x, h], axis=1) @ weights + params["b"].reshape(-1)
        h, c = opened(*jnp.split(z, 4, axis=1), c)
        return (h, c), h

    nothing = jnp.zeros((xs.shape[1], params["b"].shape[1]))
    return jax.lax.scan(turn, (nothing, nothing), xs)[1]


# %% wrong: joined_in_each_step
# Right, with one product in each step. But the four matrices are put side by side again in every
# step, although they never change: join them once, before the loop.
#
# -        h, c = state
# +        h, c = state
# +        u = jnp.concatenate([params["u"][k] for k in range(4)], axis=1)


# %% wrong: sums_of_a_cube
# Right, but there is no product at all: every weight times every state is written down, a block for
# each text, and then summed up. `h @ u` is the same, and keeps none of it.
#
# -    u = jnp.concatenate(params["u"], axis=1)
# +    u = params["u"]
# -        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
# +        sums = (h[None, :, :, None] * u[:, None]).sum(2)
# +        h, c = opened(*(part + one for part, one in zip(jnp.split(z, 4, axis=1), sums)), c)


# %% wrong: word_by_word_before
# Right, but each word goes through its product in a turn of a loop. No word waits for another: in
# front of the loop `xs @ w` multiplies all of them at once.
#
# -    before = xs @ w + params["b"].reshape(-1)
# +    before = jax.lax.map(lambda x: x @ w + params["b"].reshape(-1), xs)


# %% wrong: gates_interleaved
# You mixed the gates: `reshape` mixes the numbers of the four gates. To put them side by side take
# `jnp.concatenate(params["w"], axis=1)`, one whole gate after another.
#
# -    w = jnp.concatenate(params["w"], axis=1)
# -    u = jnp.concatenate(params["u"], axis=1)
# +    d, m = params["w"].shape[1:]
# +    w, u = params["w"].reshape(d, 4 * m), params["u"].reshape(m, 4 * m)


# %% wrong: output_before_candidate
# You used the third part as the output gate and the fourth as the candidate. The order is input,
# forget, candidate, output.
#
# -        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
# +        i, f, o, g = jnp.split(z + h @ u, 4, axis=1)
# +        h, c = opened(i, f, g, o, c)


# %% wrong: text_by_text
# Right, but each text goes through a loop of its own, so that every word has a product for each
# text. No text waits for another: the state has a row for each, and one product serves all.
#
# -        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
# +        h, c = opened(*jnp.split(z + h @ u, 4, axis=-1), c)
# -    nothing = jnp.zeros((xs.shape[1], params["b"].shape[1]))
# -    before = xs @ w + params["b"].reshape(-1)
# -    return jax.lax.scan(turn, (nothing, nothing), before)[1]
# +    def text(words):
# +        nothing = jnp.zeros(params["b"].shape[1])
# +        before = words @ w + params["b"].reshape(-1)
# +        return jax.lax.scan(turn, (nothing, nothing), before)[1]
# +
# +    return jax.lax.map(text, xs.swapaxes(0, 1)).swapaxes(0, 1)


# %% wrong: words_gate_by_gate
# Right, and each step has its one product; but before the loop the words go through four, one for
# each gate. They share the factor `xs` as the gates share `h`: put those matrices side by side too.
#
# -    before = xs @ w + params["b"].reshape(-1)
# +    before = jnp.concatenate([xs @ one for one in params["w"]], axis=2) + params["b"].reshape(-1)


# %% wrong: state_too_early
# You moved both products before the loop, and there is no state there yet. Only the part of the
# words can be computed before the loop; `h @ u` is the chain itself.
#
# -        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
# +        h, c = opened(*jnp.split(z, 4, axis=1), c)


# %% wrong: bias_twice
# You added `b` before the loop and in it. Once is enough.
#
# -        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
# +        h, c = opened(*jnp.split(z + h @ u + params["b"].reshape(-1), 4, axis=1), c)


# %% wrong: bias_forgotten
# You left `b` out. Each gate adds its own row of `params["b"]` to the two products.
#
# -    before = xs @ w + params["b"].reshape(-1)
# +    before = xs @ w


# %% wrong: what_is_hidden
# You kept `c` of every step. Every `h` is asked for: what a cell shows.
#
# -        return (h, c), h
# +        return (h, c), c


# %% right: by_einsum
# -    w = jnp.concatenate(params["w"], axis=1)
# -    u = jnp.concatenate(params["u"], axis=1)
# +    before = jnp.einsum("tnd,kdm->tknm", xs, params["w"]) + params["b"][:, None]
# -        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
# +        h, c = opened(*(z + jnp.einsum("nm,kmj->knj", h, params["u"])), c)
# -    before = xs @ w + params["b"].reshape(-1)


# %% right: rows_of_all_texts
def one_product(params, xs):
    t, n, d = xs.shape
    m = params["b"].shape[1]
    w = params["w"].swapaxes(0, 1).reshape(d, 4 * m)
    u = params["u"].swapaxes(0, 1).reshape(m, 4 * m)
    before = (xs.reshape(t * n, d) @ w).reshape(t, n, 4 * m)

    def turn(state, z):
        h, c = state
        z = (z + h @ u).reshape(n, 4, m) + params["b"]
        h, c = opened(*z.swapaxes(0, 1), c)
        return (h, c), h

    return jax.lax.scan(turn, (jnp.zeros((n, m)),) * 2, before)[1]


# %% right: turns_written_out
def one_product(params, xs):
    u = jnp.concatenate(params["u"], axis=1)
    before = xs @ jnp.concatenate(params["w"], axis=1) + params["b"].reshape(-1)
    h = c = jnp.zeros((xs.shape[1], params["b"].shape[1]))
    every = []
    for z in before:
        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
        every.append(h)
    return jnp.stack(every)


# %% right: joined_by_list
# -    w = jnp.concatenate(params["w"], axis=1)
# -    u = jnp.concatenate(params["u"], axis=1)
# +    w = jnp.concatenate([params["w"][k] for k in range(4)], axis=-1)
# +    u = jnp.block([list(params["u"])])
