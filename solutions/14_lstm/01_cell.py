# ---
# title: Write one step of an LSTM
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "One sum holds all four gates: `x @ w`, `h @ u` and `b`. It has `4 * m` columns, and
#     `jnp.split(..., 4, axis=-1)` splits it into four parts."
#   - "The forget gate, the input gate and the output gate are between 0 and 1: use
#     `jax.nn.sigmoid`. The candidate may be negative: use `jnp.tanh`. What does each of them
#     multiply?"
#   - "Compute `c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)`, and then `h =
#     jax.nn.sigmoid(o) * jnp.tanh(c)` with the new `c`."
# ---

# %% [markdown]
# Write one time step of an LSTM: compute the new state from the old state and a token.
#
# The batch has `n` sequences. Each has a token `x` of `d` values and a state of two vectors of `m`
# values: the output `h` and the cell state `c`. `z = x @ w + h @ u + b` has `4 * m` columns. From
# left to right, they are the input gate `i`, the forget gate `f`, the candidate `g` and the output
# gate `o`, `m` columns each. With `s` for `jax.nn.sigmoid`:
#
# - The new `c` is `s(f) * c + s(i) * tanh(g)`.
# - The new `h` is `s(o) * tanh(c)`, with the *new* `c`.
#
# Return the new `h` and the new `c`, in this order. `jnp.split(z, 4, axis=-1)` splits the last axis
# into four equal parts. For `n = d = m = 16`, the work may be at most 108,288 operations, 1.5 times
# that of our solution.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def cell(params, state, x):
    """params: {w: f32[d, 4*m], u: f32[m, 4*m], b: f32[4*m]},
    state: h and c, each f32[n, m], x: f32[n, d] -> the new h and c. Four or five lines."""
    h, c = state
    ### BEGIN SOLUTION
    z = x @ params["w"] + h @ params["u"] + params["b"]
    i, f, g, o = jnp.split(z, 4, axis=-1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, state, x):
    h, c = state
    z = x @ params["w"] + h @ params["u"] + params["b"]
    i, f, g, o = np.split(z, 4, axis=-1)
    c = c / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-i))
    return np.tanh(c) / (1 + np.exp(-o)), c


check(
    cell,
    spec=plain,
    given="params: {w: f32[d, 4*m] in -1.0..1.0, u: f32[m, 4*m] in -1.0..1.0, "
    "b: f32[4*m] in -2.0..2.0}, state: (f32[n, m] in -1.0..1.0, f32[n, m] in -2.0..2.0), "
    "x: f32[n, d] in -1.0..1.0, n in 1..16, d in 1..16, m in 1..16",
    budget=Budget(work=1.5),
)
