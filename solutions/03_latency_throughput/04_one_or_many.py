# ---
# title: "Experiment: batch size, throughput and latency"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "A batch loads the weights once, whatever its size, and computes for each customer in it.
#     Loading and computing overlap, so the longer of the two is the time."
#   - "A batch of `b` takes `max(fetch, b * each)` milliseconds. Without batching, every customer is
#     a batch of 1."
#   - "`gain` is `64 * max(fetch, each) / max(fetch, 64 * each)`, `wait` is `max(fetch, 64 * each) /
#     max(fetch, each)`, and both parts are equal at `fetch / each`."
# ---

# %% [markdown]
# Predict how a batch of 64 customers changes throughput and latency, then measure it on your own
# machine.
#
# **On paper**, for the layer of the chapter: loading all weights takes `fetch` milliseconds, once
# for each batch. The arithmetic takes `each` milliseconds for each customer in the batch. Loading
# and computing overlap, so a batch takes the longer of the two times. Compare 64 batches of one
# customer, one after another, with one batch of 64. Your values are drawn at random. Three digits
# are enough; do not round `crossover_batch` to an integer.
#
# | name | value |
# |---|---|
# | `wall_of_one`, `wall_of_64` | what limits each batch: `"memory"` or `"compute"` |
# | `gain` | throughput of the batch of 64 / throughput of batches of one |
# | `wait` | latency of the batch of 64 / latency of a batch of one |
# | `crossover_batch` | the batch size for which loading and computing take equally long |
#
# **Experiment** (not graded, because measurements differ). `layer` serves one customer; `customers`
# has one customer in each row. Write `one_by_one` with a list comprehension and `jnp.stack`, and
# `together` with `vmap`. Set your guess for the ratio of the times and run the last line. It times
# both on your machine and shows the book's measurement next to them. Explain any difference from
# your guess.
#
# `experiment` uses two tools, which `from autograder import compare` and `import manylanes`
# provide: `manylanes.time(program, x)` measures a call several times, including the wait for its
# result, and `compare(both, guess)` prints the results for each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

service = figures("fetch: 1.0..2.0, each: 0.04..0.09")


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
# Two strings and three values. The inputs above are `service.fetch` and `service.each`.
### BEGIN SOLUTION
wall_of_one, wall_of_64 = "memory", "compute"
one, many = max(service.fetch, service.each), max(service.fetch, 64 * service.each)
gain = 64 * one / many
wait = many / one
crossover_batch = service.fetch / service.each
### END SOLUTION


# The experiment: write both functions, set a guess, and uncomment the last line.
def one_by_one(weights, customers):
    raise NotImplementedError("your turn")


def together(weights, customers):
    raise NotImplementedError("your turn")


guess = ...
# experiment(one_by_one, together, guess)

# %% check
check(
    wall_of_one=wall_of_one,
    wall_of_64=wall_of_64,
    gain=gain,
    wait=wait,
    crossover_batch=crossover_batch,
    tolerance=0.01,
)
