# ---
# title: Take a step of gradient descent with momentum
# kind: program
# points: 1
# minutes: 18
# hints:
#   - "Compute, in this order, the gradients, the new velocities and the new weights."
#   - "`jax.grad(squared_error)(params, x, y)` returns a tree like `params`. `jax.tree.map` takes a
#     function and as many trees as the function has arguments."
#   - "`velocity = jax.tree.map(lambda v, g: 0.5 * v + g, velocity, grads)`, and then the same with
#     `lambda p, v: p - rate * v`."
# ---

# %% [markdown]
# Take one step of *gradient descent with momentum* on the batch `x`, `y`, and return the pair of
# new weights and new velocities.
#
# `squared_error` is the loss of a network. `params` and `velocity` are dicts of dicts with the same
# structure: each weight, and each bias, has a velocity. `jax.tree.map(f, one, other)` applies `f`
# to each pair of arrays in two such dicts.
#
# 1. The new velocity is half the old velocity plus the gradient of the loss.
# 2. The new weight is the old weight minus `rate` times the *new* velocity.
#
# Compute the gradients of the whole batch with one call of `jax.grad`. The check counts three costs
# for 32 examples, `d = 16`, 24 hidden values and `c = 8`:
#
# - The work may be at most 145,000 operations, 1.5 times that of our solution.
# - The span (longest chain of dependent operations) may be at most 62, twice that of our solution.
# - The peak memory may be at most 42,500 bytes, twice that of our solution.
#
# **Experiment** (not graded). `net` is a list of three pairs `(w, b)`, for 784 inputs and 10
# scores. `forward(net, x)` returns the scores, with a `maximum` after the first two layers.
# `gradients(net, x)` returns the gradients of `(forward(net, x) ** 2).mean()` with respect to
# `net`, with about 2.4 times the operations of `forward`. Guess how many times longer it takes, and
# run the last line, which times both with 512 examples.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def squared_error(params, x, y):
    """Return half the sum of the squared errors of two layers, `first` and `last`."""
    hidden = jnp.maximum(x @ params["first"]["w"] + params["first"]["b"], 0)
    return 0.5 * ((hidden @ params["last"]["w"] + params["last"]["b"] - y) ** 2).sum()


def experiment(forward, gradients, guess, n=512):
    """Time both on your machine, and print the ratio."""

    def both():
        layers = zip(jax.random.split(jax.random.key(0), 3), (784, 512, 512), (512, 512, 10))
        net = [(jax.random.normal(key, (k, m)) / k**0.5, jnp.zeros(m)) for key, k, m in layers]
        x = jax.random.normal(jax.random.key(1), (n, 784))
        programs = gradients, forward
        return {each: ((net, x), manylanes.time(jax.jit(each), net, x)) for each in programs}

    book = "xeon: gradients[net=dense,batch=512].time / forward[net=dense,batch=512].time"
    compare(both, guess, book, same=False)


# %% answer
def step(params, velocity, x, y, rate):
    """params and velocity: {first: {w, b}, last: {w, b}}, x: f32[n, d], y: f32[n, c],
    rate: f32[] -> (params, velocity). Three to five lines."""
    ### BEGIN SOLUTION
    grads = jax.grad(squared_error)(params, x, y)
    velocity = jax.tree.map(lambda v, g: 0.5 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
    ### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def forward(net, x):
    raise NotImplementedError("your turn")


def gradients(net, x):
    raise NotImplementedError("your turn")


guess = ...
# experiment(forward, gradients, guess)

# %% check
import numpy as np


def plain(params, velocity, x, y, rate):
    first, last = params["first"], params["last"]
    hidden = np.maximum(x @ first["w"] + first["b"], 0)
    error = hidden @ last["w"] + last["b"] - y
    back = error @ last["w"].T * (hidden > 0)
    first = {"w": x.T @ back, "b": back.sum(axis=0)}
    last = {"w": hidden.T @ error, "b": error.sum(axis=0)}
    grads = {"first": first, "last": last}
    v = {k: {name: velocity[k][name] / 2 + grads[k][name] for name in "wb"} for k in grads}
    return {k: {name: params[k][name] - rate * v[k][name] for name in "wb"} for k in grads}, v


def networks(draw):
    n, d, h, c = draw.each(
        [(1, 1, 1, 1), (3, 2, 5, 1), (4, 3, 2, 3), (2, 7, 4, 2), (8, 5, 1, 4), (32, 16, 24, 8)]
    )

    def layer(k, m, then=None):
        return {"w": draw.array("f32", (k, m), -2, 2), "b": draw.array("f32", (m,), -3, 3, then)}

    # Odd biases keep neurons away from 0, where `maximum` and `relu` have different gradients.
    params = {"first": layer(d, h, lambda bias: 2 * bias + 1), "last": layer(h, c)}
    velocity = {"first": layer(d, h), "last": layer(h, c)}
    x = draw.array("f32", (n, d), -2, 2, then=lambda drawn: 2 * drawn)
    return params, velocity, x, draw.array("f32", (n, c), -3, 3), draw.array("f32", (), 1, 3)


check(step, spec=plain, given=networks, budget=Budget(work=1.5, span=2, peak=2))
