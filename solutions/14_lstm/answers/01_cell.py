# %% wrong: forget_and_input_swapped
# You swapped the forget gate and the input gate. The order in `z` is input, forget, candidate,
# output; the forget gate multiplies the old `c`.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    f, i, g, o = jnp.split(z, 4, axis=-1)


# %% wrong: candidate_last
# You used the candidate as the output gate. The order in `z` is input, forget, candidate, output;
# some libraries have another, and the weights do not show which.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    i, f, o, g = jnp.split(z, 4, axis=-1)


# %% wrong: every_fourth
# You gave each gate every fourth number. The gates lie side by side, `m` numbers each:
# `jnp.split(z, 4, axis=-1)`.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    i, f, g, o = (z[:, gate::4] for gate in range(4))


# %% wrong: split_between_texts
# You split `z` along its first axis, as `jnp.split` does when it is not told which: each part then
# has all the gates of a few texts. Each gate is a part of the *last* axis, with all texts in it.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    i, f, g, o = jnp.split(z, 4)


# %% wrong: rows_for_gates
# `i, f, g, o = z` takes `z` apart row by row, and a row is a text with all of its gates. A gate is
# a part of every row.
def cell(params, state, x):
    h, c = state
    i, f, g, o = x @ params["w"] + h @ params["u"] + params["b"]
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c


# %% wrong: reshaped_across_texts
# `reshape` moves nothing: with the 4 in front, your input gate is all four gates of the first
# texts. A row of `z` holds four gates of one text.
#
# -    i, f, g, o = jnp.split(z, 4, axis=-1)
# +    i, f, g, o = z.reshape(4, *h.shape)


# %% wrong: old_state_shown
# Your `h` shows the *old* `c`. The new word counts already: `s(o) * tanh(c)` of the new one.
def cell(params, state, x):
    h, old = state
    z = x @ params["w"] + h @ params["u"] + params["b"]
    i, f, g, o = jnp.split(z, 4, axis=-1)
    c = jax.nn.sigmoid(f) * old + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(old), c


# %% wrong: tanh_forgotten
# You left out the `tanh` around the new `c`. `c` may grow from step to step; what is shown stays
# between -1 and 1.
#
# -    return jax.nn.sigmoid(o) * jnp.tanh(c), c
# +    return jax.nn.sigmoid(o) * c, c


# %% wrong: candidate_by_sigmoid
# Your candidate went through the sigmoid as well: then a cell could only ever be filled. The
# candidate takes `tanh`, which may be negative.
def cell(params, state, x):
    h, c = state
    z = x @ params["w"] + h @ params["u"] + params["b"]
    i, f, g, o = jnp.split(jax.nn.sigmoid(z), 4, axis=-1)
    c = f * c + i * g
    return o * jnp.tanh(c), c


# %% wrong: forgets_the_share_to_keep
# You kept `1 - s(f)` of the old `c`. Despite its name, the forget gate says how much is *kept*.
#
# -    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# +    c = jax.nn.sigmoid(-f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)


# %% wrong: word_alone
# Your gates look only at the word. They look at the last `h` as well: `h @ u`.
def cell(params, state, x):
    _, c = state
    z = x @ params["w"] + params["b"]
    i, f, g, o = jnp.split(z, 4, axis=-1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c


# %% wrong: bias_forgotten
# You left `b` out.
#
# -    z = x @ params["w"] + h @ params["u"] + params["b"]
# +    z = x @ params["w"] + h @ params["u"]


# %% wrong: state_the_wrong_way_round
# Your numbers are right, but in another order: give `h` first and then `c`, as they came.
#
# -    return jax.nn.sigmoid(o) * jnp.tanh(c), c
# +    return c, jax.nn.sigmoid(o) * jnp.tanh(c)


# %% wrong: state_taken_the_wrong_way_round
# You took the state apart the wrong way round: `h` comes first and then `c`, and it is `h` that
# goes through `u`.
#
# -    h, c = state
# +    c, h = state


# %% wrong: candidate_as_it_is
# You left out the `tanh` around the candidate. With it no step adds more than 1.
#
# -    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# +    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * g


# %% wrong: hidden_state_multiplied
# You multiplied `c` with `u`. The gates see what the cell shows, `h`; they do not see `c`.
#
# -    z = x @ params["w"] + h @ params["u"] + params["b"]
# +    z = x @ params["w"] + c @ params["u"] + params["b"]


# %% wrong: gates_as_they_are
# You left out the sigmoid. It makes each gate a number between 0 (closed) and 1 (open).
#
# -    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# -    return jax.nn.sigmoid(o) * jnp.tanh(c), c
# +    c = f * c + i * jnp.tanh(g)
# +    return o * jnp.tanh(c), c


# %% wrong: forget_gate_added
# You added the forget gate to `c`. It says which share of it stays: multiply.
#
# -    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
# +    c = jax.nn.sigmoid(f) + c + jax.nn.sigmoid(i) * jnp.tanh(g)


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


# %% right: word_and_state_side_by_side
def cell(params, state, x):
    h, c = state
    both = jnp.concatenate([x, h], axis=1)
    z = both @ jnp.concatenate([params["w"], params["u"]]) + params["b"]
    i, f, g, o = z.reshape(len(x), 4, -1).swapaxes(0, 1)
    c = c / (1 + jnp.exp(-f)) + jnp.tanh(g) / (1 + jnp.exp(-i))
    return jnp.tanh(c) / (1 + jnp.exp(-o)), c


# %% right: one_text_by_vmap
def cell(params, state, x):
    def one(h, c, x):
        i, f, g, o = jnp.split(x @ params["w"] + h @ params["u"] + params["b"], 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return jax.nn.sigmoid(o) * jnp.tanh(c), c

    return jax.vmap(one)(*state, x)
