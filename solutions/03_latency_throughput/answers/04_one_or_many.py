# %% wrong: arithmetic_ignored
# `bound_of_64` and `throughput_gain`: for 64 customers, the arithmetic takes longer than loading
# the weights. The batch then takes longer than a batch of one, so the throughput is less than 64
# times as high.
bound_of_one, bound_of_64 = "memory", "memory"
throughput_gain, latency_ratio = 64, 1
crossover_batch = service.load_ms / service.compute_ms

# %% wrong: times_added
# `throughput_gain` and `latency_ratio`: you added loading and computing. Loading and computing
# overlap: a batch takes the longer of the two times.
bound_of_one, bound_of_64 = "memory", "compute"
one, many = service.load_ms + service.compute_ms, service.load_ms + 64 * service.compute_ms
throughput_gain, latency_ratio = 64 * one / many, many / one
crossover_batch = service.load_ms / service.compute_ms

# %% wrong: no_gain
# `throughput_gain` and `latency_ratio`: you assumed that a customer takes the same time in a batch
# as alone. A batch loads the weights only once for all of its customers.
bound_of_one, bound_of_64 = "memory", "compute"
throughput_gain, latency_ratio = 1, 64
crossover_batch = service.load_ms / service.compute_ms

# %% wrong: results_swapped
# You swapped `throughput_gain` and `latency_ratio`. Throughput is the number of customers per
# second; latency is the time that each of them waits.
bound_of_one, bound_of_64 = "memory", "compute"
latency_ratio = 64 * service.load_ms / (64 * service.compute_ms)
throughput_gain = 64 * service.compute_ms / service.load_ms
crossover_batch = service.load_ms / service.compute_ms

# %% wrong: queue_included
# `latency_ratio`: you divided by the time of 64 batches of one, which includes the queue. Divide
# the time of the batch of 64 by the time of a single batch of one.
bound_of_one, bound_of_64 = "memory", "compute"
throughput_gain = service.load_ms / service.compute_ms
latency_ratio = service.compute_ms / service.load_ms
crossover_batch = service.load_ms / service.compute_ms

# %% wrong: bounds_swapped
# You swapped `bound_of_one` and `bound_of_64`. For one customer, the arithmetic finishes long
# before all weights are loaded.
bound_of_one, bound_of_64 = "compute", "memory"
throughput_gain, latency_ratio = (
    service.load_ms / service.compute_ms,
    64 * service.compute_ms / service.load_ms,
)
crossover_batch = service.load_ms / service.compute_ms

# %% wrong: crossover_inverted
# Your `crossover_batch` is inverted. The crossover is the number of customers whose arithmetic
# takes as long as loading the weights.
bound_of_one, bound_of_64 = "memory", "compute"
throughput_gain, latency_ratio = (
    service.load_ms / service.compute_ms,
    64 * service.compute_ms / service.load_ms,
)
crossover_batch = service.compute_ms / service.load_ms

# %% wrong: gain_of_64
# `throughput_gain`: you assumed that the batch of 64 takes as long as a batch of one. The
# arithmetic of the batch takes 64 times as long. Compare this time with the time for loading.
bound_of_one, bound_of_64 = "memory", "compute"
throughput_gain, latency_ratio = 64, 64 * service.compute_ms / service.load_ms
crossover_batch = service.load_ms / service.compute_ms

# %% wrong: wait_of_64
# `latency_ratio`: you assumed that the batch of 64 takes as long as 64 batches of one. The batch of
# 64 loads the weights only once.
bound_of_one, bound_of_64 = "memory", "compute"
throughput_gain, latency_ratio = service.load_ms / service.compute_ms, 64
crossover_batch = service.load_ms / service.compute_ms

# %% wrong: always_memory_bound
# `bound_of_64`: loading takes as long as for one customer, but the arithmetic takes 64 times as
# long. Compare the two for 64 customers.
bound_of_one, bound_of_64 = "memory", "memory"
throughput_gain, latency_ratio = (
    service.load_ms / service.compute_ms,
    64 * service.compute_ms / service.load_ms,
)
crossover_batch = service.load_ms / service.compute_ms

# %% right: by_hand
bound_of_one, bound_of_64 = (
    "memory" if service.load_ms > b * service.compute_ms else "compute" for b in (1, 64)
)
crossover_batch = throughput_gain = service.load_ms / service.compute_ms
latency_ratio = 64 / throughput_gain

# %% right: as_a_function
import jax.numpy as jnp
import numpy as np

batches = np.array([1, 64])
walls = np.where(batches * service.compute_ms > service.load_ms, "compute", "memory")
bound_of_one, bound_of_64 = walls
latency = np.maximum(service.load_ms, batches * service.compute_ms)
throughput = jnp.asarray(batches / latency)
throughput_gain, latency_ratio = throughput[1] / throughput[0], latency[1] / latency[0]
crossover_batch = service.load_ms / service.compute_ms
