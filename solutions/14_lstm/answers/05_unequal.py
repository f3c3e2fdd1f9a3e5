# %% wrong: padding_read
# You continued after the end of the shorter sequences, where the array contains only padding. Keep
# the state of a sequence once it has ended.
def last_states(params, xs, lengths):
    zeros = jnp.zeros((len(lengths), params["u"].shape[0]))
    return jax.lax.scan(lambda state, x: (hard_step(params, state, x), None), (zeros, zeros), xs)[0]


# %% wrong: one_token_too_many
# You process one token after the end of each sequence. Tokens are numbered from 0, so the last one
# has index `lengths - 1`. Compare with `<`.
#
# -        active = (at < lengths)[:, None]
# +        active = (at <= lengths)[:, None]


# %% wrong: one_token_too_few
# You skip the last token of each sequence. Token `t` belongs to a sequence if `t < length`.
#
# -        active = (at < lengths)[:, None]
# +        active = (at + 1 < lengths)[:, None]


# %% wrong: only_h_kept
# You kept `h` after the end of a sequence, but `c` still changes. The state consists of both. Keep
# `c`, too.
#
# -        return (jnp.where(active, h, state[0]), jnp.where(active, c, state[1])), None
# +        return (jnp.where(active, h, state[0]), c), None


# %% wrong: only_c_kept
# You kept `c` after the end of a sequence, but `h` still changes. The state consists of both. Keep
# `h`, too.
#
# -        return (jnp.where(active, h, state[0]), jnp.where(active, c, state[1])), None
# +        return (h, jnp.where(active, c, state[1])), None


# %% wrong: mask_inverted
# Your condition is inverted: a sequence keeps its old state while it has tokens, and its state
# changes once it has ended. `jnp.where` returns its second argument where the condition is true.
# Swap the two values.
#
# -        return (jnp.where(active, h, state[0]), jnp.where(active, c, state[1])), None
# +        return (jnp.where(active, state[0], h), jnp.where(active, state[1], c)), None


# %% wrong: padding_zeroed
# You replaced the padding with zeros and continued. A token of zeros still changes the state,
# because `b` and `h` enter the gates. Keep the state of a sequence once it has ended.
def last_states(params, xs, lengths):
    active = jnp.arange(len(xs))[:, None, None] < lengths[:, None]
    zeros = jnp.zeros((len(lengths), params["u"].shape[0]))
    return jax.lax.scan(
        lambda state, x: (hard_step(params, state, x), None),
        (zeros, zeros),
        jnp.where(active, xs, 0),
    )[0]


# %% wrong: state_zeroed_at_end
# You set the state of a sequence to zero once it has ended. Keep the state after its last token.
#
# -        return (jnp.where(active, h, state[0]), jnp.where(active, c, state[1])), None
# +        return (jnp.where(active, h, 0), jnp.where(active, c, 0)), None


# %% wrong: until_the_longest
# You continued all sequences until the end of the longest one. Each sequence has its own end.
# Compare with `lengths`.
#
# -        active = (at < lengths)[:, None]
# +        active = at < lengths.max()


# %% wrong: empty_sequence_index
# You selected the state at index `lengths - 1` afterwards. For an empty sequence, this index is -1,
# the last time step of the array. Return zeros for an empty sequence.
def last_states(params, xs, lengths):
    def step(state, x):
        state = hard_step(params, state, x)
        return state, state

    zeros = jnp.zeros((len(lengths), params["u"].shape[0]))
    _, (hs, cs) = jax.lax.scan(step, (zeros, zeros), xs)
    rows = jnp.arange(len(lengths))
    return hs[lengths - 1, rows], cs[lengths - 1, rows]


# %% wrong: scan_result_not_a_pair
# Your loop body returns only the new state, so `scan` takes `h` as the carry and `c` as the value
# to keep. Return the state as *one* value and `None` as the other: `(h, c), None`.
#
# -        return (jnp.where(active, h, state[0]), jnp.where(active, c, state[1])), None
# +        return jnp.where(active, h, state[0]), jnp.where(active, c, state[1])


# %% wrong: mask_as_a_row
# `at < lengths` has one value for each sequence, but it is broadcast over arrays of `n` by `m` as a
# row, one value for each column. Turn it into a column with `[:, None]`.
def last_states(params, xs, lengths):
    def step(state, now):
        at, x = now
        new = hard_step(params, state, x)
        return tuple(jnp.where(at < lengths, *both) for both in zip(new, state)), None

    zeros = jnp.zeros((len(lengths), params["u"].shape[0]))
    return jax.lax.scan(step, (zeros, zeros), (jnp.arange(len(xs)), xs))[0]


# %% right: selected_afterwards
def last_states(params, xs, lengths):
    def step(state, x):
        state = hard_step(params, state, x)
        return state, state

    zeros = jnp.zeros((len(lengths), params["u"].shape[0]))
    every = jax.lax.scan(step, (zeros, zeros), xs)[1]
    rows = jnp.arange(len(lengths))
    return tuple(
        jnp.where(lengths[:, None] > 0, one[jnp.maximum(lengths, 1) - 1, rows], 0) for one in every
    )


# %% right: arithmetic_mask
def last_states(params, xs, lengths):
    active = (jnp.arange(len(xs))[:, None] < lengths).astype(xs.dtype)[..., None]
    state = (jnp.zeros((len(lengths), params["u"].shape[0])),) * 2
    for x, now in zip(xs, active):
        new = hard_step(params, state, x)
        state = tuple(now * one + (1 - now) * other for one, other in zip(new, state))
    return state


# %% right: each_sequence_by_vmap
def last_states(params, xs, lengths):
    def one(tokens, length):
        def step(at, state):
            new = hard_step(params, state, tokens[at])
            return jax.tree.map(lambda a, b: jnp.where(at < length, a, b), new, state)

        zeros = jnp.zeros(params["u"].shape[0])
        return jax.lax.fori_loop(0, len(tokens), step, (zeros, zeros))

    return jax.vmap(one, in_axes=(1, 0))(xs, lengths)
