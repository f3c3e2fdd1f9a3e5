# ---
# title: Map a function over baskets with in_axes
# kind: program
# points: 1
# minutes: 3
# hints:
#   - "`bill` handles one basket, and `jax.vmap(bill, ...)` returns a function for many. Which
#     argument has one entry for each basket, and which is shared by all?"
#   - "`in_axes` has one entry for each argument of `bill`, in their order. `None` passes the whole
#     argument to every lane, and 0 maps over its rows."
#   - "`jax.vmap(bill, in_axes=(None, 0))(prices, baskets)`."
# ---

# %% [markdown]
# Return the bill of every basket, and compute all bills in parallel.
#
# Each row of `baskets` is a basket: the quantity of each item. All baskets have the same `prices`.
# `bill` returns the bill of one basket. For 64 baskets of 64 items, the span (longest chain of
# dependent operations) may be at most 18, twice that of our solution.
#
# For example, with `prices = [2, 3]`, the baskets `[4, 5]` and `[1, 1]` have the bills 13 and 0.

# %% given
import jax
import jax.numpy as jnp


def bill(prices, basket):
    """prices: f32[k], basket: f32[k] -> f32[]: the sum minus a voucher of 10, at least 0."""
    return jnp.maximum(jnp.dot(prices, basket) - 10, 0)


# %% answer
def bills(prices, baskets):
    """prices: f32[k], baskets: f32[b, k] -> f32[b]. One line."""
    ### BEGIN SOLUTION
    return jax.vmap(bill, in_axes=(None, 0))(prices, baskets)
    ### END SOLUTION


# %% check
import numpy as np

check(
    bills,
    spec=lambda prices, baskets: np.maximum(baskets @ prices - 10, 0),
    given="prices: f32[k] in 1..9, baskets: f32[b, k] in 0..5, b in 1..64, k in 1..64",
    budget=Budget(span=2),
)
