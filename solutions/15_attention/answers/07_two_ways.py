# %% wrong: cache_never_read
# You moved the weights and no cache. Every new token looks at all tokens before it.
alone = 1000 * server.bandwidth / server.weights
share = 1000 / server.took / alone
together = 1000 * server.readers * server.bandwidth / server.weights
most = 1000 * server.bandwidth / server.cache


# %% wrong: a_millisecond
# Your tokens are those of a millisecond. The task asks for those of a second.
alone = server.bandwidth / (server.weights + server.cache)
share = 1 / server.took / alone
moved = server.weights + server.readers * server.cache
together = server.readers * server.bandwidth / moved
most = server.bandwidth / server.cache


# %% wrong: weights_for_each
# `together`: you moved the weights once for each request. They are fetched once a step and serve
# all.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
together = alone
most = 1000 * server.bandwidth / server.cache


# %% wrong: one_cache_for_all
# `together`: each request has its own text, and so its own cache.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
together = server.readers * alone
most = 1000 * server.bandwidth / server.cache


# %% wrong: steps_not_words
# `together`: those are steps. A step gives a token to each request.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
together = 1000 * server.bandwidth / (server.weights + server.readers * server.cache)
most = 1000 * server.bandwidth / server.cache


# %% wrong: upside_down
# `share` is upside down: divide what was reached by what is possible.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = alone / (1000 / server.took)
moved = server.weights + server.readers * server.cache
together = 1000 * server.readers * server.bandwidth / moved
most = 1000 * server.bandwidth / server.cache


# %% wrong: weights_remain
# `most`: with more and more requests the weights are shared by more and more tokens. Then a token's
# own bytes are its cache.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
moved = server.weights + server.readers * server.cache
together = 1000 * server.readers * server.bandwidth / moved
most = 1000 * server.bandwidth / server.weights


# %% wrong: weights_alone
# `alone`: you moved the weights and no cache. Every new token looks at all tokens before it.
#
# -alone = 1000 * server.bandwidth / (server.weights + server.cache)
# +alone = 1000 * server.bandwidth / server.weights


# %% wrong: without_end
# `most`: the weights are shared by more and more tokens, but each token moves a cache of its own,
# however many requests there are.
#
# -most = 1000 * server.bandwidth / server.cache
# +most = float("inf")


# %% right: in_seconds
def words(count):
    seconds = (server.weights + count * server.cache) * 1e6 / (server.bandwidth * 1e9)
    return count / seconds


alone = words(1)
share = 1 / (server.took * 1e-3) / words(1)
together = words(server.readers)
most = words(10**9)


# %% right: by_milliseconds
least = (server.weights + server.cache) / server.bandwidth
alone, share = 1e3 / least, least / server.took
together = 1e3 / ((server.weights / server.readers + server.cache) / server.bandwidth)
most = 1e3 * server.bandwidth / server.cache
