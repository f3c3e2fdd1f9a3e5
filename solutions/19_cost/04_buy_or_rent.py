# ---
# title: Buy it, or rent it?
# kind: program
# points: 2
# minutes: 18
# hints:
#   - "Each hour of use saves what renting costs and owning does not. After how many hours have the
#     savings paid for the machine?"
#   - "`rent - running[:, None]` is a table, a row for each machine. The hours are the price divided
#     by it and rounded up; whole numbers stay whole numbers with `//`."
#   - "`-(-price[:, None] // saved)` rounds up. Divide by `jnp.maximum(saved, 1)`, and let
#     `jnp.where(saved > 0, hours, -1)` say where there is no such hour."
# choices:
#   "jnp.maximum(saved, 1)": where nothing is saved the quotient is not used
# ---

# %% [markdown]
# For every machine that you could buy and every offer to rent, find the first whole number of hours
# of use at which buying costs no more than renting.
#
# Machine `i` costs `price[i]` cents once, and `running[i]` cents of electricity for each hour that
# you use it. Offer `k` costs `rent[k]` cents an hour. Where renting never costs as much as buying,
# the answer is -1. All are whole numbers of int32 and so are the answers; prices are at least 1
# and go up to thirty million cents, where float32 has every second number only. No pair waits for
# another: let all of them be worked on at once.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def first_hours(price, running, rent):
    """price: i32[m], running: i32[m], rent: i32[k] -> i32[m, k]. Two to four lines."""
    ### BEGIN SOLUTION
    saved = rent - running[:, None]
    hours = -(-price[:, None] // jnp.maximum(saved, 1))
    return jnp.where(saved > 0, hours, -1)
    ### END SOLUTION


# %% check
import numpy as np


def plainly(price, running, rent):
    def first(price, running, rent):
        return -1 if rent <= running else -(-price // (rent - running))

    pairs = zip(price, running, strict=True)
    return np.array([[first(int(p), int(w), int(r)) for r in rent] for p, w in pairs])


def offers(draw):
    m, k = draw.each([(9, 8), (1, 3), (5, 1), (4, 6), (3, 8)])
    power = [draw.int(20, 90) for _ in range(m)]
    hours = [draw.int(2, 20_000) for _ in range(m)]
    odd = 2 * draw.int(2**23 + 1, 14_000_000) + 1  # no number of float32
    # Against the first offer: exactly so many whole hours, or one cent too dear for them; then
    # nothing saved, and a loss; then a saving of one cent.
    first = power[0] + draw.each([7, 1, 3, 1, 11])
    rent = [first, power[0], power[0] - 5, power[0] + 1]
    rent = (rent + [draw.int(10, 400) for _ in range(k)])[:k]
    price = [(first - power[0]) * hours[0]]
    for i in range(1, m):
        exact = max(first - power[i], 1) * hours[i]
        price.append((exact, exact + 1, odd, exact - 1 or 1)[i % 4])
    price[0] += draw.each([0, 1])
    if draw.each([0, 0, 1]):
        price[0] = odd

    def filled(values):
        return draw.array("i32", (len(values),), 0, 0, then=lambda _: np.array(values))

    return filled(price), filled(power), filled(rent)


check(first_hours, spec=plainly, given=offers, budget=Budget(work=3, span=3))
