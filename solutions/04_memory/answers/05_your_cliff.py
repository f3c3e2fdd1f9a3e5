# %% wrong: work_grows_with_the_list
# You computed `more_work` for the whole walk. A single *step* does the same operations, however
# long the list is.
more_work = machine.long / machine.short
used = 4 / 64
slower = machine.memory_ns / machine.l2_ns

# %% wrong: what_the_count_says
# You assumed that equal work takes equal time. Each step waits for the first cache that holds the
# whole list. Find it for both lists.
more_work = 1
used = 4 / 64
slower = 1

# %% wrong: four_bytes_an_entry
# You counted 4 bytes for each entry. Each entry has its own line of 64 bytes, and the cache stores
# whole lines, so a list occupies sixteen times as much.
more_work = 1
used = 4 / 64
slower = machine.l3_ns / machine.l1_ns

# %% wrong: all_of_the_line
# `used`: you counted the whole line as used. A step reads 4 of its 64 bytes.
more_work = 1
used = 1
slower = machine.memory_ns / machine.l2_ns

# %% wrong: lines_for_one_use
# Nearly: `used` is upside down. Divide the bytes that a step reads by the bytes that are loaded.
more_work = 1
used = 64 / 4
slower = machine.memory_ns / machine.l2_ns

# %% wrong: a_sector_fetched
# Nearly: for `used`, you divided by a GPU sector of 32 bytes. Here a line of 64 bytes is loaded.
more_work = 1
used = 4 / 32
slower = machine.memory_ns / machine.l2_ns

# %% wrong: upside_down
# Nearly: `slower` is upside down. Divide the time of a step of the long list by that of the short
# one.
more_work = 1
used = 4 / 64
slower = machine.l2_ns / machine.memory_ns

# %% wrong: short_list_is_nearest
# You assumed that the short list fits into the first cache. Count its bytes, 64 for each entry, and
# find the first cache that holds them all.
more_work = 1
used = 4 / 64
slower = machine.memory_ns / machine.l1_ns

# %% wrong: by_the_lengths
# You divided the lengths of the lists. The time of a step is not proportional to the length: it is
# the latency of the first cache that holds the whole list.
more_work = 1
used = 4 / 64
slower = machine.long / machine.short

# %% wrong: a_difference
# Nearly: for `slower`, you subtracted the two times. Divide them instead.
more_work = 1
used = 4 / 64
slower = machine.memory_ns - machine.l2_ns

# %% wrong: waiting_is_no_work
# You used the ratio of the times for `more_work`. A step that waits longer does no more operations:
# one read, one addition and one next place, as in the short list.
more_work = machine.memory_ns / machine.l2_ns
used = 4 / 64
slower = machine.memory_ns / machine.l2_ns


# %% wrong: one_byte_of_the_line
# `used`: you counted one byte for each step. A step reads one value, which takes 4 bytes.
#
# -used = 4 / 64
# +used = 1 / 64


# %% right: by_hand
more_work, used = 1.0, 0.0625
slower = round(machine.memory_ns / machine.l2_ns, 3)
