# ---
# title: "Experiment: batch size, throughput and latency"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "A batch loads the weights once, whatever its size, and computes for each customer in it.
#     Loading and computing overlap, so the longer of the two is the time."
#   - "A batch of `b` takes `max(load_ms, b * compute_ms)` milliseconds. Without batching, every
#     customer is a batch of 1."
#   - "`throughput_gain` is `64 * max(load_ms, compute_ms) / max(load_ms, 64 * compute_ms)`,
#     `latency_ratio` is `max(load_ms, 64 * compute_ms) / max(load_ms, compute_ms)`, and both parts
#     are equal at `load_ms / compute_ms`."
# ---

# %% [markdown]
# Predict how a batch of 64 customers changes throughput and latency, then measure it on your own
# machine.
#
# **On paper.** Compare 64 batches of one customer, one after another, with one batch of 64, for one
# layer of a network. The inputs are drawn at random.
#
# - Loading all weights takes `load_ms` milliseconds, once for each batch.
# - The arithmetic takes `compute_ms` milliseconds for each customer in the batch.
# - Loading and computing overlap, so a batch takes the longer of the two times.
# - The latency of a batch is its own time, without waiting for earlier batches.
# - Three significant digits are enough. Do not round `crossover_batch` to an integer.
#
# | name | value |
# |---|---|
# | `bound_of_one`, `bound_of_64` | what limits each batch: `"memory"` or `"compute"` |
# | `throughput_gain` | throughput of the batch of 64 / throughput of batches of one |
# | `latency_ratio` | latency of the batch of 64 / latency of a batch of one |
# | `crossover_batch` | the batch size for which loading and computing take equally long |
#
# **Experiment** (not graded, because measurements differ). `layer` serves one customer; `customers`
# has one customer in each row. Write `one_by_one` with a list comprehension and `jnp.stack`, and
# `together` with `vmap`. Set your guess of how many times longer `one_by_one` takes than
# `together`, and run the last line. It times both on your machine and shows the book's measurement
# next to them. Explain any difference from your guess.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

service = figures("load_ms: 1.0..2.0, compute_ms: 0.04..0.09")


def layer(weights, customer):
    """weights: f32[n, n], customer: f32[n] -> f32[n]"""
    return jnp.maximum(weights @ customer, 0)


def experiment(one_by_one, together, guess, n=2048):
    """Time both on your machine and print how many times longer 64 batches of one take."""

    def both():
        args = jnp.ones((n, n)) / n, jnp.ones((64, n))
        return {f: (args, manylanes.time(jax.jit(f), *args)) for f in (one_by_one, together)}

    compare(both, guess, "layer[batch=64].rate / layer[batch=1].rate")


service

# %% answer
# Two strings and three values. The inputs above are `service.load_ms` and `service.compute_ms`.
### BEGIN SOLUTION
bound_of_one, bound_of_64 = "memory", "compute"
one, many = max(service.load_ms, service.compute_ms), max(service.load_ms, 64 * service.compute_ms)
throughput_gain = 64 * one / many
latency_ratio = many / one
crossover_batch = service.load_ms / service.compute_ms
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def one_by_one(weights, customers):
    raise NotImplementedError("your turn")


def together(weights, customers):
    raise NotImplementedError("your turn")


guess = ...
# experiment(one_by_one, together, guess)

# %% check
check(
    bound_of_one=bound_of_one,
    bound_of_64=bound_of_64,
    throughput_gain=throughput_gain,
    latency_ratio=latency_ratio,
    crossover_batch=crossover_batch,
    tolerance=0.01,
)
