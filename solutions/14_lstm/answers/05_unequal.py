# %% wrong: padding_read
# You went on reading after the end of the shorter texts: what stands there means nothing. A text
# that has ended keeps its state.
def last_states(params, xs, lengths):
    nothing = jnp.zeros((len(lengths), params["u"].shape[0]))
    return jax.lax.scan(
        lambda state, x: (hard_step(params, state, x), None), (nothing, nothing), xs
    )[0]


# %% wrong: one_word_too_many
# You let each text read one word after its end. Words are numbered from 0, so the last one of a
# text is `lengths - 1`.
#
# -        live = (at < lengths)[:, None]
# +        live = (at <= lengths)[:, None]


# %% wrong: one_word_too_few
# Each text of yours misses its last word. Word `t` belongs to a text if `t < length`.
#
# -        live = (at < lengths)[:, None]
# +        live = (at + 1 < lengths)[:, None]


# %% wrong: only_h_held
# You held `h` and let `c` go on. Both are the state: `c` has to stay as well.
#
# -        return (jnp.where(live, h, state[0]), jnp.where(live, c, state[1])), None
# +        return (jnp.where(live, h, state[0]), c), None


# %% wrong: only_c_held
# You held `c` and let `h` go on. Both are the state: `h` has to stay as well.
#
# -        return (jnp.where(live, h, state[0]), jnp.where(live, c, state[1])), None
# +        return (h, jnp.where(live, c, state[1])), None


# %% wrong: choice_upside_down
# Your choice is upside down: a text keeps its old state while it has words, and moves once it has
# ended. `jnp.where` takes its second argument where the first is true.
#
# -        return (jnp.where(live, h, state[0]), jnp.where(live, c, state[1])), None
# +        return (jnp.where(live, state[0], h), jnp.where(live, state[1], c)), None


# %% wrong: padding_zeroed
# You put zeros after the end of each text and went on reading. A word of zeros is a word too: `b`
# and the state still move the gates. The state has to stay.
def last_states(params, xs, lengths):
    live = jnp.arange(len(xs))[:, None, None] < lengths[:, None]
    nothing = jnp.zeros((len(lengths), params["u"].shape[0]))
    return jax.lax.scan(
        lambda state, x: (hard_step(params, state, x), None),
        (nothing, nothing),
        jnp.where(live, xs, 0),
    )[0]


# %% wrong: ended_means_nothing
# You set the state of a text that has ended to zero. It stays what it was after the last word.
#
# -        return (jnp.where(live, h, state[0]), jnp.where(live, c, state[1])), None
# +        return (jnp.where(live, h, 0), jnp.where(live, c, 0)), None


# %% wrong: until_the_longest
# You stopped all texts at the longest one. Each has its own end: ask text by text.
#
# -        live = (at < lengths)[:, None]
# +        live = at < lengths.max()


# %% wrong: until_the_shortest
# You stopped all texts at the shortest one. Each has its own end: ask text by text.
#
# -        live = (at < lengths)[:, None]
# +        live = at < lengths.min()


# %% wrong: last_of_nothing
# You picked state `lengths - 1` afterwards. For a text without a word that is place -1, the last
# one of the array. Such a text keeps its zeros.
def last_states(params, xs, lengths):
    def turn(state, x):
        state = hard_step(params, state, x)
        return state, state

    nothing = jnp.zeros((len(lengths), params["u"].shape[0]))
    _, (hs, cs) = jax.lax.scan(turn, (nothing, nothing), xs)
    texts = jnp.arange(len(lengths))
    return hs[lengths - 1, texts], cs[lengths - 1, texts]


# %% wrong: first_of_nothing
# You gave a text without a word the state after the first one. It keeps the zeros that it began
# with.
def last_states(params, xs, lengths):
    def turn(state, x):
        state = hard_step(params, state, x)
        return state, state

    nothing = jnp.zeros((len(lengths), params["u"].shape[0]))
    _, (hs, cs) = jax.lax.scan(turn, (nothing, nothing), xs)
    last, texts = jnp.maximum(lengths - 1, 0), jnp.arange(len(lengths))
    return hs[last, texts], cs[last, texts]


# %% wrong: halves_taken_apart
# A turn of yours returns the new state and nothing beside it, and `scan` takes its two halves
# apart: `h` for the carry, `c` for what is kept. Return the state as *one* thing: `(h, c), None`.
#
# -        return (jnp.where(live, h, state[0]), jnp.where(live, c, state[1])), None
# +        return jnp.where(live, h, state[0]), jnp.where(live, c, state[1])


# %% wrong: mask_as_a_row
# `at < lengths` has a number for each text, and stood beside arrays of `n` by `m` it counts as a
# row: one for each number of the state. Make a column of it, `[:, None]`.
def last_states(params, xs, lengths):
    def turn(state, now):
        at, x = now
        new = hard_step(params, state, x)
        return tuple(jnp.where(at < lengths, *both) for both in zip(new, state)), None

    nothing = jnp.zeros((len(lengths), params["u"].shape[0]))
    return jax.lax.scan(turn, (nothing, nothing), (jnp.arange(len(xs)), xs))[0]


# %% wrong: padding_in_front
# You took the last words of the array. The text comes first in it, and what means nothing comes
# after the text.
#
# -        live = (at < lengths)[:, None]
# +        live = (at >= len(xs) - lengths)[:, None]


# %% right: picked_afterwards
def last_states(params, xs, lengths):
    def turn(state, x):
        state = hard_step(params, state, x)
        return state, state

    nothing = jnp.zeros((len(lengths), params["u"].shape[0]))
    every = jax.lax.scan(turn, (nothing, nothing), xs)[1]
    texts = jnp.arange(len(lengths))
    return tuple(
        jnp.where(lengths[:, None] > 0, one[jnp.maximum(lengths, 1) - 1, texts], 0) for one in every
    )


# %% right: held_by_a_mask_of_numbers
def last_states(params, xs, lengths):
    live = (jnp.arange(len(xs))[:, None] < lengths).astype(xs.dtype)[..., None]
    state = (jnp.zeros((len(lengths), params["u"].shape[0])),) * 2
    for x, now in zip(xs, live):
        new = hard_step(params, state, x)
        state = tuple(now * one + (1 - now) * other for one, other in zip(new, state))
    return state


# %% right: each_text_by_vmap
def last_states(params, xs, lengths):
    def one(words, length):
        def turn(at, state):
            new = hard_step(params, state, words[at])
            return jax.tree.map(lambda a, b: jnp.where(at < length, a, b), new, state)

        nothing = jnp.zeros(params["u"].shape[0])
        return jax.lax.fori_loop(0, len(words), turn, (nothing, nothing))

    return jax.vmap(one, in_axes=(1, 0))(xs, lengths)
