# ---
# title: "Fix: a training loop that looks at every loss"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "`float(loss)` wants a number now: Python waits for the step, copies four bytes, and only then
#     hands over the next. Who needs the losses before the end?"
#   - "`jax.lax.scan` carries the weights from step to step and collects what each step gives
#     besides. Nothing leaves the device on the way."
#   - "`jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))`: it returns the
#     last weights and all losses, as asked."
# ---

# %% [markdown]
# Rewrite `train_slow` so that Python hands over once and nothing is copied before the end: return
# the last weights and the losses of all steps, in one array.
#
# `step` trains on one example and gives the new weights and the loss, which is that of the weights
# *before* the step. `train_slow` makes a number of each loss. That looks harmless and is a transfer
# in disguise: `float` waits until the step is done and copies its result to the host, so the device
# stands idle until the next step arrives.

# %% given
import jax
import jax.numpy as jnp

RATE = 1 / 64


def step(weights, x, y):
    off = jnp.dot(weights, x) - y
    return weights - RATE * off * x, off**2


def train_slow(weights, xs, ys):
    losses = []
    for x, y in zip(xs, ys):
        weights, loss = step(weights, x, y)
        losses.append(float(loss))
    return weights, losses


# %% answer
def train(weights, xs, ys):
    """weights: f32[d], xs: f32[n, d], ys: f32[n] -> (f32[d], f32[n]). One to three lines."""
    ### BEGIN SOLUTION
    return jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(weights, xs, ys):
    losses = []
    for x, y in zip(xs, ys):
        off = weights @ x - y
        losses.append(off**2)
        weights = weights - off * x / 64
    return weights, np.array(losses)


check(
    train,
    spec=in_numpy,
    given="weights: f32[d] in -1.0..1.0, xs: f32[n, d] in -1.0..1.0, ys: f32[n] in -9.0..9.0, "
    "d in 1..32, n in 1..64",
    budget=Budget(work=2),
    tolerance=1e-4,
)
