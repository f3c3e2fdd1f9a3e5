# ---
# title: "Experiment: what does a larger batch cost?"
# kind: value
# points: 2
# minutes: 20
# hints:
#   - "A step moves each weight's bytes once, whatever the batch, and does its operations once for
#     each example. Two times come out, and the longer of them is the least time."
#   - "`bytes_ms = 24 * weights / bandwidth / 1e6`, and an example needs `6 * weights / peak / 1e6`
#     milliseconds. Where the second, times the batch, reaches the first, the walls change."
#   - "With `least(b) = max(24 * weights / bandwidth, b * 6 * weights / peak) / 1e6`: `longer` is
#     `least(many) / least(1)`, `throughput` is `many / longer`, `behind` is `took / least(1)`."
# ---

# %% [markdown]
# Predict what a training step gains from a larger batch, and say how far a measured one stays
# behind; then time a step of your own, in two batches, on your own machine.
#
# First, on paper. A step with a batch of `b` examples does `6 * machine.weights * b` operations.
# Whatever the batch, it moves six numbers of four bytes for each weight: the weight is read in the
# forward and in the backward pass, its gradient is written, and the update reads the gradient
# and the weight and writes the weight. The examples themselves are few bytes and do not count.
# Computing and moving go on side by side. The figures are drawn for you: `machine.peak` in GFLOP/s,
# `machine.bandwidth` in GB/s, and what a step with one example took, `machine.took`, in
# milliseconds. Three digits are enough.
#
# | name | what |
# |---|---|
# | `walls_meet` | the batch at which computing and moving take equally long (not rounded) |
# | `longer` | at best, with `machine.many` examples it takes how many times as long as with one? |
# | `throughput` | and gets through how many times as many examples a second? |
# | `behind` | the step with one example took how many times its least time? |
#
# Then the experiment. `net` is a dict `{w1: f32[64, 64], b1: f32[64], w2: f32[64, 10], b2:
# f32[10]}`. Write `improved(net, x, y)`, a step of plain gradient descent at a rate of 0.001: the
# forward pass has a `maximum` after the first layer, each row of `y` is 1 at the right one of ten
# and 0 elsewhere, and the loss is `-(y * jax.nn.log_softmax(scores)).sum() / len(x)`. Write down
# how many times as long a step with 256 examples takes as one with a single example, and run the
# last line. It times both on your machine, beside the book's record, and is not graded: clocks
# differ. Ask yourself which of the two walls, or neither, holds the step with one example.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, *inputs)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

machine = figures(
    "weights: int in 300000..900000, peak: int in 150..300, bandwidth: int in 20..40, "
    "many: 128 | 256 | 512, took: 1.5..4.0"
)


def experiment(improved, guess, n=256):
    """Times your step in two batches: how many times as long does the larger one take?"""

    def many_examples(net, x, y):
        return improved(net, x, y)

    def one_example(net, x, y):
        return improved(net, x, y)

    def both():
        keys = jax.random.split(jax.random.key(0), 3)
        net = {"w1": jax.random.normal(keys[0], (64, 64)) / 8, "b1": jnp.zeros(64)}
        net |= {"w2": jax.random.normal(keys[1], (64, 10)) / 8, "b2": jnp.zeros(10)}
        x, y = jax.random.normal(keys[2], (n, 64)), jnp.eye(10)[jnp.arange(n) % 10]
        batches = {many_examples: (net, x, y), one_example: (net, x[:1], y[:1])}
        return {
            way: (batch, manylanes.time(jax.jit(way), *batch)) for way, batch in batches.items()
        }

    book = "xeon: step[net=digits,batch=256].time / step[net=digits,batch=1].time"
    compare(both, guess, book, same=False)


machine


# %% answer
# Four numbers. The figures above are `machine.weights` and so on.
### BEGIN SOLUTION
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
longer = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / longer
behind = machine.took / max(moving_ms, example_ms)
### END SOLUTION


# The experiment: write a step, put down a guess, take away the last #.
def improved(net, x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(improved, guess)

# %% check
check(walls_meet=walls_meet, longer=longer, throughput=throughput, behind=behind, tolerance=0.01)
