# %% wrong: forget_and_input_swapped
# You swapped the forget gate and the input gate. The order in `z` is input, forget, candidate,
# output, and the forget gate multiplies the old `c`.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    f, i, g, o = jnp.split(z, 4, axis=-1)


# %% wrong: candidate_last
# You swapped the candidate and the output gate. Some libraries use a different order, and the
# weights do not show which one. In this task, the order in `z` is input, forget, candidate, output.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    i, f, o, g = jnp.split(z, 4, axis=-1)


# %% wrong: h_from_old_c
# Your `h` uses the *old* `c`. The output of a time step depends on its token through the new `c`.
# Use the new `c` in `s(o) * tanh(c)`.
#
# -    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# -    return jax.nn.sigmoid(o) * jnp.tanh(c), c
# +    new = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# +    return jax.nn.sigmoid(o) * jnp.tanh(c), new


# %% wrong: tanh_forgotten
# You left out the `tanh` of the new `c`. `c` may grow from step to step, but `h` stays between -1
# and 1. Use `s(o) * tanh(c)`.
#
# -    return jax.nn.sigmoid(o) * jnp.tanh(c), c
# +    return jax.nn.sigmoid(o) * c, c


# %% wrong: candidate_by_sigmoid
# You applied the sigmoid to the candidate. The candidate may be negative, so that a step can also
# decrease `c`. Use `tanh`.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# -    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# -    return jax.nn.sigmoid(o) * jnp.tanh(c), c
# +    i, f, g, o = jnp.split(jax.nn.sigmoid(z), 4, axis=-1)
# +    c = f * c + i * g
# +    return o * jnp.tanh(c), c


# %% wrong: split_along_batch
# You split `z` along its first axis, which is the default of `jnp.split`, so each part contains all
# gates of a few sequences. Split the *last* axis.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    i, f, g, o = jnp.split(z, 4)


# %% wrong: rows_unpacked
# `i, f, g, o = z` splits `z` into its rows, and a row contains all four gates of one sequence.
# Split the columns with `jnp.split(z, 4, axis=-1)`.
#
# -    z = x @ params["w"] + h @ params["u"] + params["b"]
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    i, f, g, o = x @ params["w"] + h @ params["u"] + params["b"]


# %% wrong: reshaped_across_batch
# Your `reshape` puts all four gates of the first sequences into the input gate, because it keeps
# the order of the values. A row of `z` contains the four gates of one sequence. Split the last
# axis.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    i, f, g, o = z.reshape(4, *h.shape)


# %% wrong: candidate_without_tanh
# You left out the `tanh` of the candidate. The `tanh` keeps the candidate between -1 and 1. Use
# `s(i) * tanh(g)`.
#
# -    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# +    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * g


# %% wrong: gates_without_sigmoid
# You left out the sigmoid, which maps each gate to a value between 0 (closed) and 1 (open). Apply
# the sigmoid to `i`, `f` and `o`.
#
# -    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# -    return jax.nn.sigmoid(o) * jnp.tanh(c), c
# +    c = f * c + i * jnp.tanh(g)
# +    return o * jnp.tanh(c), c


# %% wrong: bias_forgotten
# You left out the bias. Add `b` to the two products.
#
# -    z = x @ params["w"] + h @ params["u"] + params["b"]
# +    z = x @ params["w"] + h @ params["u"]


# %% wrong: results_swapped
# Your values are right, but their order is wrong. Return `h` first and then `c`.
#
# -    return jax.nn.sigmoid(o) * jnp.tanh(c), c
# +    return c, jax.nn.sigmoid(o) * jnp.tanh(c)


# %% right: eight_products
def cell(params, state, x):
    h, c = state
    m = c.shape[1]

    def gate(k):
        at = slice(k * m, (k + 1) * m)
        return x @ params["w"][:, at] + h @ params["u"][:, at] + params["b"][at]

    i, f, o = (jax.nn.sigmoid(gate(k)) for k in (0, 1, 3))
    c = f * c + i * jnp.tanh(gate(2))
    return o * jnp.tanh(c), c


# %% right: token_and_state_concatenated
def cell(params, state, x):
    h, c = state
    both = jnp.concatenate([x, h], axis=1)
    z = both @ jnp.concatenate([params["w"], params["u"]]) + params["b"]
    i, f, g, o = z.reshape(len(x), 4, -1).swapaxes(0, 1)
    c = c / (1 + jnp.exp(-f)) + jnp.tanh(g) / (1 + jnp.exp(-i))
    return jnp.tanh(c) / (1 + jnp.exp(-o)), c


# %% right: one_sequence_by_vmap
def cell(params, state, x):
    def one(h, c, x):
        i, f, g, o = jnp.split(x @ params["w"] + h @ params["u"] + params["b"], 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return jax.nn.sigmoid(o) * jnp.tanh(c), c

    return jax.vmap(one)(*state, x)
