# ---
# title: "Experiment: one lane or all lanes"
# kind: value
# points: 3
# minutes: 15
# hints:
#   - "In the chain, no multiply-add starts before the previous result is ready. How many
#     multiply-adds per second is that, and how many operations is one multiply-add?"
#   - "Chain: one multiply-add in `latency` clock cycles. Peak: `cores * starts * lanes` of them in
#     every cycle. 1 GHz is a thousand million cycles per second."
#   - "`chain_rate` is `2 * ghz / latency`, `peak_rate` is `2 * ghz * cores * starts * lanes`. All
#     multiply-adds that start during the `latency` cycles of one are in flight at once: divide the
#     two rates."
# ---

# %% [markdown]
# Predict the rate of a chain of dependent multiply-adds and the peak rate of its machine. Then
# measure the ratio on your own machine.
#
# **On paper.** The inputs are drawn at random. Three significant digits are enough.
#
# - A CPU has `cores` cores with a clock rate of `ghz` GHz. In each clock cycle, a core starts
#   `starts` instructions.
# - Each instruction performs a multiply-add (two operations) in each of `lanes` lanes. Its result
#   is ready `latency` cycles after the start.
# - In a *chain*, every multiply-add needs the result of the previous one.
#
# | name | value |
# |---|---|
# | `chain_rate` | the rate of one chain in one lane, in GFLOP/s |
# | `peak_rate` | the rate if every core starts `starts` instructions in every cycle, in GFLOP/s |
# | `in_flight` | the number of multiply-adds in flight at the peak, counting each lane separately |
#
# **Experiment** (not graded, because measurements differ). Write two programs: `chain(x, y, steps)`
# replaces `x` by `x * 0.5 + y`, `steps` times, with `jax.lax.fori_loop`; `independent(a, b)`
# returns the product of two matrices. Set your guess: how many times longer does the chain take
# *per operation*? Then run the last line, which times both on your machine and shows the book's
# measurement next to them. Explain any difference from your guess.
#
# `manylanes.device(accelerator=x.device)` returns the `.cores`, the `.lanes` and the `.kind` of the
# machine that holds `x`.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

machine = figures(
    "cores: 2 | 8 | 64, lanes: 4 | 8 | 16, starts: 2 | 4, latency: 4 | 5 | 6, ghz: 2.0..4.5"
)


def experiment(chain, independent, guess, steps=2**20, n=1024):
    """Time both on your machine and print how many times longer the chain takes per operation."""

    def one_lane(x, y):
        return chain(x, y, steps)

    def all_lanes(a, b):
        return independent(a, b)

    def both():
        scalar, matrix = jnp.float32(1), jnp.ones((n, n))
        return {
            f: ((each, each), manylanes.time(jax.jit(f), each, each))
            for f, each in ((one_lane, scalar), (all_lanes, matrix))
        }

    def predicted():
        x = jnp.float32(1)
        here = manylanes.device(accelerator=x.device)
        # A core: two starts per cycle, four cycles each. An SM: four schedulers, four warps each.
        return (here.cores or 1) * (here.lanes or 1) * (8 if here.kind == "cpu" else 16)

    book = "roof[kind=compute].rate / accounts[count=1].rate"
    compare(both, guess, book, predicted=predicted, each=(2 * steps, 2 * n**3), same=False)


machine

# %% answer
# Three values. The inputs above are `machine.cores`, `machine.lanes` and so on.
### BEGIN SOLUTION
chain_rate = 2 * machine.ghz / machine.latency
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
in_flight = machine.cores * machine.lanes * machine.starts * machine.latency
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def chain(x, y, steps):
    raise NotImplementedError("your turn")


def independent(a, b):
    raise NotImplementedError("your turn")


guess = ...
# experiment(chain, independent, guess)

# %% check
check(chain_rate=chain_rate, peak_rate=peak_rate, in_flight=in_flight, tolerance=0.01)
