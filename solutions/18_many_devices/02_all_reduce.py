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


# %% wrong: half_of_it
# You sent the chunks round once. After `n - 1` steps each device has the whole sum of *one* chunk;
# as many steps again hand the sums on.
#
# -    steps, chunk = 2 * (devices - 1), 4 * count // devices
# +    steps, chunk = devices - 1, 4 * count // devices


# %% wrong: whole_arrays
# You sent the whole array in each message. A device sends one chunk of it, an `n`-th.
#
# -    steps, chunk = 2 * (devices - 1), 4 * count // devices
# +    steps, chunk = 2 * (devices - 1), 4 * count


# %% wrong: numbers_not_bytes
# You counted numbers. Each of them has four bytes.
#
# -    steps, chunk = 2 * (devices - 1), 4 * count // devices
# +    steps, chunk = 2 * (devices - 1), count // devices


# %% wrong: whole_microseconds
# The microseconds are rounded down. A message of `n` bytes takes `alpha + n / beta` microseconds:
# divide with `/`, not with `//`.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, steps * (alpha + chunk // beta)


# %% wrong: whole_microseconds_in_all
# You rounded the microseconds down at the end. They need not be a whole number.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, int(steps * (alpha + chunk / beta))


# %% wrong: once_round_more
# You let the chunks go all the way round, twice `n` steps. A device need not get what it has
# itself: `n - 1` steps each time.
#
# -    steps, chunk = 2 * (devices - 1), 4 * count // devices
# +    steps, chunk = 2 * devices, 4 * count // devices


# %% wrong: one_start
# You counted `alpha` once. Each message waits for the one before, and each has its own start.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, (alpha if steps else 0) + steps * chunk / beta


# %% wrong: one_start_even_alone
# You counted `alpha` once, also where nothing is sent. Each message waits for the one before, and
# each has its own start; a single device has none.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, alpha + steps * chunk / beta


# %% wrong: time_of_one_array
# Bytes and messages are right. You let the time be that of one whole array: all bytes that a device
# sends take their time, in nearly two rounds of it.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, steps * alpha + 4 * count / beta


# %% wrong: no_starts
# You left `alpha` out: a message takes that long before its first byte.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, steps * chunk / beta


# %% wrong: of_all_devices
# You added up what all devices send. One device's bytes and messages are asked for.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return devices * steps * chunk, devices * steps, steps * (alpha + chunk / beta)


# %% wrong: one_after_another
# You let the devices send one after another. All send at the same time, each to its neighbour.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, devices * steps * (alpha + chunk / beta)


# %% wrong: bytes_times_beta
# You multiplied by `beta`. It is bytes in a microsecond: divide the bytes by it.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, steps * (alpha + chunk * beta)


# %% wrong: everybody_to_everybody
# That is every array to every device: `n - 1` messages, each with the whole array. The ring sends
# chunks, and adds on the way.
def all_reduce(count, devices, alpha, beta):
    messages = devices - 1
    return 4 * count * messages, messages, messages * (alpha + 4 * count / beta)


# %% wrong: all_bytes_in_each_message
# Bytes and messages are right. You let each message take the time of all bytes that a device sends.
# It carries one chunk.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, steps * (alpha + steps * chunk / beta)


# %% wrong: bytes_of_one_array
# Messages and time are right. For the bytes you gave one array. Count what a device sends: a chunk
# in each message.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return (4 * count if steps else 0), steps, steps * (alpha + chunk / beta)


# %% wrong: bytes_of_two_arrays
# Messages and time are right. For the bytes you gave two whole arrays. In each of the two rounds
# one chunk is already where it belongs.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return (8 * count if steps else 0), steps, steps * (alpha + chunk / beta)


# %% wrong: bytes_of_one_message
# Messages and time are right. Those are the bytes of one message; a device sends several.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return (chunk if steps else 0), steps, steps * (alpha + chunk / beta)


# %% wrong: numbers_for_bytes
# Messages and time are right. Where bytes are asked for you counted numbers; each has four.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk // 4, steps, steps * (alpha + chunk / beta)


# %% right: played
def all_reduce(count, devices, alpha, beta):
    sent = messages = 0
    for _ in ("adding", "handing on"):
        for _ in range(devices - 1):
            sent += count // devices * 4
            messages += 1
    return sent, messages, messages * alpha + sent / beta


# %% right: by_the_formula
def all_reduce(count, devices, alpha, beta):
    moved = 2 * (devices - 1) / devices * 4 * count
    return round(moved), 2 * (devices - 1), moved / beta + 2 * alpha * (devices - 1)
