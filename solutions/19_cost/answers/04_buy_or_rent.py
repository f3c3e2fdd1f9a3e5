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
