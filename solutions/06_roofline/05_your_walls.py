# ---
# title: "Experiment: how long do sixteen times the FLOPs take?"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "How many bytes does each pair move, and how many FLOPs does it need? This gives two
#     intensities. On which side of the ridge is each?"
#   - "Each pair moves three float32 elements, two in and one out, which are 12 bytes. The time per
#     pair is the longer of its FLOPs divided by the peak and 12 divided by the bandwidth."
#   - "`longer` is `max(32 / peak, 12 / bandwidth) / max(2 / peak, 12 /
#     bandwidth)`, and `turn` is the number of FLOPs for which both values in `max` are equal."
# ---

# %% [markdown]
# Predict how much longer a program takes with sixteen times the arithmetic. Then time it on your
# own machine.
#
# First, on paper, for a machine that is drawn for you: `peak` is in GFLOP/s and `bandwidth` in
# GB/s. A program reads two long float32 arrays, does some FLOPs with each pair of elements, and
# writes the result over one of the arrays, as in the chapter. *light* does 2 FLOPs per pair, and
# *heavy* does 32.
#
# | name | value |
# |---|---|
# | `light_wall`, `heavy_wall` | what limits each program: `"compute"` or `"memory"` |
# | `longer` | time of heavy / time of light |
# | `turn` | FLOPs per pair for which arithmetic and memory take equally long (not rounded) |
#
# Then the experiment: write both programs, enter your guess, and run the last line. It times both
# on your machine and prints them beside its limits and the book's measurements. The experiment is
# not graded, because times differ between machines. Ask yourself why yours do.
#
# The experiment uses `from autograder import compare` and `import manylanes`:
# `manylanes.time(program, x)` takes samples of a call, including the wait for its result, and
# `compare(both, guess)` prints the results for each of your devices. The array that the result
# overwrites is donated, and `carry` passes the result to the next call in its place.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

walls = figures("peak: 96 | 101 | 105, bandwidth: 54 | 56 | 59")  # `turn` is not near an integer


def experiment(light, heavy, guess, n=2**24):
    """Time both on your machine and print time of heavy / time of light."""

    def timed(program):
        x, y = jnp.ones(n), jnp.ones(n)
        over_y = jax.jit(program, donate_argnums=1)
        return (x, y), manylanes.time(over_y, x, y, carry=lambda args, result: (args[0], result))

    def both():
        return {heavy: timed(heavy), light: timed(light)}

    compare(both, guess, "intensity[flops=32].time / intensity[flops=2].time", same=False)


walls


# %% answer
# Two strings and two numbers. The figures above are `walls.peak` and `walls.bandwidth`.
### BEGIN SOLUTION
light_wall, heavy_wall = "memory", "compute"


def time_of_a_pair(flops):
    return max(flops / walls.peak, 12 / walls.bandwidth)


longer = time_of_a_pair(32) / time_of_a_pair(2)
turn = 12 * walls.peak / walls.bandwidth
### END SOLUTION


# The experiment: write both programs, enter a guess, uncomment the last line. `y = x - 0.5 * y`
# does 2 FLOPs per pair, and you may repeat it.
def light(x, y):
    raise NotImplementedError("your turn")


def heavy(x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(light, heavy, guess)

# %% check
check(light_wall=light_wall, heavy_wall=heavy_wall, longer=longer, turn=turn, tolerance=0.01)
