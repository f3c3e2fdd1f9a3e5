# %% wrong: weights_per_request_in_traffic
# You counted the movement of the weights once for each request. All requests of a step share the
# weights. Count them once.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    by_bytes = limit * bandwidth // (weights + cache)
    by_memory = (memory - weights) // cache
    return max(0, min(by_bytes, by_memory, limit * peak // work))


# %% wrong: cache_never_read
# You counted the movement of the weights but not of the caches. A new token attends to all tokens
# of its sequence, so a step reads each request's cache. Include the caches.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    if weights > limit * bandwidth:
        return 0
    return max(0, min((memory - weights) // cache, limit * peak // work))


# %% wrong: memory_forgotten
# You did not apply the limit on memory. Weights and caches must fit into `memory`. Apply that
# limit, too.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    return max(0, min((limit * bandwidth - weights) // cache, limit * peak // work))


# %% wrong: operations_forgotten
# You did not apply the limit on the operations. With many requests, a step is compute-bound. Apply
# that limit, too.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    return max(0, min((limit * bandwidth - weights) // cache, (memory - weights) // cache))


# %% wrong: times_added
# You added the times for moving data and for computing, which overlap. Use the longer time.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    both = (limit * bandwidth * peak - weights * peak) // (cache * peak + work * bandwidth)
    return max(0, min(both, (memory - weights) // cache))


# %% wrong: negative_result
# If no request can be served, you returned a negative number. Return 0 in that case.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    by_bytes, by_memory = (limit * bandwidth - weights) // cache, (memory - weights) // cache
    return min(by_bytes, by_memory, limit * peak // work)


# %% wrong: one_at_least
# If the server cannot handle even one request, you returned 1. Return 0 in that case.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    by_bytes, by_memory = (limit * bandwidth - weights) // cache, (memory - weights) // cache
    return max(1, min(by_bytes, by_memory, limit * peak // work))


# %% wrong: strict_limits
# You excluded a step of exactly `limit` milliseconds and a full `memory`. Both are allowed.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    by_bytes, by_memory = (
        (limit * bandwidth - weights - 1) // cache,
        (memory - weights - 1) // cache,
    )
    return max(0, min(by_bytes, by_memory, (limit * peak - 1) // work))


# %% wrong: weights_per_request
# You counted the weights once for each request, in memory and in the data moved. All requests share
# the weights. Count them once in each.
#
# -    by_bytes = (limit * bandwidth - weights) // cache
# -    by_memory = (memory - weights) // cache
# +    by_bytes = limit * bandwidth // (weights + cache)
# +    by_memory = memory // (weights + cache)


# %% wrong: rounded_up
# You rounded up, so the last request exceeds a limit. Round down with `//`.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    by_bytes, by_memory = -((weights - limit * bandwidth) // cache), -((weights - memory) // cache)
    return max(0, min(by_bytes, by_memory, -(-limit * peak // work)))


# %% wrong: memory_for_caches_only
# You used all of `memory` for caches. The weights also occupy memory. Subtract their size first.
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    by_bytes = (limit * bandwidth - weights) // cache
    return max(0, min(by_bytes, memory // cache, limit * peak // work))


# %% wrong: bandwidth_forgotten
# You left out the lower bound from memory bandwidth. A step moves the weights and every cache
# at `bandwidth` MB per millisecond. Apply that limit, too.
#
# -    return max(0, min(by_bytes, by_memory, by_operations))
# +    return max(0, min(by_memory, by_operations))


# %% right: by_counting
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    def can(count):
        moved = weights + count * cache
        in_time = moved <= limit * bandwidth and count * work <= limit * peak
        return in_time and moved <= memory

    count = 0
    while can(count + 1):
        count += 1
    return count


# %% right: one_byte_limit
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    left = min(limit * bandwidth, memory) - weights
    return min(max(left, 0) // cache, (limit * peak) // work)
