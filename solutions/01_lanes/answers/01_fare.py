# %% wrong: last_word_wins
# You asked in the order of the `if`s, and each `where` overwrites the ones before it: a trip below
# 3 km is also below 10. In a chain of `if`s the *first* that fits wins, so its `where` must come
# last, outside.
def fares(km):
    fare = jnp.where(km < 0, 0, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km < 10, 2 * km, fare)


# %% wrong: masks_overlap
# You added up masked fares, and a trip below 3 km is also below 10: it paid twice. Masks that are
# added must not overlap, or use `where`.
def fares(km):
    return (
        jnp.where((km >= 0) & (km < 3), 5, 0)
        + jnp.where((km >= 0) & (km < 10), 2 * km, 0)
        + jnp.where(km >= 10, km + 6, 0)
    )


# %% wrong: edges_moved
# Right, except for the edges: `km < 3` leaves out 3 itself, and `km < 10` leaves out 10.
def fares(km):
    fare = jnp.where(km <= 10, 2 * km, km + 6)
    fare = jnp.where(km <= 3, 5, fare)
    return jnp.where(km < 0, 0, fare)


# %% wrong: mistakes_pay
# An entry below 0 pays 5. It costs nothing: the `where` for it is missing, or a later one
# overwrites it.
def fares(km):
    fare = jnp.where(km < 10, 2 * km, km + 6)
    return jnp.where(km < 3, 5, fare)


# %% wrong: one_after_another
# Your fares are right, but you take one trip after another: each turn of your loop waits for the
# one before, although no trip needs another. That is one lane at work. Ask `where` about all trips
# at once.
def fares(km):
    def one(none, km):
        fare = jnp.where(km < 10, 2 * km, km + 6)
        return none, jnp.where(km < 0, 0, jnp.where(km < 3, 5, fare))

    return jax.lax.scan(one, None, km)[1]


# %% wrong: edge_at_zero_too
# Right, except for the edges: 0 km is a trip, not a mistake (`km < 0`), and `km < 3` and `km < 10`
# leave out 3 and 10 themselves.
def fares(km):
    fare = jnp.where(km <= 10, 2 * km, km + 6)
    fare = jnp.where(km <= 3, 5, fare)
    return jnp.where(km <= 0, 0, fare)


# %% wrong: edges_of_whole_kilometres
# You asked as if kilometres were whole. 2.5 km is below 3 as well: ask `km < 3`, not `km <= 2`.
def fares(km):
    fare = jnp.where(km <= 9, 2 * km, km + 6)
    fare = jnp.where(km <= 2, 5, fare)
    return jnp.where(km <= -1, 0, fare)


# %% wrong: kilometres_without_their_metres
# You made whole numbers of the kilometres, or of the fares. They come as floats and stay floats.
def fares(km):
    fare = jnp.where(km < 10, 2 * km, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km < 0, 0, fare).astype(jnp.int32)


# %% wrong: edge_at_three
# Right, except for one edge: a trip of exactly 3 km is not below 3.
def fares(km):
    fare = jnp.where(km < 10, 2 * km, km + 6)
    fare = jnp.where(km <= 3, 5, fare)
    return jnp.where(km < 0, 0, fare)


# %% wrong: edge_at_ten
# Right, except for one edge: a trip of exactly 10 km is not below 10.
def fares(km):
    fare = jnp.where(km <= 10, 2 * km, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km < 0, 0, fare)


# %% wrong: edge_at_zero
# Right, except for one edge: 0 km is not below 0. It is a trip, and a trip costs 5 at least.
def fares(km):
    fare = jnp.where(km < 10, 2 * km, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km <= 0, 0, fare)


# %% right: with_select
def fares(km):
    return jnp.select([km < 0, km < 3, km < 10], [0 * km, 0 * km + 5, 2 * km], km + 6)


# %% right: masks_that_do_not_overlap
def fares(km):
    short = (km >= 0) & (km < 3)
    middle = (km >= 3) & (km < 10)
    return 5 * short + 2 * km * middle + (km + 6) * (km >= 10)


# %% right: vmap_of_one
def fares(km):
    def one(km):
        return jnp.where(km < 0, 0, jnp.where(km < 3, 5, jnp.where(km < 10, 2 * km, km + 6)))

    return jax.vmap(one)(km)


# %% right: with_piecewise
def fares(km):
    return jnp.piecewise(
        km,
        [km < 0, (km >= 0) & (km < 3), (km >= 3) & (km < 10)],
        [0, 5, lambda k: 2 * k, lambda k: k + 6],
    )


# %% right: from_a_table
# Half kilometres, since the fares' edges lie there: a table of these is right. It is `fare_of_one`
# asked for each, and looked up for all trips at once.
def fares(km):
    table = [fare_of_one(half / 2) for half in range(-8, 29)]
    return jnp.array(table, "f4")[(2 * km).astype("i4") + 8]


# %% right: by_the_number_of_the_rule
def fares(km):
    rule = jnp.searchsorted(jnp.array([0.0, 3.0, 10.0]), km, side="right")
    return jnp.choose(rule, [0 * km, 0 * km + 5, 2 * km, km + 6], mode="clip")
