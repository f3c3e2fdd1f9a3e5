# ---
# title: Find the number of requests a server can handle
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "A step produces one token for each request. It moves the weights once and one cache for each
#     request, and does `work` for each request. Which of the three limits applies to which of these
#     amounts?"
#   - "In `limit` milliseconds the memory moves `limit * bandwidth` MB and the processor does `limit
#     * peak` MFLOP. The third limit is `memory`. What do the weights leave for the caches?"
#   - "The minimum of `(limit * bandwidth - weights) // cache`, `(memory - weights) // cache` and
#     `limit * peak // work`, or 0 if it is negative."
# ---

# %% [markdown]
# Return, as an integer, the largest number of requests that a server can handle concurrently if a
# step may take at most `limit` milliseconds.
#
# In each step the server generates one token for every request. It moves the weights once and the
# cache of each request once, and it does `work` MFLOP for each request. Moving data and computing
# overlap, so a step takes the longer of the two times. Three more conditions apply:
#
# - A step may take exactly `limit` milliseconds.
# - The weights and all caches must fit into `memory`. They may fill it exactly.
# - If the server cannot handle even one request, return 0.
#
# All arguments are integers: `weights`, `cache` (of one request) and `memory` in MB,
# `bandwidth` in MB per millisecond, `work` in MFLOP per token, `peak` in MFLOP per millisecond.

# %% answer
def max_requests(weights, cache, work, memory, bandwidth, peak, limit):
    """(400, 50, 200, 800, 100, 300, 6) -> 4. Three or four lines; integers."""
    ### BEGIN SOLUTION
    by_bytes = (limit * bandwidth - weights) // cache
    by_memory = (memory - weights) // cache
    by_operations = limit * peak // work
    return max(0, min(by_bytes, by_memory, by_operations))
    ### END SOLUTION


# %% check
def servers(draw):
    """Let each limit decide, exactly or narrowly. In some cases no request can be served."""
    weights, cache = draw.int(100, 900), draw.int(5, 60)
    limit, bandwidth = draw.int(2, 12), draw.int(90, 300)
    weights = min(weights, limit * bandwidth // 2)
    cache = min(cache, limit * bandwidth // 8)  # leaves time for at least four requests
    served = (limit * bandwidth - weights) // cache
    work = draw.int(10, 80)
    memory, peak = weights + cache * (served + 9), work * (served + 9)  # more than enough
    decides = draw.each(["bytes", "exactly", "room", "operations", "none", "nearly", "no room"])
    if decides == "exactly":  # a whole number of caches in a step
        bandwidth, weights = bandwidth * cache, cache * draw.int(3, 9)
        memory, peak = limit * bandwidth + weights, work * limit * bandwidth
    elif decides == "room":
        memory = weights + cache * draw.int(1, max(1, served - 1)) + draw.each([0, 1, cache - 1])
    elif decides == "operations":
        few = draw.int(1, max(1, served - 1))
        peak, work = few * work + draw.each([0, 1, work - 1]), work * limit
    elif decides in ("none", "nearly"):  # the weights alone take longer, or leave no whole cache
        over = [1, 7 * cache] if decides == "none" else [0, 1 - cache]
        weights = limit * bandwidth + draw.each(over)
        memory = weights + 50 * cache
    elif decides == "no room":
        memory = weights - draw.each([1, weights // 2])
    return weights, cache, work, memory, bandwidth, peak, limit


check(max_requests, given=servers)
