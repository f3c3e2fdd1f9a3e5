# %% wrong: sixteen_times
# `longer`: you divided the operations. The time of `light` is that of its bytes, because it is
# memory-bound, and `heavy` moves the same bytes. Divide the two times, each the longer of
# arithmetic and data movement.
light_wall, heavy_wall = "memory", "compute"
longer = 16
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: no_longer
# You treated both programs as memory-bound. They move the same bytes, but 32 operations take longer
# than 12 bytes here, so `heavy` is compute-bound.
light_wall, heavy_wall = "memory", "memory"
longer = 1
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: one_after_the_other
# `longer`: you added the times of arithmetic and data movement. They overlap, so use the longer
# one.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak + 12 / walls.bandwidth) / (2 / walls.peak + 12 / walls.bandwidth)
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: result_not_written
# You counted two values for each pair. The result is written as well. Count twelve bytes instead of
# eight.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (8 / walls.bandwidth)
turn = 8 * walls.peak / walls.bandwidth


# %% wrong: as_long_as_light
# `longer`: you used the time of the bytes for `heavy`. Its arithmetic takes longer. Use the longer
# of the two times.
light_wall, heavy_wall = "memory", "compute"
longer = 1
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: the_ridge_alone
# `turn`: you returned the ridge, in operations per *byte*. Each pair moves twelve bytes. Multiply
# by twelve.
light_wall, heavy_wall = "memory", "compute"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = walls.peak / walls.bandwidth


# %% wrong: swapped
# You swapped the two words. A program with few operations per byte is memory-bound.
light_wall, heavy_wall = "compute", "memory"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: turn_rounded
# `turn`: you rounded the value. It need not be an integer. Return it unrounded.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (12 / walls.bandwidth)
turn = round(12 * walls.peak / walls.bandwidth)


# %% wrong: turn_upside_down
# `turn`: your fraction is inverted. The operations divided by the peak must equal twelve bytes
# divided by the bandwidth. Solve this equation for the number of operations.
light_wall, heavy_wall = "memory", "compute"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = 12 * walls.bandwidth / walls.peak


# %% wrong: divided_by_the_bytes
# `turn`: you divided the ridge by twelve. The ridge is the number of operations for *one* byte, and
# a pair moves twelve. Multiply by twelve.
light_wall, heavy_wall = "memory", "compute"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = walls.peak / walls.bandwidth / 12


# %% wrong: numbers_not_bytes
# You counted values instead of bytes. A float32 value has four bytes, and the bandwidth counts
# bytes. Multiply by four.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (3 / walls.bandwidth)
turn = 3 * walls.peak / walls.bandwidth


# %% wrong: turn_of_two_numbers
# `turn`: you counted only the two values that are read. The result is written as well. Count twelve
# bytes.
#
# -turn = 12 * walls.peak / walls.bandwidth
# +turn = 8 * walls.peak / walls.bandwidth


# %% right: by_intensities
ridge = walls.peak / walls.bandwidth
intensities = [flops / 12 for flops in (2, 32)]
light_wall, heavy_wall = ("compute" if i > ridge else "memory" for i in intensities)
rates = [min(walls.peak, walls.bandwidth * i) for i in intensities]
longer = 16 * rates[0] / rates[1]
turn = ridge * 12
