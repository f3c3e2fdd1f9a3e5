# %% wrong: one_after_another
# Right, but you take one training after another, although none waits for another. `jax.vmap` over
# the rates puts them into lanes.
#
# -    found = jax.vmap(trained, in_axes=(0, None))(rates, seen)
# +    found = jax.lax.map(lambda rate: trained(rate, seen), rates)


# %% wrong: nan_wins
# A rate that diverged won: `jnp.argmin` treats a NaN as the smallest number. Put `jnp.inf` in its
# place first.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(errors)


# %% wrong: nan_is_zero
# You made zeros of the errors that are nan, and there is no smaller error than 0. Put `jnp.inf` in
# their place.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(jnp.nan_to_num(errors))


# %% wrong: nan_is_a_billion
# You put a number in the place of the errors that are nan, and the least error may be larger. No
# error is larger than `jnp.inf`.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(jnp.where(jnp.isnan(errors), 1e9, errors))


# %% wrong: judged_on_what_it_saw
# You chose by the examples that were trained on. There the longest training wins; choose by those
# that were kept back.
#
# -    errors = jax.vmap(mean_square, in_axes=(0, None))(found, kept)
# +    errors = jax.vmap(mean_square, in_axes=(0, None))(found, seen)


# %% wrong: trained_on_the_kept
# You trained on the examples that were kept back. They are only for choosing.
#
# -    found = jax.vmap(trained, in_axes=(0, None))(rates, seen)
# +    found = jax.vmap(trained, in_axes=(0, None))(rates, kept)


# %% wrong: the_worst
# You gave the rate with the *largest* error among those that did not diverge.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmax(jnp.where(jnp.isfinite(errors), errors, -jnp.inf))


# %% wrong: the_rate
# The weights are right. You gave the best rate itself; its *place* among the rates is asked for.
#
# -    return best, found[best]
# +    return rates[best], found[best]


# %% wrong: place_alone
# You returned only the place. The task asks for the weights of the best as well: return the pair.
def search(rates, seen, kept):
    found = jax.vmap(trained, in_axes=(0, None))(rates, seen)
    errors = jax.vmap(mean_square, in_axes=(0, None))(found, kept)
    return jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))


# %% wrong: weights_first
# You swapped the pair: the place first, then the weights.
#
# -    return best, found[best]
# +    return found[best], best


# %% wrong: all_weights
# The place is right, but you returned the weights of all trainings. Return those of the best:
# `found[best]`.
def search(rates, seen, kept):
    found = jax.vmap(trained, in_axes=(0, None))(rates, seen)
    errors = jax.vmap(mean_square, in_axes=(0, None))(found, kept)
    return jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors)), found


# %% wrong: everything_taken_apart
# You let `vmap` take the examples apart as well, so that each rate would get a row of its own. They
# go whole to everyone: `in_axes=(0, None)`.
def search(rates, seen, kept):
    found = jax.vmap(trained)(rates, seen)
    errors = jax.vmap(mean_square)(found, kept)
    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
    return best, found[best]


# %% wrong: trained_again
# Right, but the best was trained twice: its weights were there already.
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
