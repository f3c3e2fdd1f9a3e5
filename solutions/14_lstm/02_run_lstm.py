# ---
# title: Run an LSTM over a sequence
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "`jax.lax.scan(step, start, xs)` loops over the rows of `xs`. What does one time step pass on
#     to the next, and what do you keep from each step?"
#   - "The carry is the pair `(h, c)`. An iteration returns two things: the new pair, and the `h` to
#     keep. Which shape must the first pair have, and which arguments determine it?"
#   - "`zeros = jnp.zeros((xs.shape[1], params[\"u\"].shape[0]))` is the start of both `h` and `c`.
#     An iteration computes `state = hard_step(params, state, x)` and returns `state, state[0]`."
# ---

# %% [markdown]
# Run an LSTM over whole sequences, and return its last state and `h` after every time step.
#
# - `xs[t]` holds token `t` of each of the `n` sequences.
# - Before the first token, `h` and `c` are all zeros.
# - `hard_step` is one time step of the LSTM. Use it without changes, and pass each token through it
#   once: for 32 time steps and `n = d = m = 8`, the work may be at most 451,500 operations, 1.5
#   times that of our solution.
#
# The gates of `hard_step` are either open or closed, and clipping to -3 to 3 replaces its `tanh`.
# Integers therefore remain integers, and the order of additions does not affect the result.

# %% given
import jax
import jax.numpy as jnp


def hard_step(params, state, x):
    """One step whose gates are open or closed. state: h and c, each f32[n, m]; x: f32[n, d]."""
    h, c = state
    i, f, g, o = jnp.split(x @ params["w"] + h @ params["u"] + params["b"], 4, axis=-1)
    c = jnp.where(f > 0, c, 0) + jnp.where(i > 0, jnp.clip(g, -3, 3), 0)
    return jnp.where(o > 0, jnp.clip(c, -3, 3), 0), c


# %% answer
def run_lstm(params, xs):
    """params: {w: f32[d, 4*m], u: f32[m, 4*m], b: f32[4*m]}, xs: f32[t, n, d]

    -> the last (h, c), each f32[n, m], and every h: f32[t, n, m]. Five lines."""

    ### BEGIN SOLUTION
    def step(state, x):
        state = hard_step(params, state, x)
        return state, state[0]

    zeros = jnp.zeros((xs.shape[1], params["u"].shape[0]))
    return jax.lax.scan(step, (zeros, zeros), xs)
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
    run_lstm,
    spec=plain,
    given="params: {w: f32[d, 4*m], u: f32[m, 4*m], b: f32[4*m]}, xs: f32[t, n, d], "
    "t in 1..32, n in 1..8, d in 1..8, m in 1..8",
    budget=Budget(work=1.5),
)
