# %% wrong: each_word_anew
# Every word of yours starts from zeros: nothing is handed on, so nothing is remembered. The state
# that a step returns goes into the next one.
def through_text(params, xs):
    nothing = jnp.zeros((xs.shape[1], params["u"].shape[0]))
    h, c = jax.vmap(lambda x: hard_step(params, (nothing, nothing), x))(xs)
    return (h[-1], c[-1]), h


# %% wrong: only_h_handed_on
# You handed `h` on and let `c` begin with zeros at every word. Both are the state.
def through_text(params, xs):
    nothing = jnp.zeros((xs.shape[1], params["u"].shape[0]))

    def turn(state, x):
        h, _ = hard_step(params, state, x)
        return (h, nothing), h

    return jax.lax.scan(turn, (nothing, nothing), xs)


# %% wrong: one_row_to_start
# Your first state is one row for all texts, and a step returns a row for each of them. A carry
# keeps its shape: begin with zeros of `n` by `m`.
#
# -    nothing = jnp.zeros((xs.shape[1], params["u"].shape[0]))
# +    nothing = jnp.zeros(params["u"].shape[0])


# %% wrong: whole_numbers_to_start
# Your zeros are whole numbers (int32), and a step returns float32. A carry keeps its dtype:
# `jnp.zeros` makes float32 unless you say otherwise.
#
# -    nothing = jnp.zeros((xs.shape[1], params["u"].shape[0]))
# +    nothing = jnp.zeros((xs.shape[1], params["u"].shape[0]), int)


# %% wrong: last_word_first
# You went through the text backwards: the last word came first.
#
# -    return jax.lax.scan(turn, (nothing, nothing), xs)
# +    return jax.lax.scan(turn, (nothing, nothing), xs, reverse=True)


# %% wrong: text_after_text
# Your `scan` went from text to text. It goes through the first axis, so the words have to be the
# first axis.
def through_text(params, xs):
    def turn(state, x):
        state = hard_step(params, state, x)
        return state, state[0]

    nothing = jnp.zeros((xs.shape[0], params["u"].shape[0]))
    return jax.lax.scan(turn, (nothing, nothing), xs.swapaxes(0, 1))


# %% wrong: what_is_hidden
# You kept `c` of every step. What a cell shows, and the next layer reads, is `h`.
#
# -        return state, state[0]
# +        return state, state[1]


# %% wrong: before_each_word
# You kept the `h` that stood *before* each word: the first is all zeros, and the last is missing.
#
# -        state = hard_step(params, state, x)
# -        return state, state[0]
# +        return hard_step(params, state, x), state[0]


# %% wrong: from_the_start_each_time
# Right, but for every word you went through the text from its start again: the work grows with the
# square of its length. Keep what each step shows as you go.
def through_text(params, xs):
    nothing = jnp.zeros((xs.shape[1], params["u"].shape[0]))

    def after(last):
        def turn(state, now):
            at, x = now
            h, c = hard_step(params, state, x)
            return (jnp.where(at <= last, h, state[0]), jnp.where(at <= last, c, state[1])), None

        return jax.lax.scan(turn, (nothing, nothing), (jnp.arange(len(xs)), xs))[0]

    h, c = jax.vmap(after)(jnp.arange(len(xs)))
    return (h[-1], c[-1]), h


# %% wrong: three_in_a_row
# You gave three things in a row. The task asks for a pair: the last state, which is a pair of `h`
# and `c`, and then every `h`.
#
# -    return jax.lax.scan(turn, (nothing, nothing), xs)
# +    (h, c), every = jax.lax.scan(turn, (nothing, nothing), xs)
# +    return h, c, every


# %% wrong: state_turned_over
# Your turn swapped `h` and `c`. `hard_step` takes its state as it gives it: first `h`, then `c`.
#
# -        state = hard_step(params, state, x)
# -        return state, state[0]
# +        h, c = hard_step(params, state, x)
# +        return (c, h), h


# %% wrong: text_by_text
# Your states are right, but the texts are the first axis. The task asks for the words as the first
# axis, as in the input.
#
# -    return jax.lax.scan(turn, (nothing, nothing), xs)
# +    last, every = jax.lax.scan(turn, (nothing, nothing), xs)
# +    return last, every.swapaxes(0, 1)


# %% wrong: every_h_first
# You have the two the wrong way round: first the last state, then every `h`.
#
# -    return jax.lax.scan(turn, (nothing, nothing), xs)
# +    return jax.lax.scan(turn, (nothing, nothing), xs)[::-1]


# %% right: python_loop
def through_text(params, xs):
    state = (jnp.zeros((xs.shape[1], params["b"].size // 4)),) * 2
    every = []
    for x in xs:
        state = hard_step(params, state, x)
        every.append(state[0])
    return state, jnp.stack(every)


# %% right: each_text_by_vmap
def through_text(params, xs):
    def one(words):
        def turn(state, x):
            state = hard_step(params, state, x)
            return state, state[0]

        nothing = jnp.zeros(params["u"].shape[0])
        return jax.lax.scan(turn, (nothing, nothing), words)

    return jax.vmap(one, in_axes=1, out_axes=((0, 0), 1))(xs)


# %% right: by_fori_loop
def through_text(params, xs):
    t, n, _ = xs.shape
    m = params["u"].shape[0]

    def turn(at, carry):
        state, every = carry
        state = hard_step(params, state, xs[at])
        return state, every.at[at].set(state[0])

    nothing = jnp.zeros((n, m))
    return jax.lax.fori_loop(0, t, turn, ((nothing, nothing), jnp.zeros((t, n, m))))
