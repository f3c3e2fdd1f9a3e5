# %% wrong: later_where_overwrites
# You applied the conditions in the order of the `if`s, but each later `where` overwrites the
# earlier ones: a trip below 3 km is also below 10 km. In a chain of `if`s the *first* true
# condition wins, so its `where` must come last, as the outermost one.
def fares(km):
    fare = jnp.where(km < 0, 0, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km < 10, 2 * km, fare)


# %% wrong: masks_overlap
# You added masked fares, but a trip below 3 km is also below 10 km, so you charged it two fares.
# Make the masks exclusive before you add, or use `where`.
def fares(km):
    return (
        jnp.where((km >= 0) & (km < 3), 5, 0)
        + jnp.where((km >= 0) & (km < 10), 2 * km, 0)
        + jnp.where(km >= 10, km + 6, 0)
    )


# %% wrong: boundaries_included
# Your fares at the boundaries are wrong: `km < 3` excludes 3 itself, and `km < 10` excludes 10. Use
# `<` instead of `<=`.
def fares(km):
    fare = jnp.where(km <= 10, 2 * km, km + 6)
    fare = jnp.where(km <= 3, 5, fare)
    return jnp.where(km < 0, 0, fare)


# %% wrong: negative_distance_pays
# You charged 5 for a negative distance, but its fare is 0. Either the `where` for negative
# distances is missing, or a later `where` overwrites its result.
def fares(km):
    fare = jnp.where(km < 10, 2 * km, km + 6)
    return jnp.where(km < 3, 5, fare)


# %% wrong: sequential_loop
# Your fares are right, but each iteration of your loop waits for the previous one, although the
# trips are independent. Only one lane works. Apply `where` to the whole array.
def fares(km):
    def one(none, km):
        fare = jnp.where(km < 10, 2 * km, km + 6)
        return none, jnp.where(km < 0, 0, jnp.where(km < 3, 5, fare))

    return jax.lax.scan(one, None, km)[1]


# %% wrong: all_boundaries_wrong
# Your fares at the boundaries are wrong: 0 km is a valid trip (only `km < 0` is invalid), and `km <
# 3` and `km < 10` exclude 3 and 10 themselves.
def fares(km):
    fare = jnp.where(km <= 10, 2 * km, km + 6)
    fare = jnp.where(km <= 3, 5, fare)
    return jnp.where(km <= 0, 0, fare)


# %% wrong: integer_boundaries
# You assumed whole kilometers. A trip of 2.5 km is below 3 km as well: compare with `km < 3`, not
# `km <= 2`.
def fares(km):
    fare = jnp.where(km <= 9, 2 * km, km + 6)
    fare = jnp.where(km <= 2, 5, fare)
    return jnp.where(km <= -1, 0, fare)


# %% wrong: integer_dtype
# You converted the distances or the fares to integers. Distances and fares are floats: keep their
# dtype.
def fares(km):
    fare = jnp.where(km < 10, 2 * km, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km < 0, 0, fare).astype(jnp.int32)


# %% wrong: boundary_at_3
# Your fare at one boundary is wrong: a trip of exactly 3 km is not below 3 km.
def fares(km):
    fare = jnp.where(km < 10, 2 * km, km + 6)
    fare = jnp.where(km <= 3, 5, fare)
    return jnp.where(km < 0, 0, fare)


# %% wrong: boundary_at_10
# Your fare at one boundary is wrong: a trip of exactly 10 km is not below 10 km.
def fares(km):
    fare = jnp.where(km <= 10, 2 * km, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km < 0, 0, fare)


# %% wrong: boundary_at_0
# Your fare at one boundary is wrong: 0 km is not below 0. A trip of 0 km is valid, and its fare is
# 5.
def fares(km):
    fare = jnp.where(km < 10, 2 * km, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km <= 0, 0, fare)


# %% right: with_select
def fares(km):
    return jnp.select([km < 0, km < 3, km < 10], [0 * km, 0 * km + 5, 2 * km], km + 6)


# %% right: disjoint_masks
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


# %% right: lookup_table
# All distances are multiples of 0.5 km, so a table of `fare_of_one` with one look-up per trip is
# correct.
def fares(km):
    table = [fare_of_one(half / 2) for half in range(-8, 29)]
    return jnp.array(table, "f4")[(2 * km).astype("i4") + 8]


# %% right: by_rule_index
def fares(km):
    rule = jnp.searchsorted(jnp.array([0.0, 3.0, 10.0]), km, side="right")
    return jnp.choose(rule, [0 * km, 0 * km + 5, 2 * km, km + 6], mode="clip")
