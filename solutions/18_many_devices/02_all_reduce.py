# ---
# title: Compute the cost of a ring all-reduce
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "Follow one device in the chapter's figure: in each step, it sends one chunk. How large is a
#     chunk, and after how many steps do all devices have the complete sum?"
#   - "A chunk is an `n`-th of the array. There are `n - 1` steps that add chunks and `n - 1` steps
#     that pass the complete chunks on."
#   - "`steps = 2 * (devices - 1)` and `chunk = 4 * count // devices`. Each step takes
#     `alpha + chunk / beta`, and all devices send at the same time."
# choices:
#   "4 * count // devices": "`count` is a multiple of `devices`, so nothing is left over"
# ---

# %% [markdown]
# Return what a ring all-reduce costs: the bytes that one device sends, the messages that it sends,
# and the microseconds until all devices have the sum.
#
# Each of `devices` devices holds an array of `count` elements of 4 bytes, divided into `devices`
# equal chunks. The devices form a ring, and in each step, every device sends one chunk to the next
# device. First, the chunks travel around the ring, and each device adds its own values to the chunk
# that it receives, until each device has one chunk of the sum. Then these chunks travel around the
# ring until every device has all of them.
#
# - `count` is a multiple of `devices`.
# - A message of `n` bytes takes `alpha + n / beta` microseconds: `alpha` is in microseconds, and
#   `beta` is in bytes per microsecond. Do not round the time.
# - All devices send at the same time. A step begins when the previous one is finished.
# - Additions take no time.
# - A single device sends nothing and takes no time.

# %% answer
def all_reduce(count, devices, alpha, beta):
    """Return (bytes, messages, microseconds). Two to four lines.

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
