# %% wrong: full_intermediate
# Your prices are right, but you create an array of `m n k` elements. (`vmap` over rows and columns
# creates it too, and so does a `scan` that returns the best prices of every step.) Keep only the
# best prices so far, as a carry.
def cheapest_change(out, back):
    return (out[:, :, None] + back).min(1)


# %% wrong: ordinary_product
# You computed the ordinary matrix product, which multiplies prices and adds over all changes. Add
# the prices along a journey, and take the minimum over all changes.
def cheapest_change(out, back):
    return out @ back


# %% wrong: started_at_zero
# You returned 0 for every journey: your best price starts at 0, and no price is lower. Start with
# `jnp.inf`, which is above every price.
#
# -    best = jnp.full((out.shape[0], back.shape[1]), jnp.inf, out.dtype)
# +    best = jnp.zeros((out.shape[0], back.shape[1]), out.dtype)


# %% wrong: started_at_first_price
# You returned the initial value of your best price for every journey that costs more. Prices have
# no upper limit, so start with `jnp.inf`.
#
# -    best = jnp.full((out.shape[0], back.shape[1]), jnp.inf, out.dtype)
# +    best = jnp.full((out.shape[0], back.shape[1]), 1000.0, out.dtype)


# %% wrong: last_change_only
# You kept the prices of the last change and discarded the earlier ones. Take the minimum of each
# price and the best price so far.
def cheapest_change(out, back):
    best = jnp.full((out.shape[0], back.shape[1]), jnp.inf, out.dtype)
    return jax.lax.fori_loop(0, out.shape[1], lambda i, best: out[:, i, None] + back[i], best)


# %% wrong: minima_added
# You added the lowest price in a row of `out` and the lowest in a column of `back`. The two prices
# may belong to different changes, and then no such journey exists. Add the prices of one change,
# then take the minimum.
def cheapest_change(out, back):
    return out.min(1)[:, None] + back.min(0)


# %% wrong: maximum_taken
# You kept the highest price, but the task asks for the lowest. Use `jnp.minimum`.
def cheapest_change(out, back):
    best = jnp.full((out.shape[0], back.shape[1]), -jnp.inf, out.dtype)
    return jax.lax.fori_loop(
        0, out.shape[1], lambda i, best: jnp.maximum(best, out[:, i, None] + back[i]), best
    )


# %% wrong: one_change_left_out
# You left out one change: your loop starts at 1 or ends one early. Loop from 0 to `k`: `fori_loop`
# excludes its upper bound.
#
# -        0, out.shape[1], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best
# +        1, out.shape[1], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best


# %% wrong: changes_summed
# You added up the prices of all changes. A journey uses one of them. Take the minimum with
# `jnp.minimum`.
def cheapest_change(out, back):
    total = jnp.zeros((out.shape[0], back.shape[1]), out.dtype)
    return jax.lax.fori_loop(
        0, out.shape[1], lambda i, total: total + out[:, i, None] + back[i], total
    )


# %% wrong: loop_over_towns
# Your loop has one iteration for each town of departure. Iterate over the `k` changes: the columns
# of `out`, which are the rows of `back`.
#
# -        0, out.shape[1], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best
# +        0, out.shape[0], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best


# %% wrong: elementwise_sum
# You added two vectors element by element, but their lengths may differ. Every element of one must
# be added to every element of the other. Make one a column: use `None` as the second axis.
#
# -        0, out.shape[1], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best
# +        0, out.shape[1], lambda i, best: jnp.minimum(best, out[:, i] + back[i]), best


# %% right: with_scan
def cheapest_change(out, back):
    def change(best, prices):
        there, onward = prices
        return jnp.minimum(best, there[:, None] + onward[None, :]), None

    start = jnp.full((out.shape[0], back.shape[1]), jnp.inf)
    return jax.lax.scan(change, start, (out.T, back))[0]


# %% right: python_loop
def cheapest_change(out, back):
    best = out[:, :1] + back[:1]
    for i in range(1, out.shape[1]):
        best = jnp.minimum(best, out[:, i : i + 1] + back[i : i + 1])
    return best


# %% right: town_by_town
def cheapest_change(out, back):
    return jax.lax.map(lambda prices: (prices[:, None] + back).min(0), out)


# %% right: with_where
def cheapest_change(out, back):
    def change(i, best):
        price = jnp.expand_dims(out[:, i], 1) + back[i]
        return jnp.where(price < best, price, best)

    return jax.lax.fori_loop(1, out.shape[1], change, out[:, :1] + back[0])


# %% right: column_by_column
def cheapest_change(out, back):
    return jax.lax.map(lambda onward: jnp.min(out + onward, axis=1), back.T).T
