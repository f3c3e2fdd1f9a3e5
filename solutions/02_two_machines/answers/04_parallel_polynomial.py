# %% wrong: unchanged
# Your values are right, but this is the same chain: each multiply-add waits for the previous one,
# so one lane works and the others are idle. Add independent terms instead.
def polynomial(coefficients, x):
    def multiply_add(total, coefficient):
        return total * x + coefficient, None

    return jax.lax.scan(multiply_add, jnp.zeros_like(x), coefficients)[0]


# %% wrong: four_chains
# Your values are right, and a few chains run in parallel, which takes fewer dependent steps.
# However, twice as many coefficients still take twice as many steps. Compute a separate power for
# each coefficient.
def polynomial(coefficients, x):
    columns = jnp.pad(coefficients, (-len(coefficients) % 4, 0)).reshape(-1, 4)

    def multiply_add(totals, row):
        return totals * x**4 + row, None

    totals = jax.lax.scan(multiply_add, jnp.zeros(4), columns)[0]
    return (totals * x ** jnp.arange(3, -1, -1)).sum()


# %% wrong: sequential_sum
# Your values are right, but the steps are still dependent: Python's `sum` adds one term after
# another, or a loop computes each power from the previous one. Compute the powers as one array, `x
# ** jnp.arange(...)`, and add the terms with `jnp.sum`.
def polynomial(coefficients, x):
    n = len(coefficients)
    return sum(coefficients[i] * x ** (n - 1 - i) for i in range(n))


# %% wrong: sequential_sum_reversed
# Your values are right, but Python adds one term after another. Compute the powers as one array, `x
# ** jnp.arange(...)`, and add the terms with `jnp.sum`.
#
# -    powers = x ** jnp.arange(len(coefficients) - 1, -1, -1)
# -    return (coefficients * powers).sum()
# +    return sum(each * x**power for power, each in enumerate(coefficients[::-1]))


# %% wrong: coefficients_reversed
# Your powers are in the wrong order. The *first* coefficient belongs to the highest power.
def polynomial(coefficients, x):
    return (coefficients * x ** jnp.arange(len(coefficients))).sum()


# %% wrong: one_power_too_high
# Every power is one too high. The last coefficient has the power 0.
def polynomial(coefficients, x):
    return (coefficients * x ** jnp.arange(len(coefficients), 0, -1)).sum()


# %% wrong: no_powers
# You multiplied every coefficient by `x` once. Each coefficient has its own power.
def polynomial(coefficients, x):
    return (coefficients * x).sum()


# %% wrong: sequential_powers
# Your values are right, but each iteration of your loop waits for the previous one, although the
# powers are independent. Compute all powers as one array, `x ** jnp.arange(...)`, and add the terms
# with `jnp.sum`.
def polynomial(coefficients, x):
    n = len(coefficients)

    def term(i, total):
        return total + coefficients[i] * x ** (n - 1 - i)

    return jax.lax.fori_loop(0, n, term, jnp.zeros_like(x))


# %% wrong: terms_returned
# You returned the terms, one for each coefficient. The value of the polynomial is their sum.
def polynomial(coefficients, x):
    return coefficients * x ** jnp.arange(len(coefficients) - 1, -1, -1)


# %% wrong: constant_term_missing
# Your powers end at 1. `arange` excludes its end, and the last coefficient needs the power 0.
def polynomial(coefficients, x):
    return (coefficients * x ** jnp.arange(len(coefficients) - 1, 0, -1)).sum()


# %% wrong: coefficient_raised
# You raised the coefficient to the power as well. Compute the power of `x` first, then multiply.
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
