# ---
# title: How many requests at once?
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "A step writes a token for each request. Its bytes are the weights once and a cache for each;
#     its operations are `work` for each. Which of the three limits does each of those meet?"
#   - "In `limit` milliseconds the memory moves `limit * bandwidth` MB, and the lanes do `limit *
#     peak` MFLOP. The room is a third limit. What is left beside the weights, for each request's
#     cache?"
#   - "The least of `(limit * bandwidth - weights) // cache`, `(room - weights) // cache` and
#     `limit * peak // work`, and 0 where that is negative."
# ---

# %% [markdown]
# Find the largest number of requests that can be served together, when each waits at most `limit`
# milliseconds for a token.
#
# In each step the machine writes one token for every request. It moves the weights once and each
# request's cache once, and does `work` for each request; the step takes as long as the longer of
# the two. Weights and caches have to fit into `room`. Exactly `limit`, and a `room` that is exactly
# full, are allowed. If not even one request can be served, the answer is 0.
#
# Whole numbers: `weights`, `cache` (of one request) and `room` in MB, `bandwidth` in MB per
# millisecond, `work` in MFLOP for a token, `peak` in MFLOP per millisecond.

# %% answer
def readers(weights, cache, work, room, bandwidth, peak, limit):
    """(400, 50, 200, 800, 100, 300, 6) -> 4. Three or four lines; whole numbers."""
    ### BEGIN SOLUTION
    by_bytes = (limit * bandwidth - weights) // cache
    by_room = (room - weights) // cache
    by_operations = limit * peak // work
    return max(0, min(by_bytes, by_room, by_operations))
    ### END SOLUTION


# %% check
def servers(draw):
    """Each limit decides in its turn, exactly and by a hair; at times nobody can be served."""
    weights, cache = draw.int(100, 900), draw.int(5, 60)
    limit, bandwidth = draw.int(2, 12), draw.int(90, 300)
    weights = min(weights, limit * bandwidth // 2)
    cache = min(cache, limit * bandwidth // 8)  # so that four readers could be served at least
    served = (limit * bandwidth - weights) // cache
    work = draw.int(10, 80)
    room, peak = weights + cache * (served + 9), work * (served + 9)  # more than enough
    decides = draw.each(["bytes", "exactly", "room", "operations", "none", "nearly", "no room"])
    if decides == "exactly":  # a whole number of caches in a step
        bandwidth, weights = bandwidth * cache, cache * draw.int(3, 9)
        room, peak = limit * bandwidth + weights, work * limit * bandwidth
    elif decides == "room":
        room = weights + cache * draw.int(1, max(1, served - 1)) + draw.each([0, 1, cache - 1])
    elif decides == "operations":
        few = draw.int(1, max(1, served - 1))
        peak, work = few * work + draw.each([0, 1, work - 1]), work * limit
    elif decides in ("none", "nearly"):  # the weights alone take longer, or leave no whole cache
        over = [1, 7 * cache] if decides == "none" else [0, 1 - cache]
        weights = limit * bandwidth + draw.each(over)
        room = weights + 50 * cache
    elif decides == "no room":
        room = weights - draw.each([1, weights // 2])
    return weights, cache, work, room, bandwidth, peak, limit


check(readers, given=servers)
