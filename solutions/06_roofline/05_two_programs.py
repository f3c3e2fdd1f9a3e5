# ---
# title: "Experiment: sixteen times the arithmetic"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "How many bytes does each pair move, and how many operations does each program perform with
#     it? Compute two intensities. On which side of the ridge is each?"
#   - "Each pair moves three float32 values, two in and one out: 12 bytes. The time for a pair is
#     the longer of its operations divided by the peak, and 12 divided by the bandwidth."
#   - "`slowdown` is `max(32 / peak, 12 / bandwidth) / max(2 / peak, 12 / bandwidth)`, and
#     `crossover` is the number of operations at which the two arguments of `max` are equal."
# ---

# %% [markdown]
# Predict how much longer a program takes with sixteen times the arithmetic. Then measure it on your
# own machine.
#
# **On paper.** A program goes through two long float32 arrays. For each pair of elements, it reads
# both, performs some operations, and writes the result over one of them. Three significant digits
# are enough.
#
# - The program *light* performs 2 operations per pair, and *heavy* performs 32.
# - Arithmetic and data movement overlap.
# - The machine has a peak of `walls.peak` GFLOP/s and a bandwidth of `walls.bandwidth` GB/s, drawn
#   at random.
#
# | name | value |
# |---|---|
# | `light_bound`, `heavy_bound` | what limits each program, `"compute"` or `"memory"` |
# | `slowdown` | time of heavy divided by the time of light |
# | `crossover` | operations per pair at which computing and moving take equally long (real) |
#
# **Experiment** (not graded, because measurements differ). Write both programs, set your guess of
# how many times longer `heavy` takes than `light`, and run the last line. It times both on your
# machine and shows the book's measurement. If your factor differs from the book's, what could be
# the reason?
#
# The array that is overwritten is donated, and `carry` passes the result to the next call in its
# place.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

walls = figures(
    "peak: 96 | 101 | 105, bandwidth: 54 | 56 | 59"
)  # keeps `crossover` away from integers


def experiment(light, heavy, guess, n=2**24):
    """Time both on your machine. How many times as long does `heavy` take?"""

    def timed(program):
        x, y = jnp.ones(n), jnp.ones(n)
        over_y = jax.jit(program, donate_argnums=1)
        return (x, y), manylanes.time(over_y, x, y, carry=lambda args, result: (args[0], result))

    def both():
        return {heavy: timed(heavy), light: timed(light)}

    compare(both, guess, "intensity[flops=32].time / intensity[flops=2].time", same=False)


walls


# %% answer
# Two strings and two values. The inputs above are `walls.peak` and `walls.bandwidth`.
### BEGIN SOLUTION
light_bound, heavy_bound = "memory", "compute"


def pair_time(flops):
    return max(flops / walls.peak, 12 / walls.bandwidth)


slowdown = pair_time(32) / pair_time(2)
crossover = 12 * walls.peak / walls.bandwidth
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line. Each
# `y = x - 0.5 * y` is 2 operations per pair. You can repeat it.
def light(x, y):
    raise NotImplementedError("your turn")


def heavy(x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(light, heavy, guess)

# %% check
check(
    light_bound=light_bound,
    heavy_bound=heavy_bound,
    slowdown=slowdown,
    crossover=crossover,
    tolerance=0.01,
)
