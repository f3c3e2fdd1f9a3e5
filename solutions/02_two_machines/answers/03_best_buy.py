# %% wrong: lowest_price
# You chose the cheapest machine. The cheapest machine may have a low peak for its price: compare
# the total peak of all kinds.
def best_peak(prices, peaks, budgets):
    cheapest = jnp.argmin(prices)
    return budgets // prices[cheapest] * peaks[cheapest]


# %% wrong: highest_peak
# You chose the machine with the highest peak. That machine may be expensive for its peak, or exceed
# the budget: compare the total peak of all kinds.
def best_peak(prices, peaks, budgets):
    strongest = jnp.argmax(peaks)
    return budgets // prices[strongest] * peaks[strongest]


# %% wrong: best_ratio
# You chose the machine with the most FLOP/s per dollar, regardless of the budget. You can buy only
# whole machines, so money can be left over, or the budget may be too small for one. Compare what
# each budget actually buys.
def best_peak(prices, peaks, budgets):
    best = jnp.argmax(peaks / prices)
    return budgets // prices[best] * peaks[best]


# %% wrong: fractional_machines
# You bought a fraction of a machine. Divide with `//` before you multiply by the peak.
def best_peak(prices, peaks, budgets):
    return (budgets[:, None] * peaks // prices).max(axis=1)


# %% wrong: one_machine
# You bought one machine for each budget. Buy as many machines as the budget allows.
def best_peak(prices, peaks, budgets):
    return jnp.where(prices <= budgets[:, None], peaks, 0).max(axis=1)


# %% wrong: one_budget_at_a_time
# Your values are right, but each iteration of your loop waits for the previous one, although
# budgets are independent. Compute the whole table in parallel.
def best_peak(prices, peaks, budgets):
    return jax.lax.map(lambda budget: (budget // prices * peaks).max(), budgets)


# %% wrong: kinds_summed
# You added all kinds, each bought with the whole budget. You can buy only one kind: take the best
# one.
def best_peak(prices, peaks, budgets):
    return (budgets[:, None] // prices * peaks).sum(axis=1)


# %% wrong: index_returned
# You returned the index of the best kind. Return its total peak: `max`, not `argmax`.
def best_peak(prices, peaks, budgets):
    return (budgets[:, None] // prices * peaks).argmax(axis=1)


# %% wrong: one_kind_at_a_time
# Your values are right, but each kind waits for the comparison of the previous one. Compute all
# kinds in parallel and reduce with `max`, which needs few dependent steps.
def best_peak(prices, peaks, budgets):
    def compared(best, kind):
        price, peak = kind
        return jnp.maximum(best, budgets // price * peak), None

    return jax.lax.scan(compared, jnp.zeros_like(budgets), (prices, peaks))[0]


# %% wrong: count_returned
# You returned the largest number of machines. Return the largest total peak: multiply each number
# by the peak of its kind.
def best_peak(prices, peaks, budgets):
    return (budgets[:, None] // prices).max(axis=1)


# %% wrong: highest_affordable_peak
# You chose the machine with the highest peak among those that you can afford. Two machines of a
# weaker kind can have a higher total: compare what the whole budget buys.
def best_peak(prices, peaks, budgets):
    strongest = jnp.where(prices <= budgets[:, None], peaks, 0).argmax(axis=1)
    return budgets // prices[strongest] * peaks[strongest]


# %% wrong: best_affordable_ratio
# You chose the machine with the most FLOP/s per dollar among those that you can afford. The budget
# may leave a remainder, so another kind may give a higher total. Compare the totals.
def best_peak(prices, peaks, budgets):
    best = jnp.where(prices <= budgets[:, None], peaks / prices, 0).argmax(axis=1)
    return budgets // prices[best] * peaks[best]


# %% right: with_vmap
def best_peak(prices, peaks, budgets):
    return jax.vmap(lambda budget: jnp.max(budget // prices * peaks))(budgets)


# %% right: machines_in_rows
def best_peak(prices, peaks, budgets):
    table = peaks[:, None] * jnp.floor_divide(budgets, prices[:, None])
    return jnp.max(table, axis=0)


# %% right: max_of_products
def best_peak(prices, peaks, budgets):
    totals = jnp.expand_dims(budgets, 1) // prices * peaks
    best = totals.argmax(axis=1)
    return jnp.take_along_axis(totals, best[:, None], axis=1)[:, 0]
