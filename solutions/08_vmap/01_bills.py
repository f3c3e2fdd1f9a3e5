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


# %% wrong: took_both_apart
# `vmap` took the prices apart as well: the first basket got the first price, and so on. All prices
# go to every basket, so they stay whole: `in_axes=(None, 0)`.
def bills(prices, baskets):
    return jax.vmap(bill)(prices, baskets)


# %% wrong: wrong_way_round
# Your `in_axes` is the wrong way round: the prices are taken apart, and every lane gets all
# baskets. Its entries stand in the order of the arguments: `(None, 0)`.
def bills(prices, baskets):
    return jax.vmap(bill, in_axes=(0, None))(prices, baskets)


# %% wrong: columns_for_baskets
# The prices met a column of `baskets`, which is one good in all of them; a basket is a row. Either
# `in_axes` says 1 where the rows are axis 0, or there is no `vmap`: `bill` is written for one
# basket, and with all of them at once its product goes down the columns.
def bills(prices, baskets):
    return jax.vmap(bill, in_axes=(None, 1))(prices, baskets)


# %% wrong: all_in_one
# You put all baskets on one bill. Each has a bill, and a voucher, of its own.
def bills(prices, baskets):
    return jnp.full(len(baskets), bill(prices, baskets.sum(axis=0)))


# %% wrong: voucher_forgotten
# You multiplied prices and baskets and left out the voucher. Let `bill` do the work, for each row.
def bills(prices, baskets):
    return baskets @ prices


# %% wrong: below_zero
# A voucher never makes a bill negative: what is left of it is lost. Let `bill` do the work, for
# each row.
def bills(prices, baskets):
    return baskets @ prices - 10


# %% wrong: one_at_a_time
# Your bills are right, but you take one after another: each turn of your loop waits for the turn
# before, though no basket needs another. `vmap` computes them all side by side.
def bills(prices, baskets):
    return jax.lax.map(lambda basket: bill(prices, basket), baskets)


# %% right: with_a_lambda
def bills(prices, baskets):
    return jax.vmap(lambda basket: bill(prices, basket))(baskets)


# %% right: by_hand
def bills(prices, baskets):
    return jnp.maximum(baskets @ prices - 10, 0)


# %% right: taken_from_columns
def bills(prices, baskets):
    many = jax.vmap(bill, in_axes=(None, 1), out_axes=0)
    return jax.jit(many)(prices, baskets.T)


# %% right: named_axes
def bills(prices, baskets):
    def one(given):
        return bill(given["prices"], given["basket"])

    axes = {"prices": None, "basket": 0}
    return jax.vmap(one, in_axes=(axes,))({"prices": prices, "basket": baskets})
