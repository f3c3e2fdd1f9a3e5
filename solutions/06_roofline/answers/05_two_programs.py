# %% wrong: ratio_of_operations
# `slowdown`: you divided the operations. `light` is memory-bound, so moving its bytes takes all of
# its time, and `heavy` moves the same bytes. Divide the two times, each the longer of arithmetic
# and data movement.
light_bound, heavy_bound = "memory", "compute"
slowdown = 16
crossover = 12 * walls.peak / walls.bandwidth


# %% wrong: both_memory_bound
# You treated both programs as memory-bound. They move the same bytes, but here 32 operations take
# longer than moving 12 bytes, so `heavy` is compute-bound.
light_bound, heavy_bound = "memory", "memory"
slowdown = 1
crossover = 12 * walls.peak / walls.bandwidth


# %% wrong: times_added
# `slowdown`: you added the times of arithmetic and data movement. Arithmetic and data movement
# overlap, so use the longer time.
light_bound, heavy_bound = "memory", "compute"
slowdown = (32 / walls.peak + 12 / walls.bandwidth) / (2 / walls.peak + 12 / walls.bandwidth)
crossover = 12 * walls.peak / walls.bandwidth


# %% wrong: result_not_written
# You counted two values for each pair. The result is written as well. Count twelve bytes instead of
# eight.
light_bound, heavy_bound = "memory", "compute"
slowdown = (32 / walls.peak) / (8 / walls.bandwidth)
crossover = 8 * walls.peak / walls.bandwidth


# %% wrong: heavy_memory_bound
# `slowdown`: you used the time for moving the bytes for `heavy`. The arithmetic of `heavy` takes
# longer. Use the longer of the two times.
light_bound, heavy_bound = "memory", "compute"
slowdown = 1
crossover = 12 * walls.peak / walls.bandwidth


# %% wrong: ridge_returned
# `crossover`: you returned the ridge, in operations per *byte*. Each pair moves twelve bytes.
# Multiply by twelve.
light_bound, heavy_bound = "memory", "compute"
slowdown = 32 / 12 * walls.bandwidth / walls.peak
crossover = walls.peak / walls.bandwidth


# %% wrong: results_swapped
# You swapped `light_bound` and `heavy_bound`. A program with few operations per byte is
# memory-bound.
light_bound, heavy_bound = "compute", "memory"
slowdown = 32 / 12 * walls.bandwidth / walls.peak
crossover = 12 * walls.peak / walls.bandwidth


# %% wrong: crossover_rounded
# `crossover`: you rounded the value. The crossover need not be an integer. Return the unrounded
# value.
light_bound, heavy_bound = "memory", "compute"
slowdown = (32 / walls.peak) / (12 / walls.bandwidth)
crossover = round(12 * walls.peak / walls.bandwidth)


# %% wrong: crossover_inverted
# `crossover`: your fraction is inverted. The operations divided by the peak must equal twelve bytes
# divided by the bandwidth. Solve this equation for the number of operations.
light_bound, heavy_bound = "memory", "compute"
slowdown = 32 / 12 * walls.bandwidth / walls.peak
crossover = 12 * walls.bandwidth / walls.peak


# %% wrong: crossover_divided_by_bytes
# `crossover`: you divided the ridge by twelve. The ridge is the number of operations for *one*
# byte, and a pair moves twelve. Multiply by twelve.
light_bound, heavy_bound = "memory", "compute"
slowdown = 32 / 12 * walls.bandwidth / walls.peak
crossover = walls.peak / walls.bandwidth / 12


# %% wrong: elements_not_bytes
# You counted values instead of bytes. A float32 value has four bytes, and the bandwidth counts
# bytes. Multiply by four.
light_bound, heavy_bound = "memory", "compute"
slowdown = (32 / walls.peak) / (3 / walls.bandwidth)
crossover = 3 * walls.peak / walls.bandwidth


# %% wrong: crossover_without_result
# `crossover`: you counted only the two values that are read. The result is written as well. Count
# twelve bytes.
#
# -crossover = 12 * walls.peak / walls.bandwidth
# +crossover = 8 * walls.peak / walls.bandwidth


# %% right: by_intensities
ridge = walls.peak / walls.bandwidth
intensities = [flops / 12 for flops in (2, 32)]
light_bound, heavy_bound = ("compute" if i > ridge else "memory" for i in intensities)
rates = [min(walls.peak, walls.bandwidth * i) for i in intensities]
slowdown = 16 * rates[0] / rates[1]
crossover = ridge * 12
