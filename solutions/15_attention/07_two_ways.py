# ---
# title: "Experiment: one token, and how its cache lies"
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "One token moves all weights once and the request's cache once. Divide the megabytes by the
#     gigabytes a second: how many milliseconds are that, and how many tokens in a second?"
#   - "With `readers` at once the weights still move once, and every cache once. A step then gives
#     `readers` tokens. What is left of that when `readers` grows without end?"
#   - "`alone = 1000 * bandwidth / (weights + cache)`; `share = 1000 / took / alone`; `together =
#     1000 * requests * bandwidth / (weights + requests * cache)`; in `most` the weights are gone."
# ---

# %% [markdown]
# Predict from bytes alone how many tokens a second a model can write, for one request and for
# many; then see on your own machine what may take away the gain.
#
# First, on paper. To write a token a machine moves all weights and the request's cache, each number
# once. The figures are drawn for you: `weights` and `cache` (of one request) in MB, `bandwidth` in
# GB/s; 1000 MB are a GB. With one request a token was measured to take `took` milliseconds. Three
# digits are enough.
#
# | name | what |
# |---|---|
# | `alone` | tokens a second for one request, at most |
# | `share` | the measured rate divided by `alone`, 0 to 1 |
# | `together` | tokens a second for all of `readers` requests together, at most |
# | `most` | tokens a second that no number of requests can pass |
#
# Then the experiment. Write one layer's attention for a new token of each request in two ways, put
# down your guess, and run the last line. For `by_words` a request's cache has a row for each token:
# `keys` and `values` are `f32[batch, room, heads, size]`. For `by_heads` each head has its rows
# together: `f32[batch, heads, room, size]`. Call `jnp.einsum` in both, for the scores and for the
# answer; only letters change places. `query` is `f32[batch, heads, size]`, and so is the answer.
# There is no mask; leave the root of `size` out as well. It times both on your machine, beside the
# book's record, and is not graded.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

server = figures(
    "weights: int in 60..140, cache: int in 8..20, bandwidth: int in 30..60, readers: 8 | 16 | 32, "
    "took: int in 8..14"
)


def experiment(by_words, by_heads, guess, batch=8, heads=8, room=512, size=64):
    """Times both on your machine: how many times as long does `by_words` take?"""

    def both():
        query = jnp.cos(jnp.arange(batch * heads * size)).reshape(batch, heads, size)
        waves = 1.5 + jnp.sin(jnp.arange(batch * room * heads * size))
        rows = waves.reshape(batch, room, heads, size)
        turned = jnp.moveaxis(rows, 1, 2)
        given = {by_words: (query, rows, rows), by_heads: (query, turned, turned)}
        return {way: (args, manylanes.time(jax.jit(way), *args)) for way, args in given.items()}

    compare(both, guess, "xeon: attend[kept=words,batch=8].time / attend[kept=heads,batch=8].time")


server


# %% answer
# Four numbers. The figures above are `server.weights` and so on.
### BEGIN SOLUTION
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
moved = server.weights + server.readers * server.cache
together = 1000 * server.readers * server.bandwidth / moved
most = 1000 * server.bandwidth / server.cache
### END SOLUTION


# The experiment: write both ways, put down a guess, take away the last #.
def by_words(query, keys, values):
    raise NotImplementedError("your turn")


def by_heads(query, keys, values):
    raise NotImplementedError("your turn")


guess = ...
# experiment(by_words, by_heads, guess)

# %% check
check(alone=alone, share=share, together=together, most=most, tolerance=0.01)
