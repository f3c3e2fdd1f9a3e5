# ---
# title: Train with many learning rates in parallel
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "One training run cannot start its second step before its first. Does it have to wait for the
#     other runs as well?"
#   - "`jax.vmap` over the rates turns all runs into one program, and a second `jax.vmap` computes
#     all errors. Which arguments are mapped, and which are the same for all? What does `jnp.argmin`
#     return where an error is NaN?"
#   - "`found = jax.vmap(train, in_axes=(0, None))(rates, train_data)`, and likewise `errors` from
#     `found` and `val_data`. Then `jnp.argmin` of `jnp.where(jnp.isnan(errors), jnp.inf, errors)`."
# ---

# %% [markdown]
# Train once with each of the `k` learning rates in `rates`, all in parallel. Return the index of
# the best learning rate and the weights that it gives.
#
# `train(rate, train_data)` takes forty steps and returns the weights.
# `mean_square(weights, val_data)` is their error on the validation data. The best learning rate has
# the smallest error there.
#
# - A learning rate that is too large *diverges*: its weights and its error become inf or NaN. It
#   must not win.
# - At least one rate does not diverge, and no two of those have the same error.
# - For 5 rates, 24 rows and `d = 4`, the work may be at most 126,700 operations and the span
#   (longest chain of dependent operations) at most 804, each 1.5 times that of our solution. If one
#   training run waits for another, the span is longer.

# %% given
import jax
import jax.numpy as jnp


def train(rate, train_data):
    """Run forty steps of gradient descent.

    train_data: f32[n, d + 1], the last column is the target -> f32[d]."""
    x, y = train_data[:, :-1], train_data[:, -1]

    def step(weights, _):
        return weights - rate * (x.T @ (x @ weights - y)) / len(x), None

    return jax.lax.scan(step, jnp.zeros(x.shape[1]), None, length=40)[0]


def mean_square(weights, rows):
    """Return the mean squared error of the weights on these rows."""
    return ((rows[:, :-1] @ weights - rows[:, -1]) ** 2).mean()


# %% answer
def search(rates, train_data, val_data):
    """rates: f32[k], train_data: f32[n, d + 1], val_data: f32[m, d + 1] -> (i32[], f32[d]).

    Three or four lines."""
    ### BEGIN SOLUTION
    found = jax.vmap(train, in_axes=(0, None))(rates, train_data)
    errors = jax.vmap(mean_square, in_axes=(0, None))(found, val_data)
    best = jnp.argmin(jnp.where(jnp.isnan(errors), jnp.inf, errors))
    return best, found[best]
    ### END SOLUTION


# %% check
import numpy as np


def plain(rates, train_data, val_data):
    best, least, chosen = 0, np.inf, None
    for place, rate in enumerate(rates):
        weights = np.zeros(train_data.shape[1] - 1)
        for _ in range(40):
            off = train_data[:, :-1] @ weights - train_data[:, -1]
            weights = weights - rate * (train_data[:, :-1].T @ off) / len(train_data)
        error = ((val_data[:, :-1] @ weights - val_data[:, -1]) ** 2).mean()
        if error < least:
            best, least, chosen = place, error, weights
    return np.int32(best), chosen


def labelled(scale):
    """Compute the last column from weights 2, 3, 4, ... times `scale`, plus a little noise."""

    def then(drawn):
        x = drawn[:, :-1]
        asked = scale * (x @ np.arange(2, 2 + x.shape[1])) + drawn[:, -1]
        return np.column_stack([x, asked])

    return then


def studies(draw):
    k, n, m, d = draw.each([(1, 8, 3, 1), (3, 9, 7, 2), (4, 12, 5, 3), (5, 24, 9, 4)])
    # If the held-out targets are smaller, a rate too small to converge in forty steps wins.
    scale = draw.each([1, 0.5, 1, 0.125, 0.5])
    much = draw.each([1, 1, 1, 2.0**50])  # the smallest error may be large too
    only_last_converges = draw.each([False, False, True, False, False])

    def spread(drawn):
        """Rates that grow by factors of ten, in some order. The largest ones diverge."""
        if only_last_converges:
            return np.where(np.arange(len(drawn)) < len(drawn) - 1, 100, 0.01)
        order = np.argsort(drawn, kind="stable")
        return 10.0 ** (np.arange(len(drawn)) - 3)[order] if len(drawn) > 1 else drawn * 0 + 0.01

    def of(rows, scale):
        return draw.array("f32", (rows, d + 1), -2, 2, then=labelled(scale))

    return draw.array("f32", (k,), 0, 10**6, then=spread), of(n, much), of(m, scale * much)


check(search, spec=plain, given=studies, tolerance=1e-3, budget=Budget(span=1.5, work=1.5))
