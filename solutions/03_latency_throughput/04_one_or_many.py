# ---
# title: "Experiment: serve them one by one, or together"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "One batch fetches the weights once, whoever is in it, and does its arithmetic for everybody
#     in it. The two go on side by side: the longer of them is the time."
#   - "A batch of `b` takes `max(fetch, b * each)` milliseconds. One by one, everybody is a batch of
#     1."
#   - "`gain` is `64 * max(fetch, each) / max(fetch, 64 * each)`, `wait` is `max(fetch, 64 * each) /
#     max(fetch, each)`, and both parts are equal at `fetch / each`."
# ---

# %% [markdown]
# Predict what you gain if you serve 64 customers together, and what it costs each of them; then
# see it on your own machine.
#
# First, on paper, the layer of the chapter. Whoever is served, all weights are fetched once for a
# batch, which takes `fetch` milliseconds; the arithmetic takes `each` milliseconds for each
# customer of the batch. Fetching and computing go on side by side, so a batch takes the longer of
# the two. Compare 64 customers one after another, each a batch of one, with one batch of 64. The
# figures are drawn for you. Three digits are enough.
#
# | name | what |
# |---|---|
# | `wall_of_one`, `wall_of_64` | what each batch waits for: `"memory"`, `"compute"` |
# | `gain` | the batch of 64 has how many times the throughput? |
# | `wait` | its latency is how many times that of a batch of one? |
# | `crossover_batch` | at which batch do fetching and computing take equally long? (not rounded) |
#
# Then the experiment. `layer` serves one customer; `customers` has one in each row. Write
# `one_by_one`, a list comprehension and `jnp.stack`, and `together`, with `vmap`. Put down your
# guess, and run the last line. It times both on your machine, beside the book's record. It is not
# graded: clocks differ. Ask yourself why yours do.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

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
    """Times both on your machine: how many times as long do 64 customers take one by one?"""

    def both():
        args = jnp.ones((n, n)) / n, jnp.ones((64, n))
        return {f: (args, manylanes.time(jax.jit(f), *args)) for f in (one_by_one, together)}

    compare(both, guess, "layer[batch=64].rate / layer[batch=1].rate")


service

# %% answer
# Two words and three numbers. The figures above are `service.fetch` and `service.each`.
### BEGIN SOLUTION
wall_of_one, wall_of_64 = "memory", "compute"
one, many = max(service.fetch, service.each), max(service.fetch, 64 * service.each)
gain = 64 * one / many
wait = many / one
crossover_batch = service.fetch / service.each
### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
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
