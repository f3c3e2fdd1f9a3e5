# ---
# title: "Fix: weights loaded once for each customer"
# kind: program
# points: 1
# minutes: 6
# hints:
#   - "`jax.lax.map` processes one customer after another, and each of them loads all of `weights`.
#     How often is an element of `weights` used after it has been loaded?"
#   - "The customers are rows. `weights @ v` for one row `v` equals `v @ weights.T`. How do you
#     write this for all rows at once?"
#   - "`jnp.maximum(customers @ weights.T, 0)`."
# ---

# %% [markdown]
# Rewrite `serve_slow` as `serve`, which returns the same values but loads the weights only once,
# not once for each customer.
#
# Each row of `customers` is a vector. `serve_slow` is a layer: it multiplies each vector by the
# weights and replaces each negative element of the result by 0. `jax.lax.map` calls its function on
# one row after another. The check counts three costs for 32 customers and `d = 128`:
#
# - The bytes moved (loaded and stored) may be at most 196,608, 1.5 times those of our solution.
# - The work may be at most 2.1 million operations, twice that of our solution.
# - No intermediate array may have more than `2 * b * d` elements for `b` customers, twice the
#   result.

# %% given
import jax
import jax.numpy as jnp


def serve_slow(weights, customers):
    return jax.lax.map(lambda v: jnp.maximum(weights @ v, 0), customers)


# %% answer
def serve(weights, customers):
    """weights: f32[d, d], customers: f32[b, d] -> f32[b, d]. One line."""
    ### BEGIN SOLUTION
    return jnp.maximum(customers @ weights.T, 0)
    ### END SOLUTION


# %% check
import numpy as np

check(
    serve,
    spec=lambda weights, customers: np.array([np.maximum(weights @ v, 0) for v in customers]),
    given="weights: f32[d, d], customers: f32[b, d]",
    budget=Budget(work=2, bytes=1.5, largest=2, at={"d": 128, "b": 32}),
)
