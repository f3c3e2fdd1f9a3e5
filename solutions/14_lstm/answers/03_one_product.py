# %% wrong: unchanged
# Your values are right, but you compute eight products in each time step. Four of them share the
# factor `x` and need no state, and the other four share the factor `h`. Fuse each group of four
# into one product.
def one_product(params, xs):
    return eight_products(params, xs)


# %% wrong: input_projection_in_loop
# Your values are right, but you compute two products in each time step. The product with the tokens
# needs no state. Compute this product for all tokens before the loop.
#
# -    def step(state, z):
# +    def step(state, x):
# -        h, c = lstm_cell(*jnp.split(z + h @ u, 4, axis=1), c)
# +        h, c = lstm_cell(*jnp.split(x @ w + h @ u + params["b"].reshape(-1), 4, axis=1), c)
# -    before = xs @ w + params["b"].reshape(-1)
# -    return jax.lax.scan(step, (zeros, zeros), before)[1]
# +    return jax.lax.scan(step, (zeros, zeros), xs)[1]


# %% wrong: gate_by_gate
# Your values are right, and you process the tokens before the loop. However, each time step
# multiplies `h` by four matrices separately. Concatenate the matrices, multiply once, and split the
# result.
#
# -        h, c = lstm_cell(*jnp.split(z + h @ u, 4, axis=1), c)
# +        z = jnp.split(z, 4, axis=1)
# +        h, c = lstm_cell(*(z[k] + h @ params["u"][k] for k in range(4)), c)


# %% wrong: gates_interleaved
# Your gates are mixed, because `reshape` keeps the order of the values in memory. Concatenate the
# whole gates with `jnp.concatenate(params["w"], axis=1)`.
#
# -    w = jnp.concatenate(params["w"], axis=1)
# -    u = jnp.concatenate(params["u"], axis=1)
# +    d, m = params["w"].shape[1:]
# +    w, u = params["w"].reshape(d, 4 * m), params["u"].reshape(m, 4 * m)


# %% wrong: token_and_state_concatenated
# Your values are right, with one product of token and state in each time step. However, every step
# loads the weights for the tokens again, although no token waits for a state. Compute the product
# of all tokens before the loop, which loads these weights once.
def one_product(params, xs):
    both = jnp.concatenate([*params["w"]], axis=1), jnp.concatenate([*params["u"]], axis=1)
    weights = jnp.concatenate(both)

    def step(state, x):
        h, c = state
        z = jnp.concatenate([x, h], axis=1) @ weights + params["b"].reshape(-1)
        h, c = lstm_cell(*jnp.split(z, 4, axis=1), c)
        return (h, c), h

    zeros = jnp.zeros((xs.shape[1], params["b"].shape[1]))
    return jax.lax.scan(step, (zeros, zeros), xs)[1]


# %% wrong: concatenated_in_loop
# Your values are right, with one product in each time step. However, every step concatenates the
# four matrices again, although they never change. Concatenate them once before the loop.
#
# -        h, c = state
# +        h, c = state
# +        u = jnp.concatenate([params["u"][k] for k in range(4)], axis=1)


# %% wrong: one_token_at_a_time_before_loop
# Your values are right, but a loop multiplies one token after another. The tokens are independent.
# Before the main loop, `xs @ w` multiplies all of them in one product.
#
# -    before = xs @ w + params["b"].reshape(-1)
# +    before = jax.lax.map(lambda x: x @ w + params["b"].reshape(-1), xs)


# %% wrong: input_projection_per_gate
# Your values are right, with one product in each time step. However, four products before the loop
# process the tokens, one for each gate. These products share the factor `xs`, so concatenate their
# matrices, too.
#
# -    before = xs @ w + params["b"].reshape(-1)
# +    before = jnp.concatenate([xs @ one for one in params["w"]], axis=2) + params["b"].reshape(-1)


# %% wrong: one_sequence_at_a_time
# Your values are right, but a loop processes one sequence after another, with a product for each
# sequence in every time step. The sequences are independent. Use a state with one row for each
# sequence, so that one product processes all of them.
#
# -        h, c = lstm_cell(*jnp.split(z + h @ u, 4, axis=1), c)
# +        h, c = lstm_cell(*jnp.split(z + h @ u, 4, axis=-1), c)
# -    zeros = jnp.zeros((xs.shape[1], params["b"].shape[1]))
# -    before = xs @ w + params["b"].reshape(-1)
# -    return jax.lax.scan(step, (zeros, zeros), before)[1]
# +    def text(words):
# +        zeros = jnp.zeros(params["b"].shape[1])
# +        before = words @ w + params["b"].reshape(-1)
# +        return jax.lax.scan(step, (zeros, zeros), before)[1]
# +
# +    return jax.lax.map(text, xs.swapaxes(0, 1)).swapaxes(0, 1)


# %% wrong: output_before_candidate
# You swapped the candidate and the output gate. The order is input, forget, candidate, output.
#
# -        h, c = lstm_cell(*jnp.split(z + h @ u, 4, axis=1), c)
# +        i, f, o, g = jnp.split(z + h @ u, 4, axis=1)
# +        h, c = lstm_cell(i, f, g, o, c)


# %% wrong: bias_forgotten
# You left out the bias. Each gate adds its own row of `params["b"]` to the two products.
#
# -    before = xs @ w + params["b"].reshape(-1)
# +    before = xs @ w


# %% wrong: full_intermediate
# Your values are right, but for each sequence, you store the products of every weight and every
# state in a large array and then sum them. `h @ u` computes the same sums without storing the
# products.
#
# -    u = jnp.concatenate(params["u"], axis=1)
# +    u = params["u"]
# -        h, c = lstm_cell(*jnp.split(z + h @ u, 4, axis=1), c)
# +        sums = (h[None, :, :, None] * u[:, None]).sum(2)
# +        h, c = lstm_cell(*(part + one for part, one in zip(jnp.split(z, 4, axis=1), sums)), c)


# %% right: by_einsum
# -    w = jnp.concatenate(params["w"], axis=1)
# -    u = jnp.concatenate(params["u"], axis=1)
# +    before = jnp.einsum("tnd,kdm->tknm", xs, params["w"]) + params["b"][:, None]
# -        h, c = lstm_cell(*jnp.split(z + h @ u, 4, axis=1), c)
# +        h, c = lstm_cell(*(z + jnp.einsum("nm,kmj->knj", h, params["u"])), c)
# -    before = xs @ w + params["b"].reshape(-1)


# %% right: rows_of_all_sequences
def one_product(params, xs):
    t, n, d = xs.shape
    m = params["b"].shape[1]
    w = params["w"].swapaxes(0, 1).reshape(d, 4 * m)
    u = params["u"].swapaxes(0, 1).reshape(m, 4 * m)
    before = (xs.reshape(t * n, d) @ w).reshape(t, n, 4 * m)

    def step(state, z):
        h, c = state
        z = (z + h @ u).reshape(n, 4, m) + params["b"]
        h, c = lstm_cell(*z.swapaxes(0, 1), c)
        return (h, c), h

    return jax.lax.scan(step, (jnp.zeros((n, m)),) * 2, before)[1]


# %% right: unrolled
def one_product(params, xs):
    u = jnp.concatenate(params["u"], axis=1)
    before = xs @ jnp.concatenate(params["w"], axis=1) + params["b"].reshape(-1)
    h = c = jnp.zeros((xs.shape[1], params["b"].shape[1]))
    every = []
    for z in before:
        h, c = lstm_cell(*jnp.split(z + h @ u, 4, axis=1), c)
        every.append(h)
    return jnp.stack(every)


# %% right: concatenated_from_list
# -    w = jnp.concatenate(params["w"], axis=1)
# -    u = jnp.concatenate(params["u"], axis=1)
# +    w = jnp.concatenate([params["w"][k] for k in range(4)], axis=-1)
# +    u = jnp.block([list(params["u"])])
