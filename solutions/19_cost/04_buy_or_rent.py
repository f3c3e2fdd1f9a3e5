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


# %% wrong: rounded_down
# You rounded down: at that hour buying still costs more, unless the division has no remainder. The
# first hour at which it costs no more is the next whole one.
#
# -    hours = -(-price[:, None] // jnp.maximum(saved, 1))
# +    hours = price[:, None] // jnp.maximum(saved, 1)


# %% wrong: always_one_more
# You added an hour where the division has no remainder. There buying costs exactly as much, and
# that is no more.
#
# -    hours = -(-price[:, None] // jnp.maximum(saved, 1))
# +    hours = price[:, None] // jnp.maximum(saved, 1) + 1


# %% wrong: electricity_forgotten
# You let your own machine run for free. Each hour of it costs `running`, so an hour saves the rent
# minus that.
#
# -    saved = rent - running[:, None]
# +    saved = rent - 0 * running[:, None]


# %% wrong: electricity_on_top
# You let an hour save the rent *and* the electricity. It costs the electricity, and saves the rent.
#
# -    saved = rent - running[:, None]
# +    saved = rent + running[:, None]


# %% wrong: nothing_saved
# You gave hours where an hour of renting costs no more than the electricity. There no number of
# hours is enough, and the answer is -1.
#
# -    return jnp.where(saved > 0, hours, -1)
# +    return hours


# %% wrong: as_dear
# You gave hours where an hour of renting costs exactly the electricity. It saves nothing, so buying
# never becomes cheaper: -1.
#
# -    return jnp.where(saved > 0, hours, -1)
# +    return jnp.where(saved >= 0, hours, -1)


# %% wrong: zero_for_never
# Where renting never costs as much, the answer is -1. You gave 0, as if buying cost nothing.
#
# -    return jnp.where(saved > 0, hours, -1)
# +    return jnp.where(saved > 0, hours, 0)


# %% wrong: in_float32
# You divided in float32. Beyond 16,777,216 it has every second whole number only: a price of one
# cent more is the same number, and the hour comes out one too early or too late. Divide whole
# numbers, with `//`.
#
# -    hours = -(-price[:, None] // jnp.maximum(saved, 1))
# +    hours = jnp.ceil(price[:, None] / jnp.maximum(saved, 1)).astype(jnp.int32)


# %% wrong: rounded_down_in_float32
# You divided in float32 and rounded down. The first hour at which buying costs no more is the next
# whole one; and large prices are exact only in whole numbers, with `//`.
#
# -    hours = -(-price[:, None] // jnp.maximum(saved, 1))
# +    hours = jnp.floor(price[:, None] / jnp.maximum(saved, 1)).astype(jnp.int32)


# %% wrong: minus_left
# Your hours are below zero. To round up with `//`, divide the negative number and put a minus in
# front of the result as well: `-(-a // b)`.
#
# -    hours = -(-price[:, None] // jnp.maximum(saved, 1))
# +    hours = -price[:, None] // jnp.maximum(saved, 1)


# %% wrong: offers_first
# Your table has a row for each offer. The task asks for a row for each machine and a column for
# each offer.
#
# -    return jnp.where(saved > 0, hours, -1)
# +    return jnp.where(saved > 0, hours, -1).T


# %% wrong: last_dear_hour
# You gave the last hour at which buying costs more. The task asks for the first at which it does
# not.
#
# -    hours = -(-price[:, None] // jnp.maximum(saved, 1))
# +    hours = (price[:, None] - 1) // jnp.maximum(saved, 1)


# %% wrong: one_at_a_time
# The values are right, but `jax.lax.map` takes one machine after another. No pair needs another
# pair's answer: use `jax.vmap` or a table of all pairs.
def first_hours(price, running, rent):
    def of_one(machine):
        price, running = machine
        saved = rent - running
        return jnp.where(saved > 0, -(-price // jnp.maximum(saved, 1)), -1)

    return jax.lax.map(of_one, (price, running))


# %% wrong: one_offer_at_a_time
# The values are right, but `jax.lax.map` takes one offer after another. No pair needs another
# pair's answer: use `jax.vmap` or a table of all pairs.
def first_hours(price, running, rent):
    def of_one(rent):
        saved = rent - running
        return jnp.where(saved > 0, -(-price // jnp.maximum(saved, 1)), -1)

    return jax.lax.map(of_one, rent).T


# %% right: pair_by_pair
def first_hours(price, running, rent):
    def first(price, running, rent):
        saved = jnp.where(rent > running, rent - running, 1)
        return jnp.where(rent > running, (price + saved - 1) // saved, -1)

    return jax.vmap(jax.vmap(first, (None, None, 0)), (0, 0, None))(price, running, rent)


# %% right: with_what_is_left
def first_hours(price, running, rent):
    price, saved = price[:, None], rent[None, :] - running[:, None]
    by = jnp.where(saved > 0, saved, 1)
    return jnp.where(saved > 0, price // by + (price % by != 0), -1)


# %% right: one_less_first
def first_hours(price, running, rent):
    saved = rent - running[:, None]
    whole = (price[:, None] - 1) // jnp.where(saved < 1, 1, saved) + 1
    return jnp.where(saved < 1, -1, whole)
