# %% wrong: one_round_of_two
# You passed the chunks around the ring only once. After `n - 1` steps, each device has the complete
# sum of only *one* chunk. Add another `n - 1` steps that distribute the complete chunks.
#
# -    steps, chunk = 2 * (devices - 1), 4 * count // devices
# +    steps, chunk = devices - 1, 4 * count // devices


# %% wrong: whole_arrays
# You sent the whole array in each message. A message contains one chunk, an `n`-th of the array.
#
# -    steps, chunk = 2 * (devices - 1), 4 * count // devices
# +    steps, chunk = 2 * (devices - 1), 4 * count


# %% wrong: elements_not_bytes
# You used the number of elements in a chunk as its size. An element has four bytes. Multiply by 4.
#
# -    steps, chunk = 2 * (devices - 1), 4 * count // devices
# +    steps, chunk = 2 * (devices - 1), count // devices


# %% wrong: one_step_too_many
# You counted `n` steps instead of `n - 1` in both passes around the ring. A device does not need to
# receive the chunk that it already has. Count `n - 1` steps for each pass.
#
# -    steps, chunk = 2 * (devices - 1), 4 * count // devices
# +    steps, chunk = 2 * devices, 4 * count // devices


# %% wrong: one_latency
# You counted `alpha` only once. Each message waits for the previous one and has its own latency.
# Count `alpha` for every message.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, (alpha if steps else 0) + steps * chunk / beta


# %% wrong: latency_forgotten
# You left out `alpha`. Each message takes `alpha` microseconds before its first byte. Add `alpha`
# for every message.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, steps * chunk / beta


# %% wrong: summed_over_devices
# You added up the bytes and messages of all devices. Return those of one device.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return devices * steps * chunk, devices * steps, steps * (alpha + chunk / beta)


# %% wrong: devices_sequential
# You let the devices send one after another. All devices send at the same time. Count the time of
# one device.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, devices * steps * (alpha + chunk / beta)


# %% wrong: all_to_all
# You sent every array to every device: `n - 1` messages, each with the whole array. A ring sends
# chunks and adds them on the way. Count the steps of the ring.
def all_reduce(count, devices, alpha, beta):
    messages = devices - 1
    return 4 * count * messages, messages, messages * (alpha + 4 * count / beta)


# %% wrong: time_rounded_down
# You rounded down the time of a message. Divide with `/` instead of `//`.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, steps * (alpha + chunk // beta)


# %% wrong: time_of_one_array
# Your bytes and messages are right, but your time is the time for sending one array. A device
# sends nearly two arrays, and the time must cover all of them.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, steps * alpha + 4 * count / beta


# %% wrong: latency_for_single_device
# You counted `alpha` once, even for a single device, which sends no messages. Count `alpha` once
# for every message: zero times for a single device.
#
# -    return steps * chunk, steps, steps * (alpha + chunk / beta)
# +    return steps * chunk, steps, alpha + steps * chunk / beta


# %% right: simulated
def all_reduce(count, devices, alpha, beta):
    sent = messages = 0
    for _ in ("adding", "handing on"):
        for _ in range(devices - 1):
            sent += count // devices * 4
            messages += 1
    return sent, messages, messages * alpha + sent / beta


# %% right: by_formula
def all_reduce(count, devices, alpha, beta):
    moved = 2 * (devices - 1) / devices * 4 * count
    return round(moved), 2 * (devices - 1), moved / beta + 2 * alpha * (devices - 1)
