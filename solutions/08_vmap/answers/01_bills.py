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
