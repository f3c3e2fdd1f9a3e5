# ---
# title: "Fix: compiled anew for every word"
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "A compiled program has fixed shapes. Which shape in `attend_slow` depends on `length`? Is it
#     needed?"
#   - "Let every row take part, also those beyond the text, and see to it that they count for
#     nothing. Chapter 01 calls that a mask."
#   - "`weights = keys @ query` has a number for each row; `jnp.where(jnp.arange(len(keys)) <
#     length, weights, 0) @ values`. Without `static_argnames`."
# ---

# %% [markdown]
# Rewrite `attend_slow` so that one program serves every length of text, and gives the same answers.
#
# A model writes a text word by word. For each word so far there is a row in `keys` and one in
# `values`. Both have room for `room` rows; those from `length` on hold leftovers of another text
# and must not count. `length` may be anything from 0 to `room`. The answer is the sum of the first
# `length` rows of `values`, row `j` weighted with `query` times key `j`.
#
# `attend_slow` is right. But the slices in it are as long as the text, so `length` has to be
# static, and with every further word it is compiled again. That takes a thousand times as long as
# the two products. The check calls your function with one text as it grows, and counts the
# programs: one is enough, with `length` an ordinary number that has no value while the program is
# made. It also counts the operations: about those of the two products with all rows, in the order
# in which `attend_slow` takes them.

# %% given
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="length")
def attend_slow(query, keys, values, length):
    return (keys[:length] @ query) @ values[:length]


# %% answer
def attend(query, keys, values, length):
    """query: f32[d], keys: f32[room, d], values: f32[room, e], length: 0..room -> f32[e].

    Two or three lines."""
    ### BEGIN SOLUTION
    weights = jnp.where(jnp.arange(len(keys)) < length, keys @ query, 0)
    return weights @ values
    ### END SOLUTION


# %% check
check(
    attend,
    spec=lambda query, keys, values, length: (keys[:length] @ query) @ values[:length],
    given="query: f32[d], keys: f32[room, d], values: f32[room, e], length: int in 0..room",
    budget=Budget(
        work=2,
        at={"d": 32},  # a table for one query does not cost what every length at once does
        compilations=1,
        calls=[{"d": 4, "e": 3, "room": 8, "length": length} for length in (1, 2, 3, 4, 4)],
    ),
)
