# ---
# title: "Experiment: awaited or not"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "A product of two n by n matrices is `2 n n n` FLOPs. FLOPs divided by microseconds are
#     MFLOP/s; a million of those are a TFLOP/s."
#   - "Launched one by one, a kernel shorter than its launch never holds anything up: the host needs
#     `kernels * launch`, and when its last launch is over, one kernel is left."
#   - "In a graph the host launches once. Then the device goes from kernel to kernel by itself, and
#     each takes `kernel` and the `gap` after it: `graph + kernels * (kernel + gap)`."
# ---

# %% [markdown]
# Predict what a clock that does not wait makes of a product, and what a command graph makes of a
# training step; then see the first on your own machine.
#
# First, on paper. The figures are drawn for you; three digits are enough.
#
# A benchmark multiplies two float32 matrices of `n` by `n`. The call comes back after `call`
# microseconds, and the result is there `run` microseconds after the call was made.
#
# A training step is `kernels` kernels, one after another. The host launches one in `launch`
# microseconds and goes on to the next; the device starts a kernel as soon as it is launched and the
# one before has ended, and runs it in `kernel` microseconds, which is less. As a command graph the
# whole step is launched once, in `graph` microseconds. Then the device carries out all its kernels,
# and after each kernel, the last one included, it needs `gap` microseconds.
#
# | name | what |
# |---|---|
# | `claimed` | the benchmark's rate by a clock that does not wait, in TFLOP/s |
# | `fair` | its rate by a clock that waits, in TFLOP/s |
# | `one_by_one` | from the first launch until the step is done, in microseconds |
# | `as_graph` | the same as a command graph |
#
# Then the experiment. Write the product, put down your guess, and run the last line. It is not
# graded: clocks differ. Where is your first rate on your machine's roofline, and why is it there?
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x, y)` waits, takes samples, and `.median` is the middle one; `time`,
# Python's own module, has a clock that does not wait: `time.perf_counter()`, whose samples
# `manylanes.Timing` holds. `compare(both, guess)`
# prints what it finds on each of your devices; the count is the same for both.

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
    """Times one call twice: until the result is there, and until it comes back."""

    def awaited(x, y):
        return product(x, y)

    def not_awaited(x, y):
        return product(x, y)

    def until_it_is_back(run, x, y):
        begin = time.perf_counter()
        result = run(x, y)
        seconds = time.perf_counter() - begin
        jax.block_until_ready(result)
        return seconds

    def both():
        x, y = jnp.ones((2, n, n))
        run = jax.jit(product)
        waited = manylanes.time(run, x, y)
        back = tuple(until_it_is_back(run, x, y) for _ in range(7))
        return {awaited: ((x, y), waited), not_awaited: ((x, y), manylanes.Timing(None, back))}

    compare(both, guess, "xeon: gemm[n=2048].time / handed[n=2048].time")


figure


# %% answer
# Four numbers. The figures above are `figure.n`, `figure.call` and so on.
### BEGIN SOLUTION
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)
### END SOLUTION


# The experiment: write the product, put down a guess, take away the last #. How many times as long
# does a call take that is awaited?
def product(x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(product, guess)

# %% check
check(claimed=claimed, fair=fair, one_by_one=one_by_one, as_graph=as_graph, tolerance=0.005)
