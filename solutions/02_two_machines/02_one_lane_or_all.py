# ---
# title: "Experiment: one lane, or all of them"
# kind: value
# points: 3
# minutes: 15
# hints:
#   - "In the chain nothing starts before the last result is there. How many multiply-adds is that
#     in a second, and how many operations is a multiply-add?"
#   - "Chain: one multiply-add in `ticks` ticks. Peak: `cores * starts * lanes` of them in every
#     tick. A gigahertz is a thousand million ticks a second."
#   - "`chain_rate` is `2 * ghz / ticks`, `peak_rate` is `2 * ghz * cores * starts * lanes`. All
#     that start in the `ticks` which one takes to finish are under way at once: divide the two
#     rates."
# ---

# %% [markdown]
# Predict how far one chain of multiply-adds stays below the peak of its machine; then see it on
# your own.
#
# First, on paper, a CPU that is drawn for you: `cores` cores tick `ghz` thousand million times a
# second. In each tick a core starts `starts` instructions, each a multiply-add in `lanes` lanes,
# two operations a lane. A result is there `ticks` ticks after its multiply-add was started. In a
# *chain* every multiply-add needs the result of the one before. Three digits are enough.
#
# | name | what |
# |---|---|
# | `chain_rate` | how many GFLOP/s does one chain do? |
# | `peak_rate` | how many GFLOP/s do all lanes of all cores do, if nothing waits? |
# | `under_way` | how many multiply-adds of single lanes are under way at every moment then? |
#
# Then the experiment. Write two programs: `chain(x, y, steps)` replaces `x` by `x * 0.5 + y`,
# `steps` times, with `jax.lax.fori_loop`; `crowd(a, b)` is the product of two matrices. Put down
# your guess: how many times as long does the chain take *for each operation*? Then run the last
# line. It times both on your machine, beside the book's record. It is not graded: clocks differ.
# Ask yourself why yours do.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result,
# `manylanes.device(accelerator=x.device)` knows the `.cores`, the `.lanes` and the `.kind` of the
# machine that holds `x`, and `compare(both, guess)` prints what is found on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

machine = figures(
    "cores: 2 | 8 | 64, lanes: 4 | 8 | 16, starts: 2 | 4, ticks: 4 | 5 | 6, ghz: 2.0..4.5"
)


def experiment(chain, crowd, guess, steps=2**20, n=1024):
    """Times both on your machine: how many times as long does the chain take an operation?"""

    def one_lane(x, y):
        return chain(x, y, steps)

    def all_lanes(a, b):
        return crowd(a, b)

    def both():
        number, matrix = jnp.float32(1), jnp.ones((n, n))
        return {
            f: ((each, each), manylanes.time(jax.jit(f), each, each))
            for f, each in ((one_lane, number), (all_lanes, matrix))
        }

    def foretold():
        x = jnp.float32(1)
        here = manylanes.device(accelerator=x.device)
        # Two starts of four ticks in a core; in a multiprocessor four schedulers of four warps.
        return (here.cores or 1) * (here.lanes or 1) * (8 if here.kind == "cpu" else 16)

    book = "roof[kind=compute].rate / accounts[count=1].rate"
    compare(both, guess, book, foretold=foretold, each=(2 * steps, 2 * n**3), same=False)


machine

# %% answer
# Three numbers. The figures above are `machine.cores`, `machine.lanes` and so on.
### BEGIN SOLUTION
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks
### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
def chain(x, y, steps):
    raise NotImplementedError("your turn")


def crowd(a, b):
    raise NotImplementedError("your turn")


guess = ...
# experiment(chain, crowd, guess)

# %% check
check(chain_rate=chain_rate, peak_rate=peak_rate, under_way=under_way, tolerance=0.01)
