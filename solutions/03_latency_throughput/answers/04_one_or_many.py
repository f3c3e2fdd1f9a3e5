# %% wrong: as_many_times_as_customers
# `wall_of_64` and `gain`: for 64 customers, the arithmetic takes longer than loading the weights.
# The batch then takes longer than a batch of one, so the throughput is less than 64 times as high.
wall_of_one, wall_of_64 = "memory", "memory"
gain, wait = 64, 1
crossover_batch = service.fetch / service.each

# %% wrong: one_after_the_other
# `gain` and `wait`: you added loading and computing. They overlap: a batch takes the longer of the
# two times.
wall_of_one, wall_of_64 = "memory", "compute"
one, many = service.fetch + service.each, service.fetch + 64 * service.each
gain, wait = 64 * one / many, many / one
crossover_batch = service.fetch / service.each

# %% wrong: nothing_gained
# `gain` and `wait`: you assumed that a customer takes the same time in a batch as alone. A batch
# loads the weights only once for all of its customers.
wall_of_one, wall_of_64 = "memory", "compute"
gain, wait = 1, 64
crossover_batch = service.fetch / service.each

# %% wrong: swapped
# You swapped `gain` and `wait`. Throughput is the number of customers per second; latency is how
# long each of them waits.
wall_of_one, wall_of_64 = "memory", "compute"
wait = 64 * service.fetch / (64 * service.each)
gain = 64 * service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% wrong: in_a_queue
# `wait`: you divided by the time of 64 batches of one, which includes the queue. Divide the time of
# the batch of 64 by the time of a single batch of one.
wall_of_one, wall_of_64 = "memory", "compute"
gain = service.fetch / service.each
wait = service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% wrong: walls_swapped
# You swapped `wall_of_one` and `wall_of_64`. For one customer, the arithmetic finishes long before
# all weights are loaded.
wall_of_one, wall_of_64 = "compute", "memory"
gain, wait = service.fetch / service.each, 64 * service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% wrong: crossover_upside_down
# `crossover_batch` is inverted. It is the number of customers whose arithmetic takes as long as
# loading the weights.
wall_of_one, wall_of_64 = "memory", "compute"
gain, wait = service.fetch / service.each, 64 * service.each / service.fetch
crossover_batch = service.each / service.fetch

# %% wrong: gain_of_64
# `gain`: you assumed that the batch of 64 takes as long as a batch of one. Its arithmetic takes 64
# times as long: compare it with the time for loading.
wall_of_one, wall_of_64 = "memory", "compute"
gain, wait = 64, 64 * service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% wrong: wait_of_64
# `wait`: you assumed that the batch of 64 takes as long as 64 batches of one. It loads the weights
# only once.
wall_of_one, wall_of_64 = "memory", "compute"
gain, wait = service.fetch / service.each, 64
crossover_batch = service.fetch / service.each

# %% wrong: always_memory
# `wall_of_64`: loading takes as long as for one customer, but the arithmetic takes 64 times as
# long. Compare the two for 64 customers.
wall_of_one, wall_of_64 = "memory", "memory"
gain, wait = service.fetch / service.each, 64 * service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% right: by_hand
wall_of_one, wall_of_64 = (
    "memory" if service.fetch > b * service.each else "compute" for b in (1, 64)
)
crossover_batch = gain = service.fetch / service.each
wait = 64 / gain

# %% right: as_a_function
import jax.numpy as jnp
import numpy as np

batches = np.array([1, 64])
walls = np.where(batches * service.each > service.fetch, "compute", "memory")
wall_of_one, wall_of_64 = walls
latency = np.maximum(service.fetch, batches * service.each)
throughput = jnp.asarray(batches / latency)
gain, wait = throughput[1] / throughput[0], latency[1] / latency[0]
crossover_batch = service.fetch / service.each
