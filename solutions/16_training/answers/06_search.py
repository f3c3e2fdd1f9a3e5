# %% wrong: one_after_another
# The values are right, but you run one training after another. The runs do not depend on each
# other. Use `jax.vmap` over the rates.
#
# -    found = jax.vmap(trained, in_axes=(0, None))(rates, seen)
# +    found = jax.lax.map(lambda rate: trained(rate, seen), rates)


# %% wrong: nan_wins
# A rate that diverged won, because `jnp.argmin` treats NaN as the smallest value. Replace NaN by
# `jnp.inf` first.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(errors)


# %% wrong: nan_is_zero
# You replaced NaN errors by zero, and no error is smaller than 0. Replace them by `jnp.inf`.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(jnp.nan_to_num(errors))


# %% wrong: nan_is_a_billion
# You replaced NaN errors by a finite number, and the smallest error may be larger. Replace them by
# `jnp.inf`.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(jnp.where(jnp.isnan(errors), 1e9, errors))


# %% wrong: judged_on_what_it_saw
# You chose by the error on the training examples. That error does not show how well the weights
# generalise. Use the held-out examples.
#
# -    errors = jax.vmap(mean_square, in_axes=(0, None))(found, kept)
# +    errors = jax.vmap(mean_square, in_axes=(0, None))(found, seen)


# %% wrong: trained_on_the_kept
# You trained on the held-out examples. Use those only for choosing.
#
# -    found = jax.vmap(trained, in_axes=(0, None))(rates, seen)
# +    found = jax.vmap(trained, in_axes=(0, None))(rates, kept)


# %% wrong: the_worst
# You chose the *largest* error among the rates that did not diverge. Choose the smallest.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmax(jnp.where(jnp.isfinite(errors), errors, -jnp.inf))


# %% wrong: the_rate
# The weights are right, but you returned the best rate itself. Return its *index* among the rates.
#
# -    return best, found[best]
# +    return rates[best], found[best]


# %% wrong: place_alone
# You returned only the index. Return the weights of the best run as well.
def search(rates, seen, kept):
    found = jax.vmap(trained, in_axes=(0, None))(rates, seen)
    errors = jax.vmap(mean_square, in_axes=(0, None))(found, kept)
    return jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))


# %% wrong: all_weights
# The index is right, but you returned the weights of all runs. Return only those of the best.
def search(rates, seen, kept):
    found = jax.vmap(trained, in_axes=(0, None))(rates, seen)
    errors = jax.vmap(mean_square, in_axes=(0, None))(found, kept)
    return jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors)), found


# %% wrong: everything_taken_apart
# You let `vmap` map over the examples as well, so each rate gets one row. Pass all examples to each
# run: `in_axes=(0, None)`.
def search(rates, seen, kept):
    found = jax.vmap(trained)(rates, seen)
    errors = jax.vmap(mean_square)(found, kept)
    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
    return best, found[best]


# %% wrong: trained_again
# The values are right, but you trained the best run twice. Return the weights that you already
# have.
#
# -    return best, found[best]
# +    return best, trained(rates[best], seen)


# %% right: one_study
def search(rates, seen, kept):
    def study(rate):
        weights = trained(rate, seen)
        return mean_square(weights, kept), weights

    errors, found = jax.vmap(study)(rates)
    best = jnp.nanargmin(errors)
    return best, found[best]


# %% right: weights_side_by_side
def search(rates, seen, kept):
    x, y = seen[:, :-1], seen[:, -1:]

    def move(weights, _):
        return weights - x.T @ (x @ weights - y) * rates / len(x), None

    start = jnp.zeros((x.shape[1], len(rates)))
    found = jax.lax.scan(move, start, None, length=40)[0]
    errors = ((kept[:, :-1] @ found - kept[:, -1:]) ** 2).mean(axis=0)
    best = jnp.argmin(jnp.where(errors >= 0, errors, jnp.inf))
    return best, found[:, best]


# %% right: written_out
def search(rates, seen, kept):
    found = jnp.stack([trained(rate, seen) for rate in rates])
    errors = jnp.stack([mean_square(weights, kept) for weights in found])
    order = jnp.argsort(errors)  # nan comes last
    return order[0], found[order[0]]
