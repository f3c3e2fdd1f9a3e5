# ---
# title: "Experiment: walk or stream?"
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "How many bytes does each list touch? An entry has a line to itself, and that line is fetched
#     whole."
#   - "64 times `short` bytes: which is the first cache that holds them? The time of a step is
#     that cache's. Now the long list."
#   - "`slower` is `memory_ns` divided by `l2_ns`; 4 of 64 bytes are used; and the program does the
#     same in each step, whatever the list."
# ---

# %% [markdown]
# Write down how much slower a step gets when its list outgrows the caches; then see it on your own
# machine.
#
# First, on paper, a machine that is drawn for you. Its caches hold `l1_kib`, `l2_kib` and `l3_kib`
# KiB and answer in `l1_ns`, `l2_ns` and `l3_ns` nanoseconds, its memory in `memory_ns`. A shuffled
# list is followed round and round, as in the chapter: each entry has a line of 64 bytes to itself,
# of which a step reads 4 bytes, and only the nearest memory that holds the *whole* list answers.
# One list has `short` entries, the other `long`.
#
# | name | what |
# |---|---|
# | `more_work` | a step of the long list does how many times as many operations? |
# | `used` | which share of the bytes that are fetched does a step use? |
# | `slower` | a step of the long list takes how many times as long? |
#
# Then the experiment. `walk(values, following, steps)` goes through a shuffled list from place 0
# and adds up the first `steps` values that it meets; `stream(values, steps)` adds up the first
# `steps` values as they lie. Write the two programs, write down your guess, and run the last line.
# It times both on your machine, beside your memory's roof and the book's record. It is not graded:
# clocks differ. Ask yourself why yours do.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import numpy as np
import manylanes
from autograder import compare

machine = figures(
    "l1_kib: 32 | 48, l2_kib: 512 | 1024 | 2048, l3_kib: 16384 | 32768, "
    "l1_ns: 1.6..2.2, l2_ns: 4.0..6.0, l3_ns: 12.0..20.0, memory_ns: 80.0..120.0, "
    "short: 4000..7000, long: 1000000..3000000"
)


def experiment(walk, stream, guess, entries=2**23, steps=2**18):
    """Times both on your machine: how many times as long does a step of the walk take?"""

    def walking(values, following):
        return walk(values, following, steps)

    def streaming(values, following):
        return stream(values, steps)

    def both():
        order = np.random.default_rng(0).permutation(entries)
        following = np.empty(entries, np.int32)
        following[order] = np.roll(order, -1)
        args = jnp.ones(entries), jnp.asarray(following)
        return {f: (args, manylanes.time(jax.jit(f), *args)) for f in (walking, streaming)}

    compare(both, guess, *(f"chase[kib=65536,order={way}].step" for way in ("shuffled", "sorted")))


machine


# %% answer
# Three numbers. The figures above are `machine.short`, `machine.l2_kib`, `machine.l2_ns`, ...
### BEGIN SOLUTION
def step_ns(entries):
    for kib, ns in (
        (machine.l1_kib, machine.l1_ns),
        (machine.l2_kib, machine.l2_ns),
        (machine.l3_kib, machine.l3_ns),
    ):
        if 64 * entries <= 1024 * kib:
            return ns
    return machine.memory_ns


more_work = 1
used = 4 / 64
slower = step_ns(machine.long) / step_ns(machine.short)
### END SOLUTION


# The experiment: write both, write down a guess, take away the last #.
def walk(values, following, steps):
    raise NotImplementedError("your turn")  # fori_loop: the place and the sum are its carry


def stream(values, steps):
    raise NotImplementedError("your turn")


guess = ...
# experiment(walk, stream, guess)

# %% check
check(more_work=more_work, used=used, slower=slower, tolerance=0.01)


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
