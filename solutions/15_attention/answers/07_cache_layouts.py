# %% wrong: cache_never_read
# You counted the bytes of the weights but not of the cache. Every new token attends to all earlier
# tokens. Add the cache.
single_rate = 1000 * server.bandwidth / server.weights
achieved = 1000 / server.took / single_rate
batched_rate = 1000 * server.readers * server.bandwidth / server.weights
upper_bound = 1000 * server.bandwidth / server.cache


# %% wrong: per_millisecond
# You computed tokens per millisecond. The task asks for tokens per second.
single_rate = server.bandwidth / (server.weights + server.cache)
achieved = 1 / server.took / single_rate
moved = server.weights + server.readers * server.cache
batched_rate = server.readers * server.bandwidth / moved
upper_bound = server.bandwidth / server.cache


# %% wrong: weights_per_request
# `batched_rate`: you counted the weights once for each request. All requests of a step share the
# weights. Count them once per step.
single_rate = 1000 * server.bandwidth / (server.weights + server.cache)
achieved = 1000 / server.took / single_rate
batched_rate = single_rate
upper_bound = 1000 * server.bandwidth / server.cache


# %% wrong: one_shared_cache
# `batched_rate`: you counted one cache for all requests. Each request has its own sequence and
# therefore its own cache. Count one cache for each request.
single_rate = 1000 * server.bandwidth / (server.weights + server.cache)
achieved = 1000 / server.took / single_rate
batched_rate = server.readers * single_rate
upper_bound = 1000 * server.bandwidth / server.cache


# %% wrong: steps_per_second
# `batched_rate`: you computed steps per second. A step generates one token for each request.
# Multiply by the number of requests.
single_rate = 1000 * server.bandwidth / (server.weights + server.cache)
achieved = 1000 / server.took / single_rate
batched_rate = 1000 * server.bandwidth / (server.weights + server.readers * server.cache)
upper_bound = 1000 * server.bandwidth / server.cache


# %% wrong: achieved_inverted
# Your `achieved` is inverted. Divide the measured rate by `single_rate`.
single_rate = 1000 * server.bandwidth / (server.weights + server.cache)
achieved = single_rate / (1000 / server.took)
moved = server.weights + server.readers * server.cache
batched_rate = 1000 * server.readers * server.bandwidth / moved
upper_bound = 1000 * server.bandwidth / server.cache


# %% wrong: weights_remain
# `upper_bound`: you kept the weights and dropped the cache. With many requests, the weights are
# shared by more and more tokens, but each token still moves its own cache.
single_rate = 1000 * server.bandwidth / (server.weights + server.cache)
achieved = 1000 / server.took / single_rate
moved = server.weights + server.readers * server.cache
batched_rate = 1000 * server.readers * server.bandwidth / moved
upper_bound = 1000 * server.bandwidth / server.weights


# %% wrong: weights_only
# `single_rate`: you counted the bytes of the weights but not of the cache. Every new token attends
# to all earlier tokens. Add the cache.
#
# -single_rate = 1000 * server.bandwidth / (server.weights + server.cache)
# +single_rate = 1000 * server.bandwidth / server.weights


# %% wrong: no_upper_bound
# `upper_bound`: you assumed that there is no bound. Each token moves its own cache, however many
# requests there are.
#
# -upper_bound = 1000 * server.bandwidth / server.cache
# +upper_bound = float("inf")


# %% right: in_seconds
def words(count):
    seconds = (server.weights + count * server.cache) * 1e6 / (server.bandwidth * 1e9)
    return count / seconds


single_rate = words(1)
achieved = 1 / (server.took * 1e-3) / words(1)
batched_rate = words(server.readers)
upper_bound = words(10**9)


# %% right: by_milliseconds
least = (server.weights + server.cache) / server.bandwidth
single_rate, achieved = 1e3 / least, least / server.took
batched_rate = 1e3 / ((server.weights / server.readers + server.cache) / server.bandwidth)
upper_bound = 1e3 * server.bandwidth / server.cache
