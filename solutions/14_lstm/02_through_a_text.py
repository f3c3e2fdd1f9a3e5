# ---
# title: Through a text
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "`jax.lax.scan(turn, start, xs)` goes through the rows of `xs`. What has to be handed from one
#     word to the next, and what is kept of each step?"
#   - "The carry is the pair `(h, c)`. A turn returns two things: the new pair, and the `h` that is
#     kept. Which shape must the first pair have, and from what do you learn it?"
#   - "`nothing = jnp.zeros((xs.shape[1], params[\"u\"].shape[0]))` is both halves of the start; a
#     turn does `state = hard_step(params, state, x)` and returns `state, state[0]`."
# ---

# %% [markdown]
# Run a whole text through a cell: the state after the last word, and `h` after every word.
#
# `hard_step` is an LSTM's step in whole numbers: its gates are open or closed, and its `tanh` is
# cut off at -3 and 3, so that every order of additions gives the same. `xs[t]` is word `t` of each
# of `n` texts. The state before the first word is all zeros. Use `hard_step` as it stands; each
# word goes through it once.

# %% given
import jax
import jax.numpy as jnp


def hard_step(params, state, x):
    """A step whose gates are open or shut. state: h and c, each f32[n, m]; x: f32[n, d]."""
    h, c = state
    i, f, g, o = jnp.split(x @ params["w"] + h @ params["u"] + params["b"], 4, axis=-1)
    c = jnp.where(f > 0, c, 0) + jnp.where(i > 0, jnp.clip(g, -3, 3), 0)
    return jnp.where(o > 0, jnp.clip(c, -3, 3), 0), c


# %% answer
def through_text(params, xs):
    """params: {w: f32[d, 4*m], u: f32[m, 4*m], b: f32[4*m]}, xs: f32[t, n, d]

    -> the last (h, c), each f32[n, m], and every h: f32[t, n, m]. Five lines."""

    ### BEGIN SOLUTION
    def turn(state, x):
        state = hard_step(params, state, x)
        return state, state[0]

    nothing = jnp.zeros((xs.shape[1], params["u"].shape[0]))
    return jax.lax.scan(turn, (nothing, nothing), xs)
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, xs):
    h = c = np.zeros((xs.shape[1], params["u"].shape[0]))
    every = []
    for x in xs:
        i, f, g, o = np.split(x @ params["w"] + h @ params["u"] + params["b"], 4, axis=-1)
        c = c * (f > 0) + np.clip(g, -3, 3) * (i > 0)
        h = np.clip(c, -3, 3) * (o > 0)
        every.append(h)
    return (h, c), np.array(every)


check(
    through_text,
    spec=plain,
    given="params: {w: f32[d, 4*m], u: f32[m, 4*m], b: f32[4*m]}, xs: f32[t, n, d], "
    "t in 1..32, n in 1..8, d in 1..8, m in 1..8",
    budget=Budget(work=1.5),
)


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
