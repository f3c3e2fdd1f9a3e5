# ---
# title: One more token
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "Three steps: the new key and the new value go into their row, the new token asks all rows,
#     and what is not written yet must not count."
#   - "`keys.at[place].set(k)` writes one row; written with `jnp.where`, every row would be written
#     anew. One query has one row of scores, `keys @ q`."
#   - "`may = jnp.arange(len(keys)) <= place`; the shares are `jax.nn.softmax(jnp.where(may, scores,
#     -jnp.inf))`. Return the new `keys` and `values` beside the answer."
# ---

# %% [markdown]
# Write one step of decoding: a new token joins the cache, and looks at all tokens so far.
#
# The token stands in place `place`; `q`, `k` and `v` are its query, key and value. `keys` and
# `values` have room for `room` tokens: rows 0 to `place - 1` hold the tokens before it, the rows
# from `place` on leftovers of another text. Write `k` and `v` into row `place`. The answer is the
# causal attention of the new token alone, with scores divided by the root of `d`: it sees rows 0 to
# `place`, itself included. Return it with both caches. The check looks at the work, which may grow
# with `room` and not with its square, and at the bytes moved: the caches are not to be written
# anew.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def next_word(q, k, v, keys, values, place):
    """q and k: f32[d], v: f32[e], keys: f32[room, d], values: f32[room, e], place: i32[]
    -> (f32[e], keys, values). Five or six lines."""
    ### BEGIN SOLUTION
    keys = keys.at[place].set(k)
    values = values.at[place].set(v)
    scores = keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values
    ### END SOLUTION


# %% check
import numpy as np


def plain(q, k, v, keys, values, place):
    keys, values = keys.copy(), values.copy()
    keys[place], values[place] = k, v
    scores = keys[: place + 1] @ q / len(q) ** 0.5
    raised = np.exp(scores - scores.max())
    return raised / raised.sum() @ values[: place + 1], keys, values


def steps(draw):
    room, d, e = draw.each([(1, 1, 1), (8, 4, 3), (5, 1, 6), (64, 8, 8), (9, 6, 2), (64, 4, 8)])
    # The first word of a text, the last that there is room for, and some between.
    first, last = draw.each([(0, 0), (2, room - 1), (room - 1, room - 1), (0, room - 1), (0, 0)])
    first = min(first, last)
    wide = draw.each([2.0, 2.0, 40.0, 2.0, 2.0, 40.0, 2.0])
    # Of the loud, the new word's own score lies far below zero: leftovers masked by -1000 do not.
    asked, own = ((-wide, wide), (-wide, wide)) if wide < 40 else ((30.0, wide), (-wide, -30.0))
    return (
        draw.array("f32", (d,), *asked),
        draw.array("f32", (d,), *own),
        draw.array("f32", (e,), -1.0, 1.0),
        draw.array("f32", (room, d), -wide, wide),
        draw.array("f32", (room, e), -1.0, 1.0),
        draw.array("i32", (), first, last),
    )


# The logarithm of a sum has the rounding of scores in the thousands, and is a right way as well.
check(next_word, spec=plain, given=steps, tolerance=1e-3, budget=Budget(work=1.5, bytes=1.3))
