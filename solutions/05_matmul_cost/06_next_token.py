# ---
# title: "Fix: attention that recompiles for every token"
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "A compiled program has fixed shapes. Which shape in `attend_slow` depends on `length`? Is it
#     needed?"
#   - "Use every row, and give the rows after the sequence the weight 0. Chapter 01 calls that
#     a mask."
#   - "`weights = keys @ query` has an element for each row: `jnp.where(jnp.arange(len(keys)) <
#     length, weights, 0) @ values`. Without `static_argnames`."
# ---

# %% [markdown]
# Rewrite `attend_slow` as `attend`, which returns the same values, so that one compiled program
# serves every length.
#
# A model generates a sequence token by token. Each token so far has a row in `keys` and a row in
# `values`. Both arrays have `room` rows. The rows from `length` on are left over from another
# sequence and must not contribute. Their elements are finite. Return the weighted sum of the first
# `length` rows of `values`: the weight of row `j` is the dot product of `query` and key `j`. For
# example, `query = [1]`, `keys = [[2], [3]]` and `values = [[10], [100]]` give `[20]` for a length
# of 1 and `[320]` for a length of 2.
#
# The slices in `attend_slow` have `length` rows, so `length` must be static, and JAX compiles the
# function again for every new token. Compilation takes about a thousand times as long as the two
# products.
#
# - `length` is from 0 to `room`, and it is traced: it has no value during compilation.
# - The check compiles `attend` with `jit` and calls it with several lengths, which must all share
#   one program.
# - For `room = 128`, `d = 32` and `e = 128`, the work may be at most 82,400 operations, twice that
#   of our solution, which multiplies all rows.

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
