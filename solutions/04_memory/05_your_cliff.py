# ---
# title: "Experiment: walk or stream?"
# kind: value
# points: 2
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
