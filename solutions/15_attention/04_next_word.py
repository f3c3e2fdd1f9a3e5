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


# %% wrong: cache_written_anew
# Right, but every row of both caches is written again to change one. `keys.at[place].set(k)`
# changes one row.
def next_word(q, k, v, keys, values, place):
    here = (jnp.arange(len(keys)) == place)[:, None]
    keys, values = jnp.where(here, k, keys), jnp.where(here, v, values)
    scores = keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: all_words_ask
# Right, but all tokens ask, although only one is new: the work grows with the square of the room.
# The answers for the others are known. One query has one row of scores.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    n = len(keys)
    asked = jnp.zeros_like(keys).at[place].set(q)
    scores = jnp.where(jnp.tri(n, dtype=bool), asked @ keys.T / len(q) ** 0.5, -jnp.inf)
    return (jax.nn.softmax(scores) @ values)[place], keys, values


# %% wrong: leftovers_count
# Rows beyond `place` hold leftovers of another text, and they count. Mask their scores.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    return jax.nn.softmax(keys @ q / len(q) ** 0.5) @ values, keys, values


# %% wrong: blind_to_itself
# The new token does not see itself. It stands in row `place`, and rows 0 to `place` count.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) < place, keys @ q / len(q) ** 0.5, -1e30)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: nothing_to_see
# The new token does not see itself, and the first one of a text sees nothing: a softmax of nothing
# is not a number (NaN). The token stands in row `place`, and rows 0 to `place` count.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) < place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: one_row_too_many
# Your mask lets row `place + 1` in, and it holds leftovers.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place + 1, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: written_too_late
# You asked first and wrote afterwards: row `place` still held leftovers. Write, then ask.
def next_word(q, k, v, keys, values, place):
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    seen = jax.nn.softmax(scores) @ values
    return seen, keys.at[place].set(k), values.at[place].set(v)


# %% wrong: added_to_leftovers
# You added to what stood in row `place`. It holds leftovers: `.set`, not `.add`.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].add(k), values.at[place].add(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: appended
# You made the caches a row longer, behind the leftovers. There is room already: the new token
# belongs into row `place`, and a program of one shape serves all tokens.
def next_word(q, k, v, keys, values, place):
    keys, values = jnp.concatenate([keys, k[None]]), jnp.concatenate([values, v[None]])
    return jax.nn.softmax(keys @ q / len(q) ** 0.5) @ values, keys, values


# %% wrong: old_cache_returned
# The answer is right, but you returned the old caches. Arrays do not change: the next token needs
# the new ones.
def next_word(q, k, v, keys, values, place):
    new_keys, new_values = keys.at[place].set(k), values.at[place].set(v)
    scores = new_keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ new_values, keys, values


# %% wrong: new_caches_dropped
# `keys.at[place].set(k)` makes a new array and leaves the old one as it is. You did not keep it:
# `keys = keys.at[place].set(k)`.
def next_word(q, k, v, keys, values, place):
    keys.at[place].set(k)
    values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: answer_alone
# You returned only the answer. The next token needs the caches as well: return all three.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values


# %% wrong: not_divided
# The scores are to be divided by the root of `d`.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: zero_is_no_mask
# You set masked scores to zero. `exp(0)` is one, so leftovers count. Give them minus infinity.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, 0)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: masked_too_late
# You masked after the softmax. The shares then add up to less than one: the leftovers took a share
# before you removed them.
#
# -    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
# -    return jax.nn.softmax(scores) @ values, keys, values
# +    shares = jnp.where(jnp.arange(len(keys)) <= place, jax.nn.softmax(scores), 0)
# +    return shares @ values, keys, values


# %% wrong: divided_by_d
# You divided the scores by `d`. Divide them by its root.
#
# -    scores = keys @ q / len(q) ** 0.5
# +    scores = keys @ q / len(q)


# %% wrong: one_place_too_far
# You wrote into row `place + 1`. Places are counted from 0: the tokens before it are in rows 0 to
# `place - 1`, so `place` is the next free row.
#
# -    keys = keys.at[place].set(k)
# +    place = place + 1
# +    keys = keys.at[place].set(k)


# %% wrong: leftovers_wiped
# You made zeros of the rows beyond `place`, in the caches that you give back. Only row `place` is
# to change; what must not count is masked among the scores.
#
# -    return jax.nn.softmax(scores) @ values, keys, values
# +    seen = jnp.arange(len(keys))[:, None] <= place
# +    keys, values = jnp.where(seen, keys, 0), jnp.where(seen, values, 0)
# +    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: caches_swapped
# The caches are swapped: first the answer, then the keys, then the values.
#
# -    return jax.nn.softmax(scores) @ values, keys, values
# +    return jax.nn.softmax(scores) @ values, values, keys


# %% right: by_slices
def next_word(q, k, v, keys, values, place):
    keys = jax.lax.dynamic_update_slice(keys, k[None], (place, 0))
    values = jax.lax.dynamic_update_slice(values, v[None], (place, 0))
    scores = jnp.einsum("nd,d->n", keys, q / len(q) ** 0.5)
    raised = jnp.where(jnp.arange(len(keys)) <= place, scores, -1e30)
    raised = jnp.exp(raised - raised.max())
    return raised @ values / raised.sum(), keys, values


# %% right: itself_apart
def next_word(q, k, v, keys, values, place):
    scores = jnp.where(jnp.arange(len(keys)) < place, keys @ q, -jnp.inf).at[place].set(k @ q)
    shares = jax.nn.softmax(scores / len(q) ** 0.5)
    values = values.at[place].set(v)
    return shares @ values, keys.at[place].set(k), values


# %% right: by_the_logarithm_of_the_sum
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jnp.exp(scores - jax.nn.logsumexp(scores)) @ values, keys, values
