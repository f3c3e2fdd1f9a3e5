# %% wrong: numpy_inside
# `np.minimum` with `out=` writes into an array, and NumPy needs values that are not there yet. Use
# `jnp`, and return the new array from each turn.
def cheapest(fares):
    best = np.array(fares)
    for via in range(len(best)):
        np.minimum(best, best[:, via, None] + best[via], out=best)
    return best


# %% wrong: one_change
# Your journeys change once at most. Each turn has to start from the best prices so far, `best`, and
# not from the tickets.
#
# -        return jnp.minimum(best, best[:, via, None] + best[via])
# +        return jnp.minimum(best, fares[:, via, None] + fares[via])


# %% wrong: a_row_for_the_column
# `best[:, via]` is a column, and as soon as it is taken out it lies like a row: so the price from
# town `j` was added where that from town `i` belongs. Stand it up again: `[:, via, None]`.
#
# -        return jnp.minimum(best, best[:, via, None] + best[via])
# +        return jnp.minimum(best, best[:, via] + best[via])


# %% wrong: kept_the_last
# You kept the journeys by way of the last town. Take the cheaper of those and of the best so far.
#
# -        return jnp.minimum(best, best[:, via, None] + best[via])
# +        return best[:, via, None] + best[via]


# %% wrong: ticket_onward
# You go to the change by the cheapest journey, and on from there by a single ticket. Both parts may
# have changes of their own.
#
# -        return jnp.minimum(best, best[:, via, None] + best[via])
# +        return jnp.minimum(best, best[:, via, None] + fares[via])


# %% wrong: last_town_left_out
# Your journeys never change in the last town: `fori_loop(0, n, ...)` already makes the turns 0 to
# `n - 1`.
#
# -    return jax.lax.fori_loop(0, len(fares), turn, fares)
# +    return jax.lax.fori_loop(0, len(fares) - 1, turn, fares)


# %% wrong: to_it_and_from_it_swapped
# You took the prices that lead from `via` for those that lead to it. `best[i, j]` leads from `i` to
# `j`: a column holds the ways to a town, a row the ways from it.
#
# -        return jnp.minimum(best, best[:, via, None] + best[via])
# +        return jnp.minimum(best, best[via][:, None] + best[:, via])


# %% right: with_scan
def cheapest(fares):
    def turn(best, via):
        return jnp.minimum(best, best[:, via][:, None] + best[via][None]), None

    return jax.lax.scan(turn, fares, jnp.arange(len(fares)))[0]


# %% right: with_while_loop
def cheapest(fares):
    def turn(state):
        via, best = state
        prices = jnp.take(best, via, axis=1)[:, None] + jnp.take(best, via, axis=0)
        return via + 1, jnp.minimum(best, prices)

    return jax.lax.while_loop(lambda state: state[0] < len(fares), turn, (0, fares))[1]


# %% right: with_where_and_take
def cheapest(fares):
    def turn(best, via):
        prices = jnp.take(best, via, axis=1)[:, None] + jnp.take(best, via, axis=0)
        return jnp.where(prices < best, prices, best), None

    return jax.lax.scan(turn, fares, jnp.arange(len(fares)))[0]


# %% right: with_where
@jax.jit
def cheapest(fares):
    def turn(via, best):
        prices = best[:, via][:, None] + best[None, via]
        return jnp.where(prices < best, prices, best)

    return jax.lax.fori_loop(0, fares.shape[0], turn, fares)
