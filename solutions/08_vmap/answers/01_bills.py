# %% wrong: mapped_over_both
# You mapped over the prices as well: the first basket got only the first price, and so on. All
# baskets share the prices, so use `in_axes=(None, 0)`.
def bills(prices, baskets):
    return jax.vmap(bill)(prices, baskets)


# %% wrong: in_axes_swapped
# You swapped the entries of `in_axes`, so you mapped over the prices and gave all baskets to every
# lane. The entries have the order of the arguments: `(None, 0)`.
def bills(prices, baskets):
    return jax.vmap(bill, in_axes=(0, None))(prices, baskets)


# %% wrong: columns_for_baskets
# You multiplied the prices by a column of `baskets`, which is one item in all baskets. A basket is
# a row. Use `vmap` with 0 for `baskets` in `in_axes`, because `bill` handles only one basket.
def bills(prices, baskets):
    return jax.vmap(bill, in_axes=(None, 1))(prices, baskets)


# %% wrong: baskets_summed
# You put all baskets on one bill. Each basket has its own bill with its own voucher. Map `bill`
# over the rows.
def bills(prices, baskets):
    return jnp.full(len(baskets), bill(prices, baskets.sum(axis=0)))


# %% wrong: voucher_forgotten
# You left out the voucher. Call `bill` for each row.
def bills(prices, baskets):
    return baskets @ prices


# %% wrong: negative_bills
# Some of your bills are negative, but a bill is at least 0. Call `bill` for each row.
def bills(prices, baskets):
    return baskets @ prices - 10


# %% wrong: one_at_a_time
# Your bills are right, but you compute them one after another: each iteration waits for the
# previous one. Use `vmap`, which computes them in parallel.
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
