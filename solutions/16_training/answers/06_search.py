# %% wrong: one_run_at_a_time
# Your values are right, but you run one training after another. The runs are independent. Use
# `jax.vmap` over the rates.
#
# -    found = jax.vmap(train, in_axes=(0, None))(rates, train_data)
# +    found = jax.lax.map(lambda rate: train(rate, train_data), rates)


# %% wrong: nan_wins
# You chose a learning rate that diverged, because `jnp.argmin` treats NaN as the smallest value.
# Replace NaN with `jnp.inf` first.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(errors)


# %% wrong: nan_as_zero
# You replaced NaN errors with zero, and no error is smaller than 0. Replace NaN errors with
# infinity, `jnp.inf`.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(jnp.nan_to_num(errors))


# %% wrong: nan_as_large_value
# You replaced NaN errors with a finite number, and the smallest error may be larger. Replace NaN
# errors with infinity, `jnp.inf`.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmin(jnp.where(jnp.isnan(errors), 1e9, errors))


# %% wrong: chosen_on_training_data
# You chose the rate with the smallest error on the training examples. That error does not show how
# well the weights generalise. Use the validation data.
#
# -    errors = jax.vmap(mean_square, in_axes=(0, None))(found, val_data)
# +    errors = jax.vmap(mean_square, in_axes=(0, None))(found, train_data)


# %% wrong: trained_on_validation_data
# You trained on the validation data. Train on `train_data`, and use `val_data` only to choose the
# rate.
#
# -    found = jax.vmap(train, in_axes=(0, None))(rates, train_data)
# +    found = jax.vmap(train, in_axes=(0, None))(rates, val_data)


# %% wrong: largest_error_chosen
# You chose the rate with the *largest* error among those that did not diverge. Choose the rate with
# the smallest error.
#
# -    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
# +    best = jnp.argmax(jnp.where(jnp.isfinite(errors), errors, -jnp.inf))


# %% wrong: rate_returned
# Your weights are right, but you returned the best rate itself. Return its *index* among the rates.
#
# -    return best, found[best]
# +    return rates[best], found[best]


# %% wrong: index_only
# You returned only the index. Return the weights of the best run as well.
def search(rates, train_data, val_data):
    found = jax.vmap(train, in_axes=(0, None))(rates, train_data)
    errors = jax.vmap(mean_square, in_axes=(0, None))(found, val_data)
    return jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))


# %% wrong: all_weights
# Your index is right, but you returned the weights of all runs. Return only those of the best run.
def search(rates, train_data, val_data):
    found = jax.vmap(train, in_axes=(0, None))(rates, train_data)
    errors = jax.vmap(mean_square, in_axes=(0, None))(found, val_data)
    return jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors)), found


# %% wrong: data_mapped
# You let `vmap` map over the examples as well, so each rate gets one row. Pass all examples to each
# run: `in_axes=(0, None)`.
def search(rates, train_data, val_data):
    found = jax.vmap(train)(rates, train_data)
    errors = jax.vmap(mean_square)(found, val_data)
    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
    return best, found[best]


# %% wrong: trained_again
# Your values are right, but you trained the best run twice. Return the weights that you already
# have.
#
# -    return best, found[best]
# +    return best, train(rates[best], train_data)


# %% right: one_study
def search(rates, train_data, val_data):
    def study(rate):
        weights = train(rate, train_data)
        return mean_square(weights, val_data), weights

    errors, found = jax.vmap(study)(rates)
    best = jnp.nanargmin(errors)
    return best, found[best]


# %% right: weights_side_by_side
def search(rates, train_data, val_data):
    x, y = train_data[:, :-1], train_data[:, -1:]

    def step(weights, _):
        return weights - x.T @ (x @ weights - y) * rates / len(x), None

    start = jnp.zeros((x.shape[1], len(rates)))
    found = jax.lax.scan(step, start, None, length=40)[0]
    errors = ((val_data[:, :-1] @ found - val_data[:, -1:]) ** 2).mean(axis=0)
    best = jnp.argmin(jnp.where(errors >= 0, errors, jnp.inf))
    return best, found[:, best]


# %% right: unrolled
def search(rates, train_data, val_data):
    found = jnp.stack([train(rate, train_data) for rate in rates])
    errors = jnp.stack([mean_square(weights, val_data) for weights in found])
    order = jnp.argsort(errors)  # nan comes last
    return order[0], found[order[0]]
