# %% wrong: as_it_was
# Your values are right, but it is the same chain: each multiply-add waits for the one before, so
# one lane works and the others do nothing. Add up terms that do not need one another.
def polynomial(coefficients, x):
    def multiply_add(total, coefficient):
        return total * x + coefficient, None

    return jax.lax.scan(multiply_add, jnp.zeros_like(x), coefficients)[0]


# %% wrong: four_chains
# Your values are right, and a few chains run side by side. That is how a core keeps several
# multiply-adds under way, and it takes fewer steps; but twice the coefficients still take twice the
# steps. Let every coefficient have its own power.
def polynomial(coefficients, x):
    columns = jnp.pad(coefficients, (-len(coefficients) % 4, 0)).reshape(-1, 4)

    def multiply_add(totals, row):
        return totals * x**4 + row, None

    totals = jax.lax.scan(multiply_add, jnp.zeros(4), columns)[0]
    return (totals * x ** jnp.arange(3, -1, -1)).sum()


# %% wrong: added_one_after_another
# Your values are right, but they still come one after another: Python's `sum` adds one term to the
# next, or a loop makes each power of the one before. Write the powers down as one array, `x **
# jnp.arange(...)`, and let `jnp.sum` add the terms.
def polynomial(coefficients, x):
    n = len(coefficients)
    return sum(coefficients[i] * x ** (n - 1 - i) for i in range(n))


# %% wrong: added_from_the_lowest
# Your values are right, but Python adds one term to the next. Write the powers as one array, `x **
# jnp.arange(...)`, and let `jnp.sum` add the terms.
#
# -    powers = x ** jnp.arange(len(coefficients) - 1, -1, -1)
# -    return (coefficients * powers).sum()
# +    return sum(each * x**power for power, each in enumerate(coefficients[::-1]))


# %% wrong: lowest_first
# Your powers run the other way: the *first* coefficient belongs to the highest power.
def polynomial(coefficients, x):
    return (coefficients * x ** jnp.arange(len(coefficients))).sum()


# %% wrong: one_power_too_high
# Every power is one too high. The last coefficient has the power 0.
def polynomial(coefficients, x):
    return (coefficients * x ** jnp.arange(len(coefficients), 0, -1)).sum()


# %% wrong: no_powers
# You multiplied every coefficient by `x` once. Each has a power of its own.
def polynomial(coefficients, x):
    return (coefficients * x).sum()


# %% wrong: one_power_after_another
# Your values are right. No power needs another one here, and still each waits in your loop for the
# one before. Write all powers down as one array, `x ** jnp.arange(...)`, and add them up at once.
def polynomial(coefficients, x):
    n = len(coefficients)

    def term(i, total):
        return total + coefficients[i] * x ** (n - 1 - i)

    return jax.lax.fori_loop(0, n, term, jnp.zeros_like(x))


# %% wrong: terms_not_added
# Those are the terms, one for each coefficient. The value of the polynomial is their sum.
def polynomial(coefficients, x):
    return coefficients * x ** jnp.arange(len(coefficients) - 1, -1, -1)


# %% wrong: power_zero_missing
# Your powers end at 1. `arange` leaves its end out, and the last coefficient needs the power 0.
def polynomial(coefficients, x):
    return (coefficients * x ** jnp.arange(len(coefficients) - 1, 0, -1)).sum()


# %% wrong: coefficient_to_the_power
# You took the coefficient to the power as well. Only `x` has one: first the power, then the
# product.
def polynomial(coefficients, x):
    return ((coefficients * x) ** jnp.arange(len(coefficients) - 1, -1, -1)).sum()


# %% right: powers_by_cumprod
def polynomial(coefficients, x):
    factors = jnp.full_like(coefficients, x).at[0].set(1)
    return jnp.dot(coefficients[::-1], jnp.cumprod(factors))


# %% right: with_vander
def polynomial(coefficients, x):
    return jnp.vander(x[None], len(coefficients))[0] @ coefficients


# %% right: two_at_a_time
def polynomial(coefficients, x):
    count = 1 << max(len(coefficients) - 1, 0).bit_length()
    terms = jnp.pad(coefficients, (count - len(coefficients), 0))
    while len(terms) > 1:
        terms, x = terms[::2] * x + terms[1::2], x * x
    return terms[0]
