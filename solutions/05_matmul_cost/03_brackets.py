# ---
# title: "Fix: a text that asks itself"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "How large is `queries @ keys.T`? And how large is `keys.T @ values`?"
#   - "The answer is a product of three matrices. Its brackets may be moved; only the order of the
#     three may not."
#   - "`queries @ (keys.T @ values)`: the product in brackets has `d` by `e` numbers, however long
#     the text."
# ---

# %% [markdown]
# Rewrite `ask_slow` so that it gives the same answers with far fewer operations.
#
# Each of the `n` words of a text asks with a row of `queries` and is asked by a row of `keys`; a
# row of `values` is what it has to say. Row `i` of the result is the sum of all rows of `values`,
# row `j` weighted with query `i` times key `j`. Texts are long and rows are short: `n` is far
# larger than `d` and `e`.
#
# A language model does this in every layer, and calls it *attention*. (It puts a function between
# the two products, the softmax; then the brackets cannot be moved, and its cost grows with `n`
# squared.)

# %% given
import jax
import jax.numpy as jnp


def ask_slow(queries, keys, values):
    return (queries @ keys.T) @ values


# %% answer
def ask(queries, keys, values):
    """queries: f32[n, d], keys: f32[n, d], values: f32[n, e] -> f32[n, e]. One line."""
    ### BEGIN SOLUTION
    return queries @ (keys.T @ values)
    ### END SOLUTION


# %% check
check(
    ask,
    spec=lambda queries, keys, values: (queries @ keys.T) @ values,
    given="queries: f32[n, d], keys: f32[n, d], values: f32[n, e]",
    budget=Budget(work=1.2, largest=2, at={"n": 128, "d": 8, "e": 4}),
)
