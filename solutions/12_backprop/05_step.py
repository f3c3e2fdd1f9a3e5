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


# %% wrong: moved_by_the_slopes
# Your velocities are right, but your weights moved only by the slopes. They move by `rate` times
# the new velocity.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return jax.tree.map(lambda p, s: p - rate * s, params, slopes), velocity

# %% wrong: nine_tenths_kept
# You kept nine tenths of the velocity. Here half of it is kept.
#
# -    velocity = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
# +    velocity = jax.tree.map(lambda v, s: 0.9 * v + s, velocity, slopes)


# %% wrong: old_velocity
# The weights moved by the old velocity. First it changes, then the weights move by the new one.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    faster = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), faster


# %% wrong: uphill
# You went uphill: a gradient points to where the error grows, so the weights move against it.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return jax.tree.map(lambda p, v: p + rate * v, params, velocity), velocity


# %% wrong: no_momentum
# You dropped what was left of the old velocity: half of it stays.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes), slopes


# %% wrong: velocity_untouched
# You moved the weights by their gradients and gave the old velocities back. The velocities change
# first, and then the weights move by them.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes), velocity


# %% wrong: whole_velocity
# You kept all of the old velocity. Half of it stays.
#
# -    velocity = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
# +    velocity = jax.tree.map(lambda v, s: v + s, velocity, slopes)


# %% wrong: half_of_both
# You halved the gradient as well. Half of the old velocity, and all of the gradient.
#
# -    velocity = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
# +    velocity = jax.tree.map(lambda v, s: 0.5 * (v + s), velocity, slopes)


# %% wrong: rate_in_the_velocity
# Your velocities have `rate` in them. They add up gradients; `rate` comes when the weights move.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    velocity = jax.tree.map(lambda v, s: 0.5 * v + rate * s, velocity, slopes)
    return jax.tree.map(lambda p, v: p - v, params, velocity), velocity


# %% wrong: velocity_downhill
# That is another usual form: its velocities point downhill and have `rate` in them. Here they add
# up gradients, `v / 2 + slope`, and the weight moves against them, by `rate` times the new one.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    velocity = jax.tree.map(lambda v, s: 0.5 * v - rate * s, velocity, slopes)
    return jax.tree.map(lambda p, v: p + v, params, velocity), velocity


# %% wrong: rate_forgotten
# You left `rate` out.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return jax.tree.map(lambda p, v: p - v, params, velocity), velocity


# %% wrong: mean_slopes
# You divided the gradients by the number of examples. `off` is the sum over the batch.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    slopes = jax.grad(lambda params: off(params, x, y) / len(x))(params)


# %% wrong: weights_alone
# The biases did not move, nor did their velocities. They are weights as well: take the whole tree.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    moved, faster = jax.tree.map(jnp.array, (params, velocity))
    for layer in params:
        faster[layer]["w"] = 0.5 * velocity[layer]["w"] + slopes[layer]["w"]
        moved[layer]["w"] = params[layer]["w"] - rate * faster[layer]["w"]
    return moved, faster


# %% wrong: velocity_first
# You swapped the pair: the weights first, then the velocities.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return velocity, jax.tree.map(lambda p, v: p - rate * v, params, velocity)


# %% wrong: first_example_alone
# You took only the gradients of the first example. The step is for the whole batch.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    slopes = jax.grad(off)(params, x[:1], y[:1])


# %% wrong: slopes_further_on
# You took the gradients where the velocity would take the weights. That is another method
# (*Nesterov*); here they are taken at the weights as they are.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    ahead = jax.tree.map(lambda p, v: p - rate * 0.5 * v, params, velocity)
# +    slopes = jax.grad(off)(ahead, x, y)


# %% wrong: slopes_of_each
# Right, but you take the gradients of each example and then add: as many networks of gradients as
# there are examples. `jax.grad` of the whole batch adds them up inside its products.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    def one(row, target):
# +        return jax.grad(off)(params, row[None], target[None])
# +
# +    slopes = jax.tree.map(lambda each: each.sum(axis=0), jax.vmap(one)(x, y))


# %% wrong: one_example_at_a_time
# Right, but you take one example after another, though none waits for another. `jax.grad` of the
# whole batch is a few products.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    def one(total, example):
# +        row, target = example
# +        slopes = jax.grad(off)(params, row[None], target[None])
# +        return jax.tree.map(jnp.add, total, slopes), None
# +
# +    slopes = jax.lax.scan(one, jax.tree.map(jnp.zeros_like, params), (x, y))[0]


# %% right: backward_by_hand
# -    slopes = jax.grad(off)(params, x, y)
# +    first, last = params["first"], params["last"]
# +    hidden = jnp.maximum(x @ first["w"] + first["b"], 0)
# +    wrong = hidden @ last["w"] + last["b"] - y
# +    back = (wrong @ last["w"].T) * (hidden > 0)
# +    slopes = {
# +        "first": {"w": x.T @ back, "b": back.sum(axis=0)},
# +        "last": {"w": hidden.T @ wrong, "b": wrong.sum(axis=0)},
# +    }


# %% right: jitted_outside
# -def step(params, velocity, x, y, rate):
# +@jax.jit
# +def step(params, velocity, x, y, rate):
