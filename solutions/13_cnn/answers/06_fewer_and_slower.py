# %% wrong: gain_is_the_count
# `gain` is not `fewer`: that would hold if both waited for arithmetic. The depthwise one has about
# two FLOPs for each byte and waits for memory. Work out the least time of each.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 4 * (2 * numbers + 9 * machine.channels)
intensity = flops / moved
gain = fewer
behind = machine.took * 1e6 / max(flops / machine.peak, moved / machine.bandwidth)


# %% wrong: behind_the_arithmetic
# `behind`: you compared the library with the arithmetic only. The least time is the *longer* of the
# two, and here that is the memory's.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 4 * (2 * numbers + 9 * machine.channels)
intensity = flops / moved
least = moved / machine.bandwidth
gain = 18 * numbers * machine.channels / machine.peak / least
behind = machine.took * 1e6 / (flops / machine.peak)


# %% wrong: arithmetic_alone
# `gain` and `behind`: you counted only the arithmetic. The depthwise one has about two FLOPs for
# each byte and waits for memory: its least time is the *longer* of the two.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 4 * (2 * numbers + 9 * machine.channels)
intensity = flops / moved
gain = fewer
behind = machine.took * 1e6 / (flops / machine.peak)


# %% wrong: one_after_the_other
# You added the time for the FLOPs and the time for the bytes. Both go on at the same time: the
# longer one counts.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 4 * (2 * numbers + 9 * machine.channels)
intensity = flops / moved
least = flops / machine.peak + moved / machine.bandwidth
full = 4 * (2 * numbers + 9 * machine.channels**2)
gain = (flops * machine.channels / machine.peak + full / machine.bandwidth) / least
behind = machine.took * 1e6 / least


# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. The peak counts two.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 9 * numbers, 4 * (2 * numbers + 9 * machine.channels)
intensity = flops / moved
least = moved / machine.bandwidth
gain = 9 * numbers * machine.channels / machine.peak / least
behind = machine.took * 1e6 / least


# %% wrong: only_read
# You moved what comes in, and not what goes out. Results are written as well.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 4 * (numbers + 9 * machine.channels)
intensity = flops / moved
least = max(flops / machine.peak, moved / machine.bandwidth)
gain = 18 * numbers * machine.channels / machine.peak / least
behind = machine.took * 1e6 / least


# %% wrong: fetched_by_each_tap
# You fetched the picture once for each of the nine taps. Each number is moved once: nine shifts of
# one array are one array, as long as a compiler fuses them.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 4 * (10 * numbers + 9 * machine.channels)
intensity = flops / moved
least = max(flops / machine.peak, moved / machine.bandwidth)
gain = 18 * numbers * machine.channels / machine.peak / least
behind = machine.took * 1e6 / least


# %% wrong: numbers_not_bytes
# You moved numbers. A float32 number has four bytes.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 2 * numbers + 9 * machine.channels
intensity = flops / moved
least = max(flops / machine.peak, moved / machine.bandwidth)
gain = 18 * numbers * machine.channels / machine.peak / least
behind = machine.took * 1e6 / least


# %% wrong: one_picture
# You counted one picture. There are `batch` of them, and each has to be read, worked on and
# written; the kernel serves all.
places = machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 4 * (2 * numbers + 9 * machine.channels)
intensity = flops / moved
least = max(flops / machine.peak, moved / machine.bandwidth)
gain = 18 * numbers * machine.channels / machine.peak / least
behind = machine.took * 1e6 / least


# %% wrong: channels_squared
# `fewer` is the ratio of the two: both work at every place and for every channel that comes out.
# The full one reaches through all channels that come in, the other through one.
#
# -fewer = machine.channels
# +fewer = machine.channels**2


# %% wrong: behind_the_full_one
# `behind`: you compared the library with the least time of the *full* convolution. It took its time
# for the depthwise one.
#
# -behind = machine.took / least
# +behind = machine.took / (least * gain)


# %% wrong: differences
# You subtracted. "How many times as long" is one time divided by the other.
#
# -gain = max(full[0] / machine.peak, full[1] / machine.bandwidth) / 1e6 / least
# -behind = machine.took / least
# +gain = max(full[0] / machine.peak, full[1] / machine.bandwidth) / 1e6 - least
# +behind = machine.took - least


# %% wrong: nine_times_fewer
# `fewer` is what the *channels* save, not the taps: both kernels have nine taps, and the full one
# reaches through all channels.
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = 9
flops, moved = 18 * numbers, 4 * (2 * numbers + 9 * machine.channels)
intensity = flops / moved
least = max(flops / machine.peak, moved / machine.bandwidth)
gain = 18 * numbers * machine.channels / machine.peak / least
behind = machine.took * 1e6 / least


# %% wrong: intensity_for_each_number
# `intensity`: those are FLOPs for each number that moves. A float32 number has four bytes.
#
# -intensity = flops / moved
# +intensity = 4 * flops / moved


# %% wrong: intensity_in_multiply_adds
# `intensity`: you counted a multiply-add as one FLOP. A multiply and an add are two.
#
# -intensity = flops / moved
# +intensity = flops / moved / 2


# %% wrong: intensity_of_what_comes_in
# `intensity`: you moved what comes in, and not what goes out. Results are written as well.
#
# -intensity = flops / moved
# +intensity = flops / (4 * (numbers + 9 * machine.channels))


# %% wrong: intensity_of_the_full_one
# `intensity`: that is the full convolution's. The question is the depthwise one's, which does less
# with the same pictures.
#
# -intensity = flops / moved
# +intensity = flops * machine.channels / (4 * (2 * numbers + 9 * machine.channels**2))


# %% right: in_seconds
def least(flops, numbers):
    return max(flops / (machine.peak * 1e9), 4 * numbers / (machine.bandwidth * 1e9))


cells = machine.batch * machine.side * machine.side * machine.channels
kernel = 9 * machine.channels
shortest = least(18 * cells, 2 * cells + kernel)
fewer = kernel / 9
intensity = 18 * cells / (4 * (2 * cells + kernel))
gain = least(18 * cells * machine.channels, 2 * cells + kernel * machine.channels) / shortest
behind = machine.took * 1e-3 / shortest


# %% right: kernel_neglected
fewer = machine.channels
intensity = 18 / 8
cells = machine.batch * machine.side**2 * machine.channels
gain = (18 * machine.channels / machine.peak) / (8 / machine.bandwidth)
behind = machine.took / (8 * cells / machine.bandwidth / 1e6)
