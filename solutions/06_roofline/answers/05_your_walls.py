# %% wrong: sixteen_times
# `longer`: `light` does not wait for its arithmetic. Its time is that of its bytes, and `heavy` has
# the same bytes. Divide the two times, each the longer of two.
light_wall, heavy_wall = "memory", "compute"
longer = 16
turn = 12 * walls.peak / walls.bandwidth

# %% wrong: no_longer
# You let both wait for memory. The bytes are the same, but 32 FLOPs take longer than 12 bytes here:
# `heavy` has crossed the ridge.
light_wall, heavy_wall = "memory", "memory"
longer = 1
turn = 12 * walls.peak / walls.bandwidth

# %% wrong: one_after_the_other
# Nearly: in `longer` you added arithmetic and movement. They go on at the same time, and the longer
# one counts.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak + 12 / walls.bandwidth) / (2 / walls.peak + 12 / walls.bandwidth)
turn = 12 * walls.peak / walls.bandwidth

# %% wrong: result_not_written
# You counted two numbers for each pair. The result is written as well: twelve bytes, not eight.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (8 / walls.bandwidth)
turn = 8 * walls.peak / walls.bandwidth

# %% wrong: written_twice
# You counted four numbers for each pair. Two are read, and the result is written over one of them:
# three numbers cross.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (16 / walls.bandwidth)
turn = 16 * walls.peak / walls.bandwidth

# %% wrong: turn_rounded
# Nearly: `turn` is rounded. It need not be a whole number.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (12 / walls.bandwidth)
turn = round(12 * walls.peak / walls.bandwidth)

# %% wrong: numbers_not_bytes
# You moved numbers. A float32 number has four bytes, and the bandwidth counts bytes.
light_wall, heavy_wall = "memory", "compute"
longer = (32 / walls.peak) / (3 / walls.bandwidth)
turn = 3 * walls.peak / walls.bandwidth

# %% wrong: the_ridge_alone
# Nearly: for `turn` you gave the ridge, in FLOPs for each *byte*. A pair brings twelve bytes.
light_wall, heavy_wall = "memory", "compute"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = walls.peak / walls.bandwidth

# %% wrong: swapped
# You swapped the two words. Few FLOPs for many bytes wait for memory.
light_wall, heavy_wall = "compute", "memory"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = 12 * walls.peak / walls.bandwidth

# %% wrong: as_long_as_light
# `longer`: you let `heavy` take the time of its bytes. Its arithmetic takes longer, and of the two
# times the longer one counts.
light_wall, heavy_wall = "memory", "compute"
longer = 1
turn = 12 * walls.peak / walls.bandwidth

# %% wrong: turn_upside_down
# `turn`: write down what is asked for. Some number of FLOPs divided by the peak is as long as
# twelve bytes divided by the bandwidth. What does that make the number?
light_wall, heavy_wall = "memory", "compute"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = 12 * walls.bandwidth / walls.peak

# %% wrong: divided_by_the_bytes
# `turn`: the ridge is the number of FLOPs for *one* byte. A pair brings twelve, and takes more
# FLOPs, not fewer.
light_wall, heavy_wall = "memory", "compute"
longer = 32 / 12 * walls.bandwidth / walls.peak
turn = walls.peak / walls.bandwidth / 12


# %% wrong: flops_by_the_bandwidth
# `longer`: you divided the FLOPs of `light` by the bandwidth. Bandwidth moves bytes: what moves for
# a pair, read and written?
#
# -longer = time_of_a_pair(32) / time_of_a_pair(2)
# +longer = (32 / walls.peak) / (2 / walls.bandwidth)

# %% wrong: turn_of_one_number
# For `turn` you counted the four bytes of one number. How many numbers cross for a pair, the result
# included?
#
# -turn = 12 * walls.peak / walls.bandwidth
# +turn = 4 * walls.peak / walls.bandwidth

# %% wrong: turn_of_two_numbers
# For `turn` you counted the two numbers that are read. The result is written as well.
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
