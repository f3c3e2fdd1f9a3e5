# ---
# title: Run an LSTM over sequences of unequal length
# kind: program
# points: 1
# minutes: 14
# hints:
#   - "All sequences take all time steps, because they share one loop. What should a step do with a
#     sequence that has ended?"
#   - "Compute the new state of every sequence. Then select for each sequence: the new state while
#     it still has tokens, and the old state once it has ended. Do this for both `h` and `c`."
#   - "Let `scan` loop over `(jnp.arange(len(xs)), xs)`, so that an iteration knows its index `at`.
#     With `active = (at < lengths)[:, None]`, select with `jnp.where(active, new, old)`, once for
#     `h` and once for `c`."
# ---

# %% [markdown]
# Run an LSTM over a batch of sequences of unequal length, and return the state of each after its
# own last token.
#
# `xs[t]` holds token `t` of each of the `n` sequences. Sequence `k` has `lengths[k]` tokens. The
# values after them have no meaning and only fill the array (*padding*). Return `h` and `c`, with
# one row for each sequence.
#
# - Once a sequence has ended, neither its `h` nor its `c` changes.
# - A sequence may be as long as the array.
# - A sequence may be empty. Its `h` and `c` are all zeros, as they are at the start of every
#   sequence.
# - Use `hard_step`, the time step of an LSTM, for the whole batch at once. Each token of the array
#   passes through it once: for `t = 16`, `n = 8`, `d = 6` and `m = 8`, the work may be at most
#   204,400 operations, 1.5 times that of our solution.

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
def last_states(params, xs, lengths):
    """params: {w: f32[d, 4*m], u: f32[m, 4*m], b: f32[4*m]}, xs: f32[t, n, d], lengths: i32[n]

    -> h and c of each sequence, each f32[n, m]. Eight to ten lines."""

    ### BEGIN SOLUTION
    def step(state, now):
        at, x = now
        active = (at < lengths)[:, None]
        h, c = hard_step(params, state, x)
        return (jnp.where(active, h, state[0]), jnp.where(active, c, state[1])), None

    zeros = jnp.zeros((len(lengths), params["u"].shape[0]))
    return jax.lax.scan(step, (zeros, zeros), (jnp.arange(len(xs)), xs))[0]
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, xs, lengths):
    m = params["u"].shape[0]
    hs, cs = np.zeros((len(lengths), m)), np.zeros((len(lengths), m))
    for k, length in enumerate(lengths):
        h = c = np.zeros(m)
        for x in xs[: int(length), k]:
            i, f, g, o = np.split(x @ params["w"] + h @ params["u"] + params["b"], 4)
            c = c * (f > 0) + np.clip(g, -3, 3) * (i > 0)
            h = np.clip(c, -3, 3) * (o > 0)
        hs[k], cs[k] = h, c
    return hs, cs


def some_sequences(draw):
    """Draw empty sequences, sequences as long as the array, and a batch with neither."""
    t, n, d, m = draw.each(
        [(1, 1, 1, 1), (4, 3, 2, 3), (7, 2, 1, 4), (3, 5, 4, 2), (9, 4, 3, 5), (16, 8, 6, 8)]
    )

    inside = draw.each([0, 0, 0, 1, 0, 0])  # lengths are at least this, and at most t minus this
    ends = draw.each([(t, t), (0, t), (t, 0), (t - 1, 1), (t, 0), (0, t)])

    def both_ends(lengths):
        lengths[:1], lengths[-1:] = ends
        return lengths

    params = {
        "w": draw.array("f32", (d, 4 * m)),
        "u": draw.array("f32", (m, 4 * m)),
        "b": draw.array("f32", (4 * m,)),
    }
    tokens = draw.array("f32", (t, n, d), -4, 4)
    return params, tokens, draw.array("i32", (n,), inside, t - inside, then=both_ends)


check(last_states, spec=plain, given=some_sequences, budget=Budget(work=1.5))
