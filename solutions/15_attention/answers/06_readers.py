# %% wrong: weights_for_each
# You moved the weights once for each request. They are fetched once in a step and serve all: that
# is what a batch is for.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes = limit * bandwidth // (weights + cache)
    by_room = (room - weights) // cache
    return max(0, min(by_bytes, by_room, limit * peak // work))


# %% wrong: cache_never_read
# You read the weights and no cache. A new token looks at all tokens of its text, so each request's
# cache is read in every step.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    if weights > limit * bandwidth:
        return 0
    return max(0, min((room - weights) // cache, limit * peak // work))


# %% wrong: room_forgotten
# You did not ask whether weights and caches fit into `room`.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    return max(0, min((limit * bandwidth - weights) // cache, limit * peak // work))


# %% wrong: operations_forgotten
# You did not ask for the operations. With many requests a step may wait for them.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    return max(0, min((limit * bandwidth - weights) // cache, (room - weights) // cache))


# %% wrong: one_after_another
# You added the time for the bytes and the time for the operations. Both go on at the same time: the
# longer one counts.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    both = (limit * bandwidth * peak - weights * peak) // (cache * peak + work * bandwidth)
    return max(0, min(both, (room - weights) // cache))


# %% wrong: negative
# A number of requests is never below 0. Where even the weights are too much, answer 0.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights) // cache, (room - weights) // cache
    return min(by_bytes, by_room, limit * peak // work)


# %% wrong: one_at_least
# Where not even one request can be served, the answer is 0, not 1.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights) // cache, (room - weights) // cache
    return max(1, min(by_bytes, by_room, limit * peak // work))


# %% wrong: exactly_is_too_late
# Nearly: exactly `limit` milliseconds, and a room that is exactly full, are allowed.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights - 1) // cache, (room - weights - 1) // cache
    return max(0, min(by_bytes, by_room, (limit * peak - 1) // work))


# %% wrong: full_room_refused
# Nearly: a room that is exactly full is allowed.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights) // cache, (room - weights - 1) // cache
    return max(0, min(by_bytes, by_room, limit * peak // work))


# %% wrong: busy_to_the_end_refused
# Nearly: operations that take exactly `limit` milliseconds are allowed.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights) // cache, (room - weights) // cache
    return max(0, min(by_bytes, by_room, (limit * peak - 1) // work))


# %% wrong: exactly_limit_refused
# Nearly: a step that takes exactly `limit` milliseconds is allowed.
#
# -    by_bytes = (limit * bandwidth - weights) // cache
# +    by_bytes = (limit * bandwidth - weights - 1) // cache
# -    by_operations = limit * peak // work
# +    by_operations = (limit * peak - 1) // work


# %% wrong: weights_of_their_own
# You gave each request weights of its own, in the room and in what a step moves. They are stored
# once, are fetched once in a step, and serve all: that is what a batch is for.
#
# -    by_bytes = (limit * bandwidth - weights) // cache
# -    by_room = (room - weights) // cache
# +    by_bytes = limit * bandwidth // (weights + cache)
# +    by_room = room // (weights + cache)


# %% wrong: rounded_up
# You rounded up. The last request makes all of them wait too long, or does not fit.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = -((weights - limit * bandwidth) // cache), -((weights - room) // cache)
    return max(0, min(by_bytes, by_room, -(-limit * peak // work)))


# %% wrong: room_for_caches_alone
# You filled `room` only with caches. The weights lie in it as well.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes = (limit * bandwidth - weights) // cache
    return max(0, min(by_bytes, room // cache, limit * peak // work))


# %% wrong: rounded_to_the_nearest
# You rounded to the nearest whole number. A request is served or not: round down, `//`.
def readers(weights, cache, work, room, bandwidth, peak, limit):
    by_bytes, by_room = (limit * bandwidth - weights) / cache, (room - weights) / cache
    return max(0, round(min(by_bytes, by_room, limit * peak / work)))


# %% wrong: bandwidth_forgotten
# You did not ask how long the bytes take. In a step the weights and every request's cache are
# moved, `bandwidth` MB in a millisecond.
#
# -    return max(0, min(by_bytes, by_room, by_operations))
# +    return max(0, min(by_room, by_operations))


# %% wrong: weights_never_moved
# You moved only the caches. The weights are moved in every step too, once: that leaves less of the
# time.
#
# -    by_bytes = (limit * bandwidth - weights) // cache
# +    by_bytes = limit * bandwidth // cache


# %% wrong: operations_of_one_millisecond
# You gave the operations a single millisecond. They have `limit` of them, as the bytes have.
#
# -    by_operations = limit * peak // work
# +    by_operations = peak // work


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
