# ---
# title: "Fix: a server that loads the weights for each customer"
# kind: program
# points: 1
# minutes: 6
# hints:
#   - "`jax.lax.map` processes one customer after another and loads all of `weights` for each. How
#     often is an element of `weights` used once it is loaded?"
#   - "Customers are rows. For one row `v`, `weights @ v` equals `v @ weights.T`. Written this way,
#     one product can serve all rows."
#   - "`jnp.maximum(customers @ weights.T, 0)`."
# ---

# %% [markdown]
# Rewrite `serve_slow` so that it returns the same values and loads the weights once, instead of
# once for each customer.
#
# Every customer is a row of `customers`. The layer multiplies it by the weights and sets every
# negative element of the result to zero. `jax.lax.map` calls its function on one row after another.
# The check limits the bytes, the work and the largest array.

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
