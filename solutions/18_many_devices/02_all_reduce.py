# ---
# title: What does an all-reduce cost?
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "Follow one device on the page's figure: in each step it sends one chunk. How large is a
#     chunk, and how many steps are there until everybody has everything?"
#   - "A chunk is an `n`-th of the array. There are `n - 1` steps of adding and `n - 1` of handing
#     on."
#   - "`steps = 2 * (devices - 1)`, `chunk = 4 * count // devices`; each step takes `alpha + chunk /
#     beta`, and all devices send at the same time."
# choices:
#   "4 * count // devices": "`count` is a multiple of `devices`, so nothing is left over"
# ---

# %% [markdown]
# What does a ring all-reduce cost each device: in bytes, in messages, in time?
#
# Each of `devices` devices has an array of `count` numbers of four bytes; in the end each has the
# sum of all. `count` is a multiple of `devices`. A message of `n` bytes takes `alpha + n / beta`
# microseconds, not rounded. All devices send at the same time, each to its neighbour, and a step
# begins when the one before is over. Adding takes no time. Give the bytes that one device sends,
# the messages that it sends, and the microseconds until all have the sum. One device alone sends
# nothing.

# %% answer
def all_reduce(count, devices, alpha, beta):
    """Four numbers -> (bytes, messages, microseconds). Two to four lines.

    >>> all_reduce(1000, 4, 10, 100)
    (6000, 6, 120.0)
    >>> all_reduce(1000, 1, 10, 100)
    (0, 0, 0.0)
    """
    ### BEGIN SOLUTION
    steps, chunk = 2 * (devices - 1), 4 * count // devices
    return steps * chunk, steps, steps * (alpha + chunk / beta)
    ### END SOLUTION


# %% check
def arrays(draw):
    devices = draw.each([1, 2, 3, 4, 8, 16, 5, 64])
    count = devices * draw.int(3, 40) * 2
    return count, devices, draw.int(2, 30), draw.int(3, 200)


check(all_reduce, given=arrays)
