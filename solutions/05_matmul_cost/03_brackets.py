# ---
# title: "Fix: attention that is quadratic in the sequence length"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "How large is `queries @ keys.T`? And how large is `keys.T @ values`?"
#   - "The answer is a product of three matrices. You may move the parentheses, but not change the
#     order of the three."
#   - "`queries @ (keys.T @ values)`: the product in parentheses has `d` by `e` elements for
#     every sequence length."
# ---

# %% [markdown]
# Rewrite `linear_attention_slow` as `linear_attention`, which returns the same values with far
# fewer operations.
#
# Each of the `n` tokens of a sequence has a row in `queries`, a row in `keys` and a row in
# `values`. Row `i` of the result is the weighted sum of all rows of `values`: the weight of row `j`
# is the dot product of query `i` and key `j`. The sequence is long and the rows are short: `n` is
# far larger than `d` and `e`. The check uses `n = 128`, `d = 8` and `e = 4`:
#
# - The work may be at most 19,660 operations, 1.2 times that of our solution.
#   `linear_attention_slow` does 393,216.
# - No intermediate array may have more than `2 * n * e` elements, twice the result.
#
# Language models compute this in every layer and call it *attention*. (They apply a softmax between
# the two products. Then the parentheses cannot be moved, and the cost grows with `n` squared.)

# %% given
import jax
import jax.numpy as jnp


def linear_attention_slow(queries, keys, values):
    return (queries @ keys.T) @ values


# %% answer
def linear_attention(queries, keys, values):
    """queries: f32[n, d], keys: f32[n, d], values: f32[n, e] -> f32[n, e]. One line."""
    ### BEGIN SOLUTION
    return queries @ (keys.T @ values)
    ### END SOLUTION


# %% check
check(
    linear_attention,
    spec=lambda queries, keys, values: (queries @ keys.T) @ values,
    given="queries: f32[n, d], keys: f32[n, d], values: f32[n, e]",
    budget=Budget(work=1.2, largest=2, at={"n": 128, "d": 8, "e": 4}),
)
