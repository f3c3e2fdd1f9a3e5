# %% wrong: proportional_time
# You assumed that the time of a step is proportional to its batch size. A step moves all weights
# once, regardless of the batch size. Use the longer of the times for computing and for moving data.
walls_meet = 24 / machine.bandwidth / (6 / machine.peak)
time_ratio, throughput = machine.many, 1
slowdown = machine.took * 1e6 / (24 * machine.weights / machine.bandwidth)

# %% wrong: no_extra_time
# You assumed that a step with more examples takes no more time. Above `walls_meet`, computing takes
# longer than moving the weights. Use the longer of these two times.
walls_meet = 24 / machine.bandwidth / (6 / machine.peak)
time_ratio, throughput = 1, machine.many
slowdown = machine.took * 1e6 / (24 * machine.weights / machine.bandwidth)

# %% wrong: times_added
# You added the times for computing and moving data, which overlap. Use the longer time.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
time_ratio = (moving_ms + machine.many * example_ms) / (moving_ms + example_ms)
throughput = machine.many / time_ratio
slowdown = machine.took / (moving_ms + example_ms)

# %% wrong: read_once
# You counted four bytes for each weight. Six values are moved: the weight is read three times and
# written once, and its gradient is written and read. Count six times four bytes.
moving_ms = 4 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
time_ratio = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / time_ratio
slowdown = machine.took / max(moving_ms, example_ms)

# %% wrong: elements_not_bytes
# You counted six values for each weight, not bytes. A float32 value has four bytes. Multiply by
# four.
moving_ms = 6 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
time_ratio = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / time_ratio
slowdown = machine.took / max(moving_ms, example_ms)

# %% wrong: forward_only
# You counted only the forward pass. The backward pass does twice as many operations. Use 6
# operations for each weight and example.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 2 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
time_ratio = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / time_ratio
slowdown = machine.took / max(moving_ms, example_ms)

# %% wrong: ratio_inverted
# Your `walls_meet` is inverted. The batch size is the number of examples for which computing takes
# as long as moving the weights.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = example_ms / moving_ms
time_ratio = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / time_ratio
slowdown = machine.took / max(moving_ms, example_ms)

# %% wrong: slowdown_over_compute_time
# `slowdown`: you divided by the time for computing. With one example, moving the weights takes
# longer. Divide by the longer time.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
time_ratio = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / time_ratio
slowdown = machine.took / example_ms

# %% wrong: results_swapped
# You swapped `time_ratio` and `throughput`. The first compares the times of one step, and the
# second compares examples per second.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
throughput = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
time_ratio = machine.many / throughput
slowdown = machine.took / max(moving_ms, example_ms)


# %% wrong: peak_over_bandwidth
# `walls_meet`: you computed the operations that the machine can do per byte moved. Divide this
# number by the operations per byte of a step with one example.
#
# -walls_meet = moving_ms / example_ms
# +walls_meet = machine.peak / machine.bandwidth

# %% wrong: throughput_as_batch_size
# `throughput`: you used the number of examples alone. Once a step is compute-bound, a larger batch
# takes longer. Divide by `time_ratio`.
#
# -throughput = machine.many / time_ratio
# +throughput = machine.many


# %% right: in_seconds
def least(batch):
    operations, moved = 6 * machine.weights * batch, 6 * 4 * machine.weights
    return max(operations / (machine.peak * 1e9), moved / (machine.bandwidth * 1e9))


walls_meet = 4 * machine.peak / machine.bandwidth
time_ratio = least(machine.many) / least(1)
throughput = (machine.many / least(machine.many)) / (1 / least(1))
slowdown = machine.took * 1e-3 / least(1)

# %% right: weights_cancel
walls_meet = 4 * machine.peak / machine.bandwidth
throughput = min(walls_meet, machine.many)
time_ratio = machine.many / throughput
slowdown = machine.took / (24e-6 * machine.weights / machine.bandwidth)
