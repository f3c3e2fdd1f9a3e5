# ---
# title: "Experiment: fewer operations, and how much faster?"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "Count one place and one result channel first: a full 3 by 3 convolution adds up 9 products
#     for each channel that comes in, a depthwise one 9 products in all. A multiply-add is two
#     FLOPs."
#   - "Bytes: what comes in, what goes out, the kernel, each once, four bytes a number. The
#     depthwise one has `2 * 9 * places * channels` FLOPs for `4 * (2 * places * channels + 9 *
#     channels)` bytes."
#   - "The least time of either is the longer of FLOPs / peak and bytes / bandwidth. `gain` is the
#     full one's divided by the depthwise one's; `behind` is `machine.took` divided by the
#     depthwise one's."
# ---

# %% [markdown]
# Predict what a depthwise convolution gains over a full one, and say how far a measured one stays
# behind; then see both ways to write it on your own machine.
#
# First, on paper: `batch` pictures of `side` by `side` with `channels` channels, float32. Both
# convolutions have kernels of 3 by 3, give as many channels as they get, and keep the sides; count
# places in the zeros around the picture like any other. Each number is moved once: what comes in,
# the kernel, what goes out. The figures are drawn for you: `peak` in GFLOP/s, `bandwidth` in GB/s,
# and what a library took for the *depthwise* one, `machine.took`, in milliseconds. Three digits are
# enough.
#
# | name | what |
# |---|---|
# | `fewer` | the full convolution does how many times as many FLOPs? |
# | `intensity` | FLOPs for each byte of the depthwise one |
# | `gain` | at best, each at its own wall: the full one takes how many times as long? |
# | `behind` | the library's depthwise one took how many times its least time? |
#
# Then the experiment. Write the depthwise convolution both ways, put down your guess, and run the
# last line. `library` calls `jax.lax.conv_general_dilated` with `feature_group_count`; `shifts` is
# your answer to the fourth task. It times both on your machine, beside the book's record, and is
# not graded.
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
    "peak: int in 150..300, bandwidth: int in 20..40, batch: int in 2..8, "
    "side: 28 | 56, channels: 64 | 128 | 256, took: int in 12..30"
)


def experiment(library, shifts, guess, batch=4, side=28, channels=256):
    """Times both on your machine: how many times as long does the library take?"""

    def both():
        args = jnp.ones((batch, side, side, channels)), jnp.ones((3, 3, channels))
        return {way: (args, manylanes.time(jax.jit(way), *args)) for way in (library, shifts)}

    compare(both, guess, "xeon: depthwise[way=library].time / depthwise[way=shifts].time")


machine


# %% answer
# Four numbers. The figures above are `machine.peak`, `machine.side` and so on.
### BEGIN SOLUTION
places = machine.batch * machine.side**2
numbers = places * machine.channels
fewer = machine.channels
flops, moved = 18 * numbers, 4 * (2 * numbers + 9 * machine.channels)
intensity = flops / moved
full = 18 * numbers * machine.channels, 4 * (2 * numbers + 9 * machine.channels**2)
least = max(flops / machine.peak, moved / machine.bandwidth) / 1e6  # ms
gain = max(full[0] / machine.peak, full[1] / machine.bandwidth) / 1e6 / least
behind = machine.took / least
### END SOLUTION


# The experiment: write both ways, put down a guess, take away the last #.
def library(pictures, kernel):
    raise NotImplementedError("your turn")


def shifts(pictures, kernel):
    raise NotImplementedError("your turn")


guess = ...
# experiment(library, shifts, guess)

# %% check
check(fewer=fewer, intensity=intensity, gain=gain, behind=behind, tolerance=0.02)
