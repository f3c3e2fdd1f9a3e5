# ---
# title: "Experiment: awaited or not"
# kind: value
# points: 1
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


# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. It is two: a product does `2 n n n`.
flops = figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: giga_for_tera
# Your rates are in GFLOP/s. A TFLOP/s is a thousand of those: FLOPs / microseconds / 1e6.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e3
fair = flops / figure.run / 1e3
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: rates_swapped
# You swapped the two rates: the clock that does not wait shows the shorter time and claims the
# higher rate.
flops = 2 * figure.n**3
claimed = flops / figure.run / 1e6
fair = flops / figure.call / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: launch_then_run
# Nearly: in `one_by_one` each launch waits for the kernel before. It does not: while one runs the
# host launches the next.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * (figure.launch + figure.kernel)
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: kernels_alone
# Nearly: in `one_by_one` you let the device run kernel after kernel. It ends each before the next
# is launched, and waits for the host.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.launch + figure.kernels * figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: last_kernel_forgotten
# Nearly: in `one_by_one` the last kernel is launched, but not done. While the others ran the host
# launched the next; after the last launch nothing hides its time.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: call_counted_twice
# Nearly: in `fair` you let the product begin when the call is back. `run` is counted from when the
# call was made: the call is in it.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / (figure.call + figure.run) / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: one_gap_too_few
# Nearly: `as_graph` has one gap too few. The device needs one after each kernel, the last one too.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap) - figure.gap

# %% wrong: launch_for_each_in_a_graph
# Nearly: in `as_graph` the host still launches every kernel. It launches the graph, once.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * figure.launch

# %% wrong: graph_once
# Nearly: `as_graph` has one launch, and all the kernels. Each still runs and has its gap.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernel + figure.gap

# %% wrong: gaps_forgotten
# Nearly: in `as_graph` you left out the gaps. The device needs one after each kernel.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * figure.kernel

# %% right: by_simulation
claimed, fair = (2 * figure.n**3 / (took * 1e-6) / 1e12 for took in (figure.call, figure.run))
host = device = 0
for _ in range(figure.kernels):
    host += figure.launch
    device = max(device, host) + figure.kernel
one_by_one = device
as_graph = figure.graph
for _ in range(figure.kernels):
    as_graph += figure.kernel + figure.gap

# %% right: three_digits
claimed = float(f"{2e-6 * figure.n**3 / figure.call:.3g}")
fair = float(f"{2e-6 * figure.n**3 / figure.run:.3g}")
one_by_one = float(f"{figure.kernels * figure.launch + figure.kernel:.3g}")
as_graph = float(f"{figure.graph + figure.kernels * (figure.kernel + figure.gap):.3g}")
