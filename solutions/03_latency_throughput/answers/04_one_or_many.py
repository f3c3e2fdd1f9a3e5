# %% wrong: as_many_times_as_customers
# With 64 customers the arithmetic takes longer than fetching: they no longer cost as much as one,
# and the throughput is not 64 times as high.
wall_of_one, wall_of_64 = "memory", "memory"
gain, wait = 64, 1
crossover_batch = service.fetch / service.each

# %% wrong: one_after_the_other
# You added fetching and computing. They go on at the same time: a batch takes the longer of the
# two.
wall_of_one, wall_of_64 = "memory", "compute"
one, many = service.fetch + service.each, service.fetch + 64 * service.each
gain, wait = 64 * one / many, many / one
crossover_batch = service.fetch / service.each

# %% wrong: nothing_gained
# You let each customer cost as much in the batch as without it. A single customer waits for all the
# weights; in a batch they are fetched once for all.
wall_of_one, wall_of_64 = "memory", "compute"
gain, wait = 1, 64
crossover_batch = service.fetch / service.each

# %% wrong: swapped
# Throughput and latency are swapped: throughput is customers in a second, latency how long each of
# them waits.
wall_of_one, wall_of_64 = "memory", "compute"
wait = 64 * service.fetch / (64 * service.each)
gain = 64 * service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% wrong: in_a_queue
# `wait` compares the latency of two batches: how long the batch of 64 takes, and how long a batch
# of one does. The queue before it does not belong to it.
wall_of_one, wall_of_64 = "memory", "compute"
gain = service.fetch / service.each
wait = service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% wrong: walls_swapped
# You swapped the two words: one customer's arithmetic is done long before all weights are there.
wall_of_one, wall_of_64 = "compute", "memory"
gain, wait = service.fetch / service.each, 64 * service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% wrong: crossover_upside_down
# `crossover_batch` is upside down: it is the number of customers whose arithmetic takes as long as
# fetching the weights.
wall_of_one, wall_of_64 = "memory", "compute"
gain, wait = service.fetch / service.each, 64 * service.each / service.fetch
crossover_batch = service.each / service.fetch

# %% wrong: gain_of_64
# `gain`: you let the batch of 64 take as long as a batch of one. Its arithmetic is 64 times as
# much: what does that batch wait for?
wall_of_one, wall_of_64 = "memory", "compute"
gain, wait = 64, 64 * service.each / service.fetch
crossover_batch = service.fetch / service.each

# %% wrong: wait_of_64
# `wait`: you let the batch of 64 take as long as 64 batches of one. The weights are fetched once
# for all of it.
wall_of_one, wall_of_64 = "memory", "compute"
gain, wait = service.fetch / service.each, 64
crossover_batch = service.fetch / service.each

# %% wrong: always_memory
# `wall_of_64`: fetching takes as long as before, and the arithmetic 64 times as long. Compare the
# two for 64 customers.
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
