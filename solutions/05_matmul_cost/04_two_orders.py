# ---
# title: "Experiment: what do parentheses gain, and what does a GPU gain?"
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "A product needs at least FLOPs / peak for its arithmetic and at least bytes / bandwidth for
#     its memory traffic. The longer of the two is the lower bound of its time."
#   - "`(A @ B) @ v` contains a product of two matrices, `2 n n n` FLOPs: compute-bound on both
#     machines. `A @ (B @ v)` is two products with a vector: `4 n n` FLOPs, `8 n n` bytes,
#     memory-bound on both machines."
#   - "`bracket_gain` is `(2 n n n / cpu_peak) / (8 n n / cpu_bandwidth)`. For the GPU's gains,
#     divide the peaks if the product is compute-bound and the bandwidths if it is memory-bound."
# ---

# %% [markdown]
# Predict how much time the position of the parentheses saves in the product `A @ B @ v`, and how
# much faster a GPU is for each order. Then time both orders on your own machine.
#
# **On paper.** `A` and `B` are float32 matrices of 4096 by 4096, and `v` is a vector of 4096
# elements. A CPU and a GPU each take the shortest time that their peak (GFLOP/s) and bandwidth
# (GB/s) allow: `machine.cpu_peak`, `machine.cpu_bandwidth`, `machine.gpu_peak` and
# `machine.gpu_bandwidth`, drawn at random. The matrices are already in the memory of the machine
# that multiplies them. Three significant digits are enough.
#
# | name | value |
# |---|---|
# | `flop_ratio` | FLOPs of `(A @ B) @ v` / FLOPs of `A @ (B @ v)` |
# | `bracket_gain` | time of `(A @ B) @ v` / time of `A @ (B @ v)`, both on the CPU |
# | `vector_gain` | time on the CPU / time on the GPU for `A @ (B @ v)` |
# | `matrix_gain` | time on the CPU / time on the GPU for `(A @ B) @ v` |
#
# **Experiment** (not graded, because measurements differ). Write the two orders as programs: `left`
# computes `(a @ b) @ v`, and `right` computes `a @ (b @ v)`. Set your guess of how many times
# longer `left` takes than `right`, and run the last line. It times both on your machine and prints
# the times beside its limits and the book's measurements. Explain any difference from your guess.

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
    """Time both orders on your machine and print time of left / time of right."""

    def both():
        args = jnp.ones((n, n)), jnp.ones((n, n)), jnp.ones(n)
        return {
            program: (args, manylanes.time(jax.jit(program), *args)) for program in (left, right)
        }

    compare(both, guess, "chain[order=left,n=2048].time / chain[order=right,n=2048].time")


machine


# %% answer
# Four values. The inputs above are `machine.cpu_peak`, `machine.cpu_bandwidth` and so on.
### BEGIN SOLUTION
n = 4096
flop_ratio = (2 * n**3 + 2 * n**2) / (4 * n**2)
bracket_gain = (2 * n**3 / machine.cpu_peak) / (8 * n**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak
### END SOLUTION


# The experiment: write both orders, set `guess`, and uncomment the last line.
def left(a, b, v):
    raise NotImplementedError("your turn")


def right(a, b, v):
    raise NotImplementedError("your turn")


guess = ...
# experiment(left, right, guess)

# %% check
check(
    flop_ratio=flop_ratio,
    bracket_gain=bracket_gain,
    vector_gain=vector_gain,
    matrix_gain=matrix_gain,
    tolerance=0.03,  # one product after the other, each at its wall, is 2 % more
)
