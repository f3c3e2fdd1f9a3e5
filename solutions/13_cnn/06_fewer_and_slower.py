# ---
# title: "Experiment: does a depthwise convolution save time?"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "Consider one position and one output channel. A full 3 by 3 convolution adds 9 products for
#     each input channel, and a depthwise one adds 9 products in total. A multiply-add is two
#     FLOPs."
#   - "The input, the output and the kernel are each moved once, with four bytes per value. The
#     depthwise convolution does `2 * 9 * positions * channels` FLOPs and moves `4 * (2 * positions
#     * channels + 9 * channels)` bytes, where `positions` is `batch * side**2`."
#   - "The least time of a convolution is the larger of FLOPs / peak and bytes / bandwidth. `gain`
#     is the least time of the full convolution divided by that of the depthwise one. `slowdown` is
#     `machine.took` divided by the least time of the depthwise one."
# ---

# %% [markdown]
# Predict how much faster a depthwise convolution can be than a full one, and how far a measured
# time is above its lower bound. Then time two implementations on your own machine.
#
# **On paper.** The input consists of `batch` images of `side` by `side` with `channels` channels,
# in float32. Both convolutions have 3 by 3 kernels, keep the sides and have as many output channels
# as input channels.
#
# - Count a multiply-add as two FLOPs. Count the products with padding like any others.
# - Input, kernel and output are each moved once.
# - The machine has a peak of `peak` GFLOP/s and a bandwidth of `bandwidth` GB/s. The *least time*
#   of a convolution is its lower bound on the roofline of this machine.
# - A library took `machine.took` milliseconds for the *depthwise* convolution.
#
# The inputs are drawn at random. Three significant digits are enough.
#
# | name | value |
# |---|---|
# | `flop_ratio` | FLOPs of the full convolution divided by those of the depthwise one |
# | `intensity` | FLOPs per byte of the depthwise convolution |
# | `gain` | least time of the full convolution divided by that of the depthwise one |
# | `slowdown` | time of the library's depthwise convolution divided by its least time |
#
# **Experiment** (not graded). Write the depthwise convolution in two ways: `library` calls
# `jax.lax.conv_general_dilated` with `feature_group_count`, and `shifts` is your answer to the
# fourth task. Set your guess of how many times longer `library` takes than `shifts`, and run the
# last line. It times both on your machine and shows the book's measurement beside them.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

machine = figures(
    "peak: int in 150..300, bandwidth: int in 20..40, batch: int in 2..8, "
    "side: 28 | 56, channels: 64 | 128 | 256, took: int in 12..30"
)


def experiment(library, shifts, guess, batch=4, side=28, channels=256):
    """Time both on your machine. How many times longer does the library take?"""

    def both():
        args = jnp.ones((batch, side, side, channels)), jnp.ones((3, 3, channels))
        return {
            program: (args, manylanes.time(jax.jit(program), *args))
            for program in (library, shifts)
        }

    compare(both, guess, "xeon: depthwise[method=library].time / depthwise[method=shifts].time")


machine


# %% answer
# Four values. The inputs above are `machine.peak`, `machine.side` and so on.
### BEGIN SOLUTION
positions = machine.batch * machine.side**2
values = positions * machine.channels
flop_ratio = machine.channels
flops, moved = 18 * values, 4 * (2 * values + 9 * machine.channels)
intensity = flops / moved
full = 18 * values * machine.channels, 4 * (2 * values + 9 * machine.channels**2)
least = max(flops / machine.peak, moved / machine.bandwidth) / 1e6  # ms
gain = max(full[0] / machine.peak, full[1] / machine.bandwidth) / 1e6 / least
slowdown = machine.took / least
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def library(images, kernel):
    raise NotImplementedError("your turn")


def shifts(images, kernel):
    raise NotImplementedError("your turn")


guess = ...
# experiment(library, shifts, guess)

# %% check
check(flop_ratio=flop_ratio, intensity=intensity, gain=gain, slowdown=slowdown, tolerance=0.02)
