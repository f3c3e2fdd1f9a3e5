# ---
# title: "Experiment: pointer chasing against streaming"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "How many bytes does each list occupy? Each entry has its own cache line, and a line is loaded
#     as a whole."
#   - "The short list occupies 64 times `short` bytes. Which is the first cache that holds them? The
#     time of a step is the latency of that cache. Do the same for the long list."
#   - "`slowdown` is `memory_ns` divided by `l2_ns`. Each step uses 4 of 64 bytes, and it does the
#     same operations for every list."
# ---

# %% [markdown]
# Predict how much longer a step through a linked list takes if the list no longer fits into a
# cache. Then measure how much longer it takes than a step through an array in order.
#
# **On paper.** A program walks through a shuffled list again and again: each entry holds the index
# of the next.
#
# - The caches of the machine hold `l1_kib`, `l2_kib` and `l3_kib` KiB (1024 bytes each). They have
#   latencies of `l1_ns`, `l2_ns` and `l3_ns` nanoseconds, and the memory has a latency of
#   `memory_ns`.
# - Each entry has its own cache line of 64 bytes, of which a step reads 4 bytes.
# - The time of a step is the latency of the smallest cache that holds the *whole* list, or of the
#   memory if none does.
# - One list has `short` entries, the other `long`.
#
# The inputs are drawn at random. Three significant digits are enough.
#
# | name | value |
# |---|---|
# | `work_ratio` | the operations of a step of the long list, divided by those of the short one |
# | `used_fraction` | the fraction of the loaded bytes that a step uses, 0 to 1 |
# | `slowdown` | the time of a step of the long list, divided by that of the short one |
#
# **Experiment** (not graded, because machines differ). `walk(values, next_index, steps)` walks
# through a shuffled list of `2**23` entries from index 0 and adds up the first `steps` values that
# it meets. `stream(values, steps)` adds up the first `steps` values in the order of the array.
# Write both, set your guess of how many times longer a step of `walk` takes than one of `stream`,
# and run the last line. It times both on your machine beside the book's measurement. Explain your
# result.

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
    """Time both on your machine: how many times longer does a step of the walk take?"""

    def walking(values, next_index):
        return walk(values, next_index, steps)

    def streaming(values, next_index):
        return stream(values, steps)

    def both():
        order = np.random.default_rng(0).permutation(entries)
        next_index = np.empty(entries, np.int32)
        next_index[order] = np.roll(order, -1)
        args = jnp.ones(entries), jnp.asarray(next_index)
        return {f: (args, manylanes.time(jax.jit(f), *args)) for f in (walking, streaming)}

    book = (
        f"pointer_chasing[kib=65536,order={program}].step" for program in ("shuffled", "sorted")
    )
    compare(both, guess, *book)


machine


# %% answer
# Three values. The inputs above are `machine.short`, `machine.l2_kib`, `machine.l2_ns`, ...
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


work_ratio = 1
used_fraction = 4 / 64
slowdown = step_ns(machine.long) / step_ns(machine.short)
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def walk(values, next_index, steps):
    raise NotImplementedError("your turn")  # fori_loop: carry the index and the sum


def stream(values, steps):
    raise NotImplementedError("your turn")


guess = ...
# experiment(walk, stream, guess)

# %% check
check(work_ratio=work_ratio, used_fraction=used_fraction, slowdown=slowdown, tolerance=0.01)
