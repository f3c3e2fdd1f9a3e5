# %% wrong: flop_ratio_as_gain
# `gain`: you gave the same value as for `flop_ratio`. That is right only if both convolutions are
# compute-bound, but the depthwise convolution does about two FLOPs per byte and is memory-bound.
# Divide the least time of the full convolution by that of the depthwise one.
#
# -gain = max(full[0] / machine.peak, full[1] / machine.bandwidth) / 1e6 / least
# +gain = flop_ratio


# %% wrong: slowdown_over_compute_time
# `slowdown`: you divided by the time of the arithmetic. The least time is the *larger* of the two
# times, which here is the time of the memory traffic. Divide by that time.
#
# -slowdown = machine.took / least
# +slowdown = machine.took * 1e6 / (flops / machine.peak)


# %% wrong: compute_time_only
# `gain` and `slowdown`: you counted only the time of the arithmetic. The depthwise convolution does
# about two FLOPs per byte and is memory-bound. Use the *larger* of the two times as its least time.
#
# -gain = max(full[0] / machine.peak, full[1] / machine.bandwidth) / 1e6 / least
# -slowdown = machine.took / least
# +gain = flop_ratio
# +slowdown = machine.took * 1e6 / (flops / machine.peak)


# %% wrong: times_added
# You added the time of the FLOPs and the time of the bytes. Arithmetic and memory traffic overlap,
# so only the longer time counts. Take the maximum.
#
# -least = max(flops / machine.peak, moved / machine.bandwidth) / 1e6  # ms
# -gain = max(full[0] / machine.peak, full[1] / machine.bandwidth) / 1e6 / least
# +least = (flops / machine.peak + moved / machine.bandwidth) / 1e6
# +gain = (full[0] / machine.peak + full[1] / machine.bandwidth) / 1e6 / least


# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. The peak counts a multiply-add as two FLOPs. Multiply by
# 2.
#
# -flops, moved = 18 * values, 4 * (2 * values + 9 * machine.channels)
# +flops, moved = 9 * values, 4 * (2 * values + 9 * machine.channels)
# -full = 18 * values * machine.channels, 4 * (2 * values + 9 * machine.channels**2)
# +full = 9 * values * machine.channels, 4 * (2 * values + 9 * machine.channels**2)


# %% wrong: reads_only
# You counted the bytes of the input, but not those of the output. The output is also written to
# memory. Count the bytes of both.
#
# -flops, moved = 18 * values, 4 * (2 * values + 9 * machine.channels)
# +flops, moved = 18 * values, 4 * (values + 9 * machine.channels)


# %% wrong: loaded_per_kernel_position
# You counted the images once for each of the nine kernel positions. A fused kernel moves each value
# once. Count the input once.
#
# -flops, moved = 18 * values, 4 * (2 * values + 9 * machine.channels)
# +flops, moved = 18 * values, 4 * (10 * values + 9 * machine.channels)


# %% wrong: elements_not_bytes
# You counted values instead of bytes. A float32 value has four bytes. Multiply by 4.
#
# -flops, moved = 18 * values, 4 * (2 * values + 9 * machine.channels)
# +flops, moved = 18 * values, 2 * values + 9 * machine.channels


# %% wrong: one_image
# You counted one image. There are `batch` images, and only the kernel is shared. Multiply the
# positions by `batch`.
#
# -positions = machine.batch * machine.side**2
# +positions = machine.side**2


# %% wrong: kernel_positions_as_ratio
# `flop_ratio`: you gave the number of kernel positions. Both kernels have nine positions, but a
# full kernel covers all input channels and a depthwise one covers a single channel. Compare the
# channels.
#
# -flop_ratio = machine.channels
# +flop_ratio = 9


# %% wrong: slowdown_of_full_convolution
# `slowdown`: you divided by the least time of the *full* convolution. The measured time is that of
# the depthwise one. Divide by the least time of the depthwise convolution.
#
# -slowdown = machine.took / least
# +slowdown = machine.took / (least * gain)


# %% wrong: intensity_of_full_convolution
# `intensity`: you gave the intensity of the full convolution. The question is about the depthwise
# one, which does fewer FLOPs on the same images.
#
# -intensity = flops / moved
# +intensity = flops * machine.channels / (4 * (2 * values + 9 * machine.channels**2))


# %% right: in_seconds
def least(flops, values):
    return max(flops / (machine.peak * 1e9), 4 * values / (machine.bandwidth * 1e9))


cells = machine.batch * machine.side * machine.side * machine.channels
kernel = 9 * machine.channels
shortest = least(18 * cells, 2 * cells + kernel)
flop_ratio = kernel / 9
intensity = 18 * cells / (4 * (2 * cells + kernel))
gain = least(18 * cells * machine.channels, 2 * cells + kernel * machine.channels) / shortest
slowdown = machine.took * 1e-3 / shortest


# %% right: kernel_neglected
flop_ratio = machine.channels
intensity = 18 / 8
cells = machine.batch * machine.side**2 * machine.channels
gain = (18 * machine.channels / machine.peak) / (8 / machine.bandwidth)
slowdown = machine.took / (8 * cells / machine.bandwidth / 1e6)
