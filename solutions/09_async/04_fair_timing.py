# ---
# title: "Experiment: time a call with and without waiting"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "The product of two `n` by `n` matrices takes `2 n n n` FLOPs. FLOPs divided by microseconds
#     are MFLOP/s, and a million MFLOP/s are one TFLOP/s."
#   - "When the host launches kernels one by one, each kernel ends before the next is launched. The
#     host needs `kernels * launch`, and after its last launch one kernel is left."
#   - "For a graph the host launches once. Then the device executes kernel after kernel, and each
#     takes `kernel` and the `gap` after it, so the step takes `graph + kernels * (kernel + gap)`."
# ---

# %% [markdown]
# Predict the rate that a timer reports if it does not wait for the result, and the time of a
# training step as a command graph. Then measure the effect of waiting on your own machine.
#
# **On paper.** The inputs are drawn at random. Three significant digits are enough.
#
# - A *benchmark* multiplies two float32 matrices of `n` by `n`. The call returns after `call`
#   microseconds. The result is ready `run` microseconds after the start of the call. A
#   multiplication and an addition are two FLOPs.
# - A *training step* consists of `kernels` kernels, one after another. The host launches one kernel
#   after another, and each launch takes `launch` microseconds. The device starts a kernel when it
#   has been launched and the previous one has ended. A kernel runs for `kernel` microseconds, which
#   is shorter than `launch`.
# - As a *command graph*, the whole step is launched once, in `graph` microseconds. Then the device
#   executes all kernels. After each kernel, the last one included, there is a gap of `gap`
#   microseconds.
#
# | name | value |
# |---|---|
# | `claimed` | the rate of the benchmark if the timer does not wait, in TFLOP/s |
# | `fair` | its rate if the timer waits for the result, in TFLOP/s |
# | `one_by_one` | the time from the first launch until the end of the step, in microseconds |
# | `as_graph` | the same time as a command graph, in microseconds |
#
# **Experiment** (not graded, because machines differ). Write the product, set your guess of how
# many times longer the measured time is if the timer waits, and run the last line. The work is the
# same in both cases. Where is the rate without waiting on the roofline of your machine, and why?
#
# The timer without waiting uses `time.perf_counter()` of Python's module `time`, and
# `manylanes.Timing` stores its samples.

# %% given
import time

import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

figure = figures(
    "n: 1024 | 2048 | 4096, call: int in 100..180, run: int in 6000..12000, "
    "kernels: int in 8..12, launch: int in 7..9, kernel: int in 2..4, "
    "graph: int in 30..60, gap: int in 1..2"
)


def experiment(product, guess, n=2048):
    """Time one call twice: until its result is ready, and until the call returns."""

    def with_wait(x, y):
        return product(x, y)

    def without_wait(x, y):
        return product(x, y)

    def wait(run, x, y):
        begin = time.perf_counter()
        result = run(x, y)
        seconds = time.perf_counter() - begin
        jax.block_until_ready(result)
        return seconds

    def both():
        x, y = jnp.ones((2, n, n))
        run = jax.jit(product)
        waited = manylanes.time(run, x, y)
        back = tuple(wait(run, x, y) for _ in range(7))
        return {with_wait: ((x, y), waited), without_wait: ((x, y), manylanes.Timing(None, back))}

    compare(both, guess, "xeon: gemm[n=2048].time / not_awaited[n=2048].time")


figure


# %% answer
# Four values. The inputs above are `figure.n`, `figure.call` and so on.
### BEGIN SOLUTION
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)
### END SOLUTION


# The experiment: write the product, set `guess`, and uncomment the last line. How many times longer
# does the call take if the timer waits for the result?
def product(x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(product, guess)

# %% check
check(claimed=claimed, fair=fair, one_by_one=one_by_one, as_graph=as_graph, tolerance=0.005)
