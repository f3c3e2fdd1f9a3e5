# ---
# title: One step downhill, with momentum
# kind: program
# points: 1
# minutes: 18
# hints:
#   - "Three things, in this order: the gradients, the new velocities, the new weights. Each is a
#     tree of the same form."
#   - "`jax.grad(off)(params, x, y)` is a tree like `params`. `jax.tree.map` takes a function and as
#     many trees as the function has arguments."
#   - "`velocity = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)`, and then the same with
#     `lambda p, v: p - rate * v`."
# ---

# %% [markdown]
# Take one step of *gradient descent with momentum* on all examples together, and give the new
# weights and the new velocities, as a pair.
#
# `off` is the error of a network. Each weight has a velocity. It becomes half of what it was, plus
# the weight's gradient; and then the weight moves against it, by `rate` times the new velocity.
# `params` and `velocity` are dicts of dicts of the same form, and `jax.tree.map(f, one, other)`
# applies `f` to each pair of arrays in them. The backward pass gives the gradients and leaves the
# weights as they are: the update is this second part, yours.
#
# Then the experiment, which is not graded. `net` is a list of three pairs `(w, b)`, made for 784
# inputs and 10 scores. `forward(net, x)` gives the scores of the batch, with a `maximum` after the
# first two layers; `slopes(net, x)` gives the gradients of `(forward(net, x) ** 2).mean()` for all
# of `net`. By count the second does two and a half times the operations of the first. Write down
# how many times as long it takes, and run the last line. It times both on your machine with 512
# examples. `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, *inputs)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def off(params, x, y):
    """Half the sum of the squares of what two layers, `first` and `last`, are off."""
    hidden = jnp.maximum(x @ params["first"]["w"] + params["first"]["b"], 0)
    return 0.5 * ((hidden @ params["last"]["w"] + params["last"]["b"] - y) ** 2).sum()


def experiment(forward, slopes, guess, n=512):
    """Times both on your machine: how many times as long do the slopes take?"""

    def both():
        sizes = 784, 512, 512, 10
        keys = jax.random.split(jax.random.key(0), 3)
        pairs = list(zip(keys, sizes, sizes[1:]))
        net = [(jax.random.normal(key, (k, m)) / k**0.5, jnp.zeros(m)) for key, k, m in pairs]
        x = jax.random.normal(jax.random.key(1), (n, 784))
        ways = {slopes: jax.jit(slopes), forward: jax.jit(forward)}
        return {way: ((net, x), manylanes.time(run, net, x)) for way, run in ways.items()}

    book = "xeon: slopes[net=dense,batch=512].time / forward[net=dense,batch=512].time"
    compare(both, guess, book, same=False)


# %% answer
def step(params, velocity, x, y, rate):
    """params and velocity: {first: {w, b}, last: {w, b}}, x: f32[n, d], y: f32[n, c],
    rate: f32[] -> (params, velocity). Three to five lines."""
    ### BEGIN SOLUTION
    slopes = jax.grad(off)(params, x, y)
    velocity = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
    ### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
def forward(net, x):
    raise NotImplementedError("your turn")


def slopes(net, x):
    raise NotImplementedError("your turn")


guess = ...
# experiment(forward, slopes, guess)

# %% check
import numpy as np


def plain(params, velocity, x, y, rate):
    first, last = params["first"], params["last"]
    hidden = np.maximum(x @ first["w"] + first["b"], 0)
    wrong = hidden @ last["w"] + last["b"] - y
    back = wrong @ last["w"].T * np.where(hidden > 0, 1.0, 0.0)
    found = {
        "first": {"w": x.T @ back, "b": back.sum(axis=0)},
        "last": {"w": hidden.T @ wrong, "b": wrong.sum(axis=0)},
    }
    faster = {
        layer: {name: velocity[layer][name] / 2 + found[layer][name] for name in ("w", "b")}
        for layer in found
    }
    moved = {
        layer: {name: params[layer][name] - rate * faster[layer][name] for name in ("w", "b")}
        for layer in found
    }
    return moved, faster


def odd(drawn):
    """So that no hidden neuron stands at zero, where `maximum` and `relu` have other slopes."""
    return 2 * drawn + 1


def networks(draw):
    n, d, h, c = draw.each(
        [(1, 1, 1, 1), (3, 2, 5, 1), (4, 3, 2, 3), (2, 7, 4, 2), (8, 5, 1, 4), (32, 16, 24, 8)]
    )

    def tree(bias):
        return {
            "first": {"w": draw.array("f32", (d, h), -2, 2), "b": bias},
            "last": {"w": draw.array("f32", (h, c), -2, 2), "b": draw.array("f32", (c,), -3, 3)},
        }

    return (
        tree(draw.array("f32", (h,), -3, 3, then=odd)),
        tree(draw.array("f32", (h,), -3, 3)),
        draw.array("f32", (n, d), -2, 2, then=lambda drawn: 2 * drawn),
        draw.array("f32", (n, c), -3, 3),
        draw.array("f32", (), 1, 3),
    )


check(step, spec=plain, given=networks, budget=Budget(work=1.5, span=2, peak=2))
