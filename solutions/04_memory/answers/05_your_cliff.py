# %% wrong: work_grows_with_the_list
# The walk round the long list is longer. A single *step* does what it always did: the operations do
# not know how long the list is.
more_work = machine.long / machine.short
used = 4 / 64
slower = machine.memory_ns / machine.l2_ns

# %% wrong: what_the_count_says
# The count is the same, and the time is not: count which memory answers. Each step of the long list
# waits for the first one that holds all of it.
more_work = 1
used = 4 / 64
slower = 1

# %% wrong: four_bytes_an_entry
# You let an entry take 4 bytes. It has a line of 64 to itself, and the whole line is kept in the
# cache: the lists need sixteen times as much room.
more_work = 1
used = 4 / 64
slower = machine.l3_ns / machine.l1_ns

# %% wrong: all_of_the_line
# `used`: of the 64 bytes of a line a step reads 4; the others were fetched for nothing.
more_work = 1
used = 1
slower = machine.memory_ns / machine.l2_ns

# %% wrong: lines_for_one_use
# Nearly: `used` is a share, the bytes that are read divided by those that are fetched.
more_work = 1
used = 64 / 4
slower = machine.memory_ns / machine.l2_ns

# %% wrong: a_sector_fetched
# Nearly: for `used` you took 4 bytes of a sector of 32, as a GPU fetches it. Here a whole line of
# 64 comes.
more_work = 1
used = 4 / 32
slower = machine.memory_ns / machine.l2_ns

# %% wrong: upside_down
# Nearly: `slower` is the time of a step in the long list divided by that in the short one.
more_work = 1
used = 4 / 64
slower = machine.l2_ns / machine.memory_ns

# %% wrong: short_list_is_nearest
# You let the short list lie in the nearest cache. Count its bytes, 64 for each entry: only the next
# one holds them all.
more_work = 1
used = 4 / 64
slower = machine.memory_ns / machine.l1_ns

# %% wrong: by_the_lengths
# You divided the lengths of the lists. Time does not grow with the length but in cliffs: it is that
# of the nearest memory that holds the whole list.
more_work = 1
used = 4 / 64
slower = machine.long / machine.short

# %% wrong: whole_walks
# `slower` compares a *step* of one list with a step of the other, and you compared the walks round
# the whole lists. Leave their lengths out.
#
# -slower = step_ns(machine.long) / step_ns(machine.short)
# +slower = step_ns(machine.long) * machine.long / (step_ns(machine.short) * machine.short)

# %% wrong: a_difference
# Nearly: you subtracted the two times. "How many times as long" is the one divided by the other.
more_work = 1
used = 4 / 64
slower = machine.memory_ns - machine.l2_ns

# %% wrong: waiting_is_no_work
# `more_work` is not `slower`. A step that waits longer does no more for it: one look, one addition,
# one place to go to, as in the short list.
more_work = machine.memory_ns / machine.l2_ns
used = 4 / 64
slower = machine.memory_ns / machine.l2_ns


# %% wrong: one_byte_of_the_line
# `used`: a step reads one number, and you counted it as one byte. How many bytes has it?
#
# -used = 4 / 64
# +used = 1 / 64


# %% right: by_hand
more_work, used = 1.0, 0.0625
slower = round(machine.memory_ns / machine.l2_ns, 3)
