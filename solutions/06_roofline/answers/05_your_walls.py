# %% wrong: sixteen_times
# For `longer`, you divided the FLOPs. `light` is memory-bound, so its time is that of its bytes,
# and `heavy` moves the same bytes. Divide the two times, each the longer of arithmetic and memory.
light_wall, heavy_wall = "memory", "compute"
longer = 16
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: no_longer
# You treated both programs as memory-bound. They move the same bytes, but here 32 FLOPs take longer
# than 12 bytes. `heavy` is compute-bound.
light_wall, heavy_wall = "memory", "memory"
longer = 1
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: one_after_the_other
# For `longer`, you added the times for arithmetic and memory. They overlap. Take the longer one.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak + 12 / walls.bandwidth) / (2 / walls.peak + 12 / walls.bandwidth)
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: result_not_written
# You counted two elements per pair. The result is written, too. Count twelve bytes instead of
# eight.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (8 / walls.bandwidth)
turn = 8 * walls.peak / walls.bandwidth


# %% wrong: written_twice
# You counted four elements per pair. Two are read, and the result overwrites one of them. Count
# three.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (16 / walls.bandwidth)
turn = 16 * walls.peak / walls.bandwidth


# %% wrong: numbers_not_bytes
# You counted elements instead of bytes. A float32 element takes four bytes. Multiply by 4.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (3 / walls.bandwidth)
turn = 3 * walls.peak / walls.bandwidth


# %% wrong: the_ridge_alone
# For `turn`, you returned the ridge, which is in FLOPs per *byte*. A pair moves twelve bytes.
# Multiply by 12.
light_wall, heavy_wall = "memory", "compute"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = walls.peak / walls.bandwidth



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
# For `turn`, you inverted the ratio. Set the FLOPs divided by the peak equal to twelve bytes
# divided by the bandwidth, and solve for the FLOPs.
light_wall, heavy_wall = "memory", "compute"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = 12 * walls.bandwidth / walls.peak


# %% wrong: turn_of_two_numbers
# For `turn`, you counted the two elements that are read. The result is written, too. Count three
# elements.
#
# -turn = 12 * walls.peak / walls.bandwidth
# +turn = 8 * walls.peak / walls.bandwidth


# %% wrong: swapped
# You swapped the two limits. A program with few FLOPs per byte is memory-bound.
light_wall, heavy_wall = "compute", "memory"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: as_long_as_light
# For `longer`, you used the memory time of `heavy`. Its arithmetic takes longer. Take the longer of
# the two times.
light_wall, heavy_wall = "memory", "compute"
longer = 1
turn = 12 * walls.peak / walls.bandwidth


# %% wrong: turn_rounded
# You rounded `turn`. It need not be an integer. Return the exact value.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (12 / walls.bandwidth)
turn = round(12 * walls.peak / walls.bandwidth)


# %% right: by_intensities
ridge = walls.peak / walls.bandwidth
intensities = [flops / 12 for flops in (2, 32)]
light_wall, heavy_wall = ("compute" if i > ridge else "memory" for i in intensities)
rates = [min(walls.peak, walls.bandwidth * i) for i in intensities]
longer = 16 * rates[0] / rates[1]
turn = ridge * 12
