# ---
# title: "Experiment: what can brackets gain, and what a GPU?"
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "A product cannot end before its arithmetic is done, FLOPs / peak, nor before its numbers
#     have moved, bytes / bandwidth. The longer of the two is the least time it can take."
#   - "The left order is a product of two matrices, `2 n n n` FLOPs: busy with arithmetic on both
#     machines. The right one is two products of a matrix and a vector: `4 n n` FLOPs, `8 n n`
#     bytes, and both machines wait for memory."
#   - "`bracket_gain` is `(2 n n n / cpu_peak) / (8 n n / cpu_bandwidth)`. For the GPU's gains,
#     divide peaks where arithmetic is the wall and bandwidths where memory is."
# ---

# %% [markdown]
# Predict what moving one pair of brackets gains, and what a GPU gains on either side; then see the
# first on your own machine.
#
# First, on paper: `A` and `B` are float32 matrices of 4096 by 4096, `v` is a vector. Both machines
# do the best their figures allow, in GFLOP/s and GB/s; the matrices are already in the memory of
# the machine that multiplies them. The figures are drawn for you. Three digits are enough.
#
# | name | what |
# |---|---|
# | `fewer` | `(A @ B) @ v` does how many times as many FLOPs as `A @ (B @ v)`? |
# | `bracket_gain` | on the CPU it takes how many times as long, at best? |
# | `vector_gain` | how many times faster is the GPU than the CPU at `A @ (B @ v)`? |
# | `matrix_gain` | and at `(A @ B) @ v`? |
#
# Then the experiment. Write the two orders as programs, put down your guess, and run the last line.
# It times both on your machine, beside its walls and the book's record. It is not graded: clocks
# differ. Ask yourself why yours do.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

machine = figures(
    "cpu_peak: int in 100..200, cpu_bandwidth: int in 30..50, "  # GFLOP/s, GB/s
    "gpu_peak: int in 40000..70000, gpu_bandwidth: int in 2000..4000"  # GFLOP/s, GB/s
)


def experiment(left, right, guess, n=2048):
    """Times both on your machine: how many times as long does the left order take?"""

    def both():
        args = jnp.ones((n, n)), jnp.ones((n, n)), jnp.ones(n)
        return {each: (args, manylanes.time(jax.jit(each), *args)) for each in (left, right)}

    compare(both, guess, "chain[order=left,n=2048].time / chain[order=right,n=2048].time")


machine


# %% answer
# Four numbers. The figures above are `machine.cpu_peak`, `machine.cpu_bandwidth` and so on.
### BEGIN SOLUTION
n = 4096
fewer = (2 * n**3 + 2 * n**2) / (4 * n**2)
bracket_gain = (2 * n**3 / machine.cpu_peak) / (8 * n**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak
### END SOLUTION


# The experiment: write both orders, put down a guess, take away the last #.
def left(a, b, v):
    raise NotImplementedError("your turn")


def right(a, b, v):
    raise NotImplementedError("your turn")


guess = ...
# experiment(left, right, guess)

# %% check
check(
    fewer=fewer,
    bracket_gain=bracket_gain,
    vector_gain=vector_gain,
    matrix_gain=matrix_gain,
    tolerance=0.03,  # one product after the other, each at its wall, is 2 % more
)
