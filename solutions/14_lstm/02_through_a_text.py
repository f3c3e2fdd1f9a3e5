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
