# ---
# title: "Experiment: sixteen times the arithmetic"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "How many bytes does each number bring, and how many FLOPs? That is two intensities. Which
#     side of the ridge is each on?"
#   - "Three float32 numbers are moved for each pair: two in, one out, 12 bytes. The time for a pair
#     is the longer of its FLOPs divided by the peak and 12 divided by the bandwidth."
#   - "`longer` is `max(32 / peak, 12 / bandwidth) / max(2 / peak, 12 / bandwidth)`, and `turn` is
#     the number of FLOPs at which the two in `max` are equal."
# ---

# %% [markdown]
# Predict what sixteen times the arithmetic costs on a machine with two walls; then see it on your
# own.
#
# First, on paper, a machine that is drawn for you: `peak` in GFLOP/s, `bandwidth` in GB/s. A
# program goes through two long float32 arrays, reads a number of each, does some FLOPs with the
# two, and writes the result over one of them, as in the chapter. *light* does 2 FLOPs with each
# pair, *heavy* does 32.
#
# | name | what |
# |---|---|
# | `light_wall`, `heavy_wall` | what each waits for, `"compute"` or `"memory"` |
# | `longer` | heavy takes how many times as long as light? |
# | `turn` | at how many FLOPs with each pair do both take equally long? (not rounded) |
#
# Then the experiment. Write both programs, put down your guess, and run the last line. It times
# both on your machine, beside its walls and the book's record. It is not graded: clocks differ. Ask
# yourself why yours do.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.
# The array that the result is written over is donated, and `carry` hands the result back in its
# place.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

walls = figures("peak: 96 | 101 | 105, bandwidth: 54 | 56 | 59")  # `turn` is never nearly whole


def experiment(light, heavy, guess, n=2**24):
    """Times both on your machine: how many times as long does the heavy one take?"""

    def timed(program):
        x, y = jnp.ones(n), jnp.ones(n)
        over_y = jax.jit(program, donate_argnums=1)
        return (x, y), manylanes.time(over_y, x, y, carry=lambda args, result: (args[0], result))

    def both():
        return {heavy: timed(heavy), light: timed(light)}

    compare(both, guess, "intensity[flops=32].time / intensity[flops=2].time", same=False)


walls


# %% answer
# Two words and two numbers. The figures above are `walls.peak` and `walls.bandwidth`.
### BEGIN SOLUTION
light_wall, heavy_wall = "memory", "compute"


def time_of_a_pair(flops):
    return max(flops / walls.peak, 12 / walls.bandwidth)


longer = time_of_a_pair(32) / time_of_a_pair(2)
turn = 12 * walls.peak / walls.bandwidth
### END SOLUTION


# The experiment: write both, put down a guess, take away the last #. `y = x - 0.5 * y` is 2 FLOPs
# with each pair, and may be said again.
def light(x, y):
    raise NotImplementedError("your turn")


def heavy(x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(light, heavy, guess)

# %% check
check(light_wall=light_wall, heavy_wall=heavy_wall, longer=longer, turn=turn, tolerance=0.01)
