# %% wrong: work_of_whole_walk
# You computed `work_ratio` for the whole walk. A single *step* does the same operations, however
# long the list is.
work_ratio = machine.long / machine.short
used_fraction = 4 / 64
slowdown = machine.memory_ns / machine.l2_ns

# %% wrong: equal_times
# You assumed that equal work takes equal time. Each step waits for the first cache that holds the
# whole list. Find this cache for both lists.
work_ratio = 1
used_fraction = 4 / 64
slowdown = 1

# %% wrong: four_bytes_per_entry
# You counted 4 bytes for each entry. Each entry has its own line of 64 bytes, and the cache stores
# whole lines, so a list occupies sixteen times as many bytes.
work_ratio = 1
used_fraction = 4 / 64
slowdown = machine.l3_ns / machine.l1_ns

# %% wrong: whole_line_used
# `used_fraction`: you counted the whole line as used. A step reads 4 of its 64 bytes.
work_ratio = 1
used_fraction = 1
slowdown = machine.memory_ns / machine.l2_ns

# %% wrong: used_inverted
# Your `used_fraction` is inverted. Divide the bytes that a step reads by the bytes that are loaded.
work_ratio = 1
used_fraction = 64 / 4
slowdown = machine.memory_ns / machine.l2_ns

# %% wrong: gpu_sector
# For `used_fraction`, you divided by a GPU sector of 32 bytes. Here a line of 64 bytes is loaded.
work_ratio = 1
used_fraction = 4 / 32
slowdown = machine.memory_ns / machine.l2_ns

# %% wrong: slowdown_inverted
# Your `slowdown` is inverted. Divide the time of a step of the long list by that of the short one.
work_ratio = 1
used_fraction = 4 / 64
slowdown = machine.l2_ns / machine.memory_ns

# %% wrong: first_cache_assumed
# You assumed that the short list fits into the first cache. Count the bytes of the list, 64 for
# each entry, and find the first cache that holds them all.
work_ratio = 1
used_fraction = 4 / 64
slowdown = machine.memory_ns / machine.l1_ns

# %% wrong: ratio_of_lengths
# You divided the lengths of the lists. The time of a step is not proportional to the length: it is
# the latency of the first cache that holds the whole list.
work_ratio = 1
used_fraction = 4 / 64
slowdown = machine.long / machine.short

# %% wrong: difference_for_ratio
# For `slowdown`, you subtracted the two times. Divide them instead.
work_ratio = 1
used_fraction = 4 / 64
slowdown = machine.memory_ns - machine.l2_ns

# %% wrong: time_as_work
# You used the ratio of the times for `work_ratio`. A step that waits longer does no more
# operations. It reads a value, adds it and reads the next index, as in the short list.
work_ratio = machine.memory_ns / machine.l2_ns
used_fraction = 4 / 64
slowdown = machine.memory_ns / machine.l2_ns


# %% wrong: one_byte_per_step
# `used_fraction`: you counted one byte for each step. A step reads one value, which takes 4 bytes.
#
# -used_fraction = 4 / 64
# +used_fraction = 1 / 64


# %% right: by_hand
work_ratio, used_fraction = 1.0, 0.0625
slowdown = round(machine.memory_ns / machine.l2_ns, 3)
