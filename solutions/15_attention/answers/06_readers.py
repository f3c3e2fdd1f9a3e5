# %% wrong: weights_for_each
# You moved the weights once for each request. All requests of a step share them. Count the weights
# once.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes = limit * bandwidth // (weights + cache)
    by_room = (room - weights) // cache
    return max(0, min(by_bytes, by_room, limit * peak // work))


# %% wrong: cache_never_read
# You moved the weights but no cache. A new token attends to all tokens of its sequence, so a step
# reads each request's cache. Include the caches.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    if weights > limit * bandwidth:
        return 0
    return max(0, min((room - weights) // cache, limit * peak // work))


# %% wrong: room_forgotten
# You did not check the memory. Weights and caches must fit into `room`. Apply that limit too.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    return max(0, min((limit * bandwidth - weights) // cache, limit * peak // work))


# %% wrong: operations_forgotten
# You did not check the operations. With many requests a step is compute-bound. Apply that limit
# too.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    return max(0, min((limit * bandwidth - weights) // cache, (room - weights) // cache))


# %% wrong: one_after_another
# You added the times for moving data and for computing. They overlap. Use the longer one.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    both = (limit * bandwidth * peak - weights * peak) // (cache * peak + work * bandwidth)
    return max(0, min(both, (room - weights) // cache))


# %% wrong: negative
# You returned a negative number where no request can be served. Return 0 in that case.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights) // cache, (room - weights) // cache
    return min(by_bytes, by_room, limit * peak // work)


# %% wrong: one_at_least
# You returned 1 where the server cannot handle even one request. Return 0 in that case.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights) // cache, (room - weights) // cache
    return max(1, min(by_bytes, by_room, limit * peak // work))


# %% wrong: exactly_is_too_late
# You excluded a step of exactly `limit` milliseconds and a full `room`. Both are allowed.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights - 1) // cache, (room - weights - 1) // cache
    return max(0, min(by_bytes, by_room, (limit * peak - 1) // work))


# %% wrong: weights_of_their_own
# You counted the weights once for each request, in memory and in the data moved. All requests share
# them. Count the weights once in each.
#
# -    by_bytes = (limit * bandwidth - weights) // cache
# -    by_room = (room - weights) // cache
# +    by_bytes = limit * bandwidth // (weights + cache)
# +    by_room = room // (weights + cache)


# %% wrong: rounded_up
# You rounded up, so the last request exceeds a limit. Round down with `//`.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = -((weights - limit * bandwidth) // cache), -((weights - room) // cache)
    return max(0, min(by_bytes, by_room, -(-limit * peak // work)))


# %% wrong: room_for_caches_alone
# You used all of `room` for caches. The weights also occupy memory. Subtract them first.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes = (limit * bandwidth - weights) // cache
    return max(0, min(by_bytes, room // cache, limit * peak // work))


# %% wrong: bandwidth_forgotten
# You did not check the time for moving data. A step moves the weights and every cache at
# `bandwidth` MB per millisecond. Apply that limit too.
#
# -    return max(0, min(by_bytes, by_room, by_operations))
# +    return max(0, min(by_room, by_operations))


# %% right: one_by_one
def readers(weights, cache, work, room, bandwidth, peak, limit):
    def can(count):
        moved = weights + count * cache
        in_time = moved <= limit * bandwidth and count * work <= limit * peak
        return in_time and moved <= room

    count = 0
    while can(count + 1):
        count += 1
    return count


# %% right: one_limit_for_the_bytes
def readers(weights, cache, work, room, bandwidth, peak, limit):
    left = min(limit * bandwidth, room) - weights
    return min(max(left, 0) // cache, (limit * peak) // work)
