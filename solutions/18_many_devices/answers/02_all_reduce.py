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
