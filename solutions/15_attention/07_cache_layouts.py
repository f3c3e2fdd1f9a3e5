# ---
# title: "Experiment: decoding speed and the layout of the cache"
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "One token moves all weights once and the request's cache once. Divide the megabytes by the
#     gigabytes per second. How many milliseconds is that, and how many tokens per second?"
#   - "With `readers` requests the weights still move once, and every cache moves once. A step then
#     gives `readers` tokens. What remains of the bytes per token when `readers` grows without
#     limit?"
#   - "`single_rate = 1000 * bandwidth / (weights + cache)`; `achieved = 1000 / took / single_rate`;
#     `batched_rate = 1000 * readers * bandwidth / (weights + readers * cache)`; `upper_bound`
#     does not contain the weights."
# ---

# %% [markdown]
# Predict from the bytes moved how many tokens per second a model can generate, for one request and
# for many. Then measure on your own machine how the layout of the cache changes the speed.
#
# **On paper.** The inputs are drawn at random. Three significant digits are enough.
#
# - For each token of a single request, a machine moves all weights and the request's cache once.
#   The weights take `weights` MB, and the cache of one request takes `cache` MB.
# - A step for `readers` requests moves the weights once and the cache of each request once, and it
#   generates one token for each request.
# - The memory moves `bandwidth` GB/s, where 1 GB is 1000 MB.
# - With one request, a token was measured to take `took` milliseconds.
#
# | name | value |
# |---|---|
# | `single_rate` | upper bound on the tokens per second for one request, from the bytes moved |
# | `achieved` | the measured rate divided by `single_rate`, 0 to 1 |
# | `batched_rate` | upper bound on the total tokens per second for `readers` requests |
# | `upper_bound` | limit of the tokens per second as the number of requests grows |
#
# **Experiment** (not graded). Write the attention of one layer for a new token of each request with
# two cache layouts. Then set your guess of how many times longer `by_token` takes than `by_head`,
# and run the last line, which times both on your machine and shows the book's measurement.
#
# - `by_token` has one row per token: `keys` and `values` are `f32[batch, room, heads, size]`.
# - `by_head` stores the rows of each head together: `f32[batch, heads, room, size]`.
# - `query` and the result are `f32[batch, heads, size]`. Use `jnp.einsum` for the scores and for
#   the result. Only the order of the letters in the specification differs.
# - Use a softmax, but no mask and no division by the square root of `size`.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

server = figures(
    "weights: int in 60..140, cache: int in 8..20, bandwidth: int in 30..60, readers: 8 | 16 | 32, "
    "took: int in 8..14"
)


def experiment(by_token, by_head, guess, batch=8, heads=8, room=512, size=64):
    """Time both on your machine. How many times longer does `by_token` take?"""

    def both():
        query = jnp.cos(jnp.arange(batch * heads * size)).reshape(batch, heads, size)
        waves = 1.5 + jnp.sin(jnp.arange(batch * room * heads * size))
        rows = waves.reshape(batch, room, heads, size)
        turned = jnp.moveaxis(rows, 1, 2)
        given = {by_token: (query, rows, rows), by_head: (query, turned, turned)}
        return {
            program: (args, manylanes.time(jax.jit(program), *args))
            for program, args in given.items()
        }

    compare(
        both,
        guess,
        "xeon: attention[layout=tokens,batch=8].time / attention[layout=heads,batch=8].time",
    )


server


# %% answer
# Four values. The inputs above are `server.weights` and so on.
### BEGIN SOLUTION
single_rate = 1000 * server.bandwidth / (server.weights + server.cache)
achieved = 1000 / server.took / single_rate
moved = server.weights + server.readers * server.cache
batched_rate = 1000 * server.readers * server.bandwidth / moved
upper_bound = 1000 * server.bandwidth / server.cache
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def by_token(query, keys, values):
    raise NotImplementedError("your turn")


def by_head(query, keys, values):
    raise NotImplementedError("your turn")


guess = ...
# experiment(by_token, by_head, guess)

# %% check
check(
    single_rate=single_rate,
    achieved=achieved,
    batched_rate=batched_rate,
    upper_bound=upper_bound,
    tolerance=0.01,
)
