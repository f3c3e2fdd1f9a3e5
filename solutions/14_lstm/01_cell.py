# ---
# title: One step of an LSTM
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "All four gates come out of one sum: `x @ w`, `h @ u` and `b`. It is `4 * m` numbers wide, and
#     `jnp.split(..., 4, axis=-1)` takes it apart."
#   - "Forget, input and output are shares between 0 and 1: `jax.nn.sigmoid`. The candidate may be
#     negative: `jnp.tanh`. What does each of them multiply?"
#   - "`c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)`, and then
#     `h = jax.nn.sigmoid(o) * jnp.tanh(c)` with the new `c`."
# ---

# %% [markdown]
# Write one step of an LSTM: from the state before a word and the word, the state after it.
#
# There are `n` texts, each with a word `x` of `d` numbers and a state of two rows of `m` numbers:
# `h`, what the cell shows, and `c`, what it keeps to itself. `z = x @ w + h @ u + b` is `4 * m`
# numbers wide. It holds, side by side in this order, the input gate `i`, the forget gate `f`, the
# candidate `g` and the output gate `o`, `m` numbers each. With `s` for `jax.nn.sigmoid`,
#
# - the new `c` is `s(f) * c + s(i) * tanh(g)`;
# - the new `h` is `s(o) * tanh(c)`, of the *new* `c`.
#
# `jnp.split(z, 4, axis=-1)` makes four parts of the last axis.

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
