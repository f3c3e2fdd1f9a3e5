# %% wrong: the_cube
# Your prices are right, but you make a cube: `m n k` numbers stand side by side. (`vmap` over rows
# and columns makes the same cube, and so does a `scan` that returns the best of every step.) Keep
# the best so far, as a carry, and nothing else.
def cheapest_change(out, back):
    return (out[:, :, None] + back).min(1)


# %% wrong: ordinary_product
# That is the ordinary product: it multiplies the prices and adds up over all changes. Here prices
# along a journey are added, and of all changes the cheapest counts.
def cheapest_change(out, back):
    return out @ back


# %% wrong: started_at_zero
# In your answer every journey is free: your best price starts at 0, and nothing is cheaper. Start
# with a price that any other one beats, `jnp.inf`.
#
# -    best = jnp.full((out.shape[0], back.shape[1]), jnp.inf, out.dtype)
# +    best = jnp.zeros((out.shape[0], back.shape[1]), out.dtype)


# %% wrong: started_too_low
# Where a journey costs more than the price you started with, your answer is that price. Nobody said
# how much a journey can cost: start with `jnp.inf`.
#
# -    best = jnp.full((out.shape[0], back.shape[1]), jnp.inf, out.dtype)
# +    best = jnp.full((out.shape[0], back.shape[1]), 1000.0, out.dtype)


# %% wrong: kept_the_last
# You kept the prices of the last change and dropped the ones before it. Compare each with the
# best so far.
def cheapest_change(out, back):
    best = jnp.full((out.shape[0], back.shape[1]), jnp.inf, out.dtype)
    return jax.lax.fori_loop(0, out.shape[1], lambda i, best: out[:, i, None] + back[i], best)


# %% wrong: added_the_bests
# You added the cheapest way out to the cheapest way back. They may change in different places, and
# then there is no such journey.
def cheapest_change(out, back):
    return out.min(1)[:, None] + back.min(0)


# %% wrong: the_dearest
# You kept the highest price. The cheapest journey is asked for: `jnp.minimum`.
def cheapest_change(out, back):
    best = jnp.full((out.shape[0], back.shape[1]), -jnp.inf, out.dtype)
    return jax.lax.fori_loop(
        0, out.shape[1], lambda i, best: jnp.maximum(best, out[:, i, None] + back[i]), best
    )


# %% wrong: one_place_left_out
# One place of change is left out: your loop begins at 1, or it ends one early. It goes from 0 to
# `k`, and `fori_loop` leaves out its upper end by itself.
#
# -        0, out.shape[1], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best
# +        1, out.shape[1], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best


# %% wrong: all_changes_added
# You added up the prices of all changes. A journey makes one of them: of all prices the smallest
# counts, `jnp.minimum`.
def cheapest_change(out, back):
    total = jnp.zeros((out.shape[0], back.shape[1]), out.dtype)
    return jax.lax.fori_loop(
        0, out.shape[1], lambda i, total: total + out[:, i, None] + back[i], total
    )


# %% wrong: a_turn_for_each_town
# Your loop has a turn for each town where a journey begins. What it goes through are the places of
# change, `k` of them: the columns of `out`, the rows of `back`.
#
# -        0, out.shape[1], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best
# +        0, out.shape[0], lambda i, best: jnp.minimum(best, out[:, i, None] + back[i]), best


# %% wrong: two_rows_added
# You added two rows, number by number, and they need not be equally long. Every town of the one
# meets every town of the other: stand one of the two up as a column, with `None` as a second axis.
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
