# %% wrong: lowest_price
# You chose the machine that costs least. It may do little for its price.
def best_peak(prices, peaks, budgets):
    cheapest = jnp.argmin(prices)
    return budgets // prices[cheapest] * peaks[cheapest]


# %% wrong: highest_peak
# You chose the machine with the highest peak. It may cost more than its peak is worth, or more
# than you have.
def best_peak(prices, peaks, budgets):
    strongest = jnp.argmax(peaks)
    return budgets // prices[strongest] * peaks[strongest]


# %% wrong: best_ratio
# You chose the machine with the most FLOP/s for each dollar, whatever the budget. Machines come
# whole: what is left over buys nothing, and a machine you cannot pay for does nothing.
def best_peak(prices, peaks, budgets):
    best = jnp.argmax(peaks / prices)
    return budgets // prices[best] * peaks[best]


# %% wrong: part_of_a_machine
# You bought a part of a machine. Divide with `//`, before you multiply by the peak.
def best_peak(prices, peaks, budgets):
    return (budgets[:, None] * peaks // prices).max(axis=1)


# %% wrong: one_machine
# You bought one machine for each budget. Buy as many as it pays for.
def best_peak(prices, peaks, budgets):
    return jnp.where(prices <= budgets[:, None], peaks, 0).max(axis=1)


# %% wrong: one_budget_after_another
# Your answers are right, but you take one budget after another: each turn of the loop waits for the
# one before, though no budget needs another's answer. Work on the whole table at once.
def best_peak(prices, peaks, budgets):
    return jax.lax.map(lambda budget: (budget // prices * peaks).max(), budgets)


# %% wrong: all_kinds_together
# You added up all kinds, each bought with the whole budget. A rack takes one kind: choose the best.
def best_peak(prices, peaks, budgets):
    return (budgets[:, None] // prices * peaks).sum(axis=1)


# %% wrong: place_for_peak
# You returned which kind is best. Its peak is asked for: `max`, not `argmax`.
def best_peak(prices, peaks, budgets):
    return (budgets[:, None] // prices * peaks).argmax(axis=1)


# %% wrong: one_kind_after_another
# Your values are right, but each kind waits until the one before it has been compared. Work out all
# kinds at once, and let `max` choose: it needs few steps in a row.
def best_peak(prices, peaks, budgets):
    def compared(best, kind):
        price, peak = kind
        return jnp.maximum(best, budgets // price * peak), None

    return jax.lax.scan(compared, jnp.zeros_like(budgets), (prices, peaks))[0]


# %% wrong: machines_for_peak
# You returned how many machines a budget buys at most. The task asks for the peak that it buys:
# each machine brings its own.
def best_peak(prices, peaks, budgets):
    return (budgets[:, None] // prices).max(axis=1)


# %% wrong: strongest_you_can_pay
# You chose the machine with the highest peak among those that you can pay for. Two of a weaker kind
# may do more: compare what the whole budget buys.
def best_peak(prices, peaks, budgets):
    strongest = jnp.where(prices <= budgets[:, None], peaks, 0).argmax(axis=1)
    return budgets // prices[strongest] * peaks[strongest]


# %% wrong: best_ratio_you_can_pay
# You chose the machine with the most FLOP/s for each dollar among those that you can pay for. What
# is left over buys nothing, so another kind may use the budget better.
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


# %% right: take_the_best
def best_peak(prices, peaks, budgets):
    totals = jnp.expand_dims(budgets, 1) // prices * peaks
    best = totals.argmax(axis=1)
    return jnp.take_along_axis(totals, best[:, None], axis=1)[:, 0]
