# ---
# title: Your first in_axes
# kind: program
# points: 1
# minutes: 3
# hints:
#   - "`bill` is right for one basket. `jax.vmap(bill, ...)` is a function for many: say which
#     argument comes in many, and which goes whole to everyone."
#   - "`in_axes` has an entry for each argument of `bill`, in their order: `None` goes whole to
#     every lane, 0 is taken apart row by row."
#   - "`jax.vmap(bill, in_axes=(None, 0))(prices, baskets)`."
# ---

# %% [markdown]
# Work out the bill of every basket, all of them side by side.
#
# Each row of `baskets` is a basket: how many of each good. All are paid at the same `prices`.
# `bill` does it for one basket.

# %% given
import jax
import jax.numpy as jnp


def bill(prices, basket):
    """prices: f32[k], basket: f32[k] -> one number: the sum less a voucher of 10, at least 0."""
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
