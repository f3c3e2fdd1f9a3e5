# %% wrong: in_proportion
# You let a step take time in proportion to its batch. A single example waits until all weights have
# been moved, and a batch waits for them once.
walls_meet = 24 / machine.bandwidth / (6 / machine.peak)
longer, throughput = machine.many, 1
behind = machine.took * 1e6 / (24 * machine.weights / machine.bandwidth)

# %% wrong: for_nothing
# You let the other examples cost no time: beyond `walls_meet` computing takes longer than moving,
# and a larger batch takes longer.
walls_meet = 24 / machine.bandwidth / (6 / machine.peak)
longer, throughput = 1, machine.many
behind = machine.took * 1e6 / (24 * machine.weights / machine.bandwidth)

# %% wrong: one_after_the_other
# You added computing and moving. They go on at the same time: a step takes the longer of the two.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
longer = (moving_ms + machine.many * example_ms) / (moving_ms + example_ms)
throughput = machine.many / longer
behind = machine.took / (moving_ms + example_ms)

# %% wrong: read_once
# You moved each weight once, four bytes. It is read twice, its gradient is written and read, and
# the weight is read and written by the update: six times four.
moving_ms = 4 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
longer = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / longer
behind = machine.took / max(moving_ms, example_ms)

# %% wrong: numbers_not_bytes
# You counted six numbers for each weight, not bytes: a float32 number has four.
moving_ms = 6 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
longer = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / longer
behind = machine.took / max(moving_ms, example_ms)

# %% wrong: forward_alone
# You counted only the forward pass, two operations for each weight and example. Backward makes
# twice as many more.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 2 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
longer = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / longer
behind = machine.took / max(moving_ms, example_ms)

# %% wrong: upside_down
# `walls_meet` is upside down: it is the number of examples for which computing takes as long as
# moving the weights.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = example_ms / moving_ms
longer = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / longer
behind = machine.took / max(moving_ms, example_ms)

# %% wrong: behind_the_arithmetic
# `behind`: you compared the step with its arithmetic only. With one example moving the weights
# takes longer, and the longer of the two is the least time.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
longer = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / longer
behind = machine.took / example_ms

# %% wrong: swapped
# `longer` and `throughput` are swapped: the first is about one step's time, the second about
# examples in a second.
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
throughput = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
longer = machine.many / throughput
behind = machine.took / max(moving_ms, example_ms)


# %% wrong: peak_over_bandwidth
# `walls_meet`: those are the operations that the peak does for each byte moved. How many has a step
# for each byte, with one example?
#
# -walls_meet = moving_ms / example_ms
# +walls_meet = machine.peak / machine.bandwidth

# %% wrong: as_many_as_examples
# `throughput`: a step with more examples does more of them, and it takes longer as well, once they
# keep the lanes busy.
#
# -throughput = machine.many / longer
# +throughput = machine.many


# %% right: in_seconds
def least(batch):
    operations, moved = 6 * machine.weights * batch, 6 * 4 * machine.weights
    return max(operations / (machine.peak * 1e9), moved / (machine.bandwidth * 1e9))


walls_meet = 4 * machine.peak / machine.bandwidth
longer = least(machine.many) / least(1)
throughput = (machine.many / least(machine.many)) / (1 / least(1))
behind = machine.took * 1e-3 / least(1)

# %% right: weights_cancel
walls_meet = 4 * machine.peak / machine.bandwidth
throughput = min(walls_meet, machine.many)
longer = machine.many / throughput
behind = machine.took / (24e-6 * machine.weights / machine.bandwidth)
