# %% wrong: cache_never_read
# You moved the weights but no cache. Every new token attends to all earlier tokens. Add the cache.
alone = 1000 * server.bandwidth / server.weights
share = 1000 / server.took / alone
together = 1000 * server.readers * server.bandwidth / server.weights
most = 1000 * server.bandwidth / server.cache


# %% wrong: a_millisecond
# You computed tokens per millisecond. The task asks for tokens per second.
alone = server.bandwidth / (server.weights + server.cache)
share = 1 / server.took / alone
moved = server.weights + server.readers * server.cache
together = server.readers * server.bandwidth / moved
most = server.bandwidth / server.cache


# %% wrong: weights_for_each
# `together`: you moved the weights once for each request. All requests of a step share them. Count
# the weights once per step.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
together = alone
most = 1000 * server.bandwidth / server.cache


# %% wrong: one_cache_for_all
# `together`: you moved one cache for all requests. Each request has its own sequence and therefore
# its own cache. Count one for each.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
together = server.readers * alone
most = 1000 * server.bandwidth / server.cache


# %% wrong: steps_not_words
# `together`: you computed steps per second. A step gives one token for each request. Multiply by
# their number.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
together = 1000 * server.bandwidth / (server.weights + server.readers * server.cache)
most = 1000 * server.bandwidth / server.cache


# %% wrong: upside_down
# `share` is inverted. Divide the measured rate by the possible one.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = alone / (1000 / server.took)
moved = server.weights + server.readers * server.cache
together = 1000 * server.readers * server.bandwidth / moved
most = 1000 * server.bandwidth / server.cache


# %% wrong: weights_remain
# `most`: you kept the weights and dropped the cache. With many requests, the weights are shared by
# more and more tokens, and each token still moves its own cache.
alone = 1000 * server.bandwidth / (server.weights + server.cache)
share = 1000 / server.took / alone
moved = server.weights + server.readers * server.cache
together = 1000 * server.readers * server.bandwidth / moved
most = 1000 * server.bandwidth / server.weights


# %% wrong: weights_alone
# `alone`: you moved the weights but no cache. Every new token attends to all earlier tokens. Add
# the cache.
#
# -alone = 1000 * server.bandwidth / (server.weights + server.cache)
# +alone = 1000 * server.bandwidth / server.weights


# %% wrong: without_end
# `most`: you assumed that there is no bound. Each token moves its own cache, however many requests
# there are.
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
