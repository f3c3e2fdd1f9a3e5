# ---
# title: "Experiment: what does a larger batch cost?"
# kind: value
# points: 2
# minutes: 20
# hints:
#   - "A step moves the bytes of each weight once, whatever the batch size, and does its operations
#     once for each example. This gives two times, and the longer one is the lower bound."
#   - "`bytes_ms = 24 * weights / bandwidth / 1e6`, and an example takes `6 * weights / peak / 1e6`
#     milliseconds. At which batch size do both times become equal?"
#   - "With `least(b) = max(24 * weights / bandwidth, b * 6 * weights / peak) / 1e6`: `time_ratio`
#     is `least(many) / least(1)`, `throughput` is `many / time_ratio`, `slowdown` is `took /
#     least(1)`."
# ---

# %% [markdown]
# Predict how much a larger batch increases the throughput of a training step, and compare a
# measured step with its lower bound. Then time your own step with two batch sizes on your machine.
#
# **On paper.** The inputs are drawn at random. Three significant digits are enough.
#
# - A step with a batch of `b` examples does `6 * machine.weights * b` operations.
# - For any batch size, it moves six float32 values for each weight: forward and backward pass read
#   the weight, the backward pass writes the gradient, and the update reads the gradient and the
#   weight and writes the weight. Ignore the bytes of the examples.
# - The machine has a peak of `machine.peak` GFLOP/s and a bandwidth of `machine.bandwidth` GB/s.
#   Computing and moving data overlap, so the longer of the two times is the lower bound.
# - A step with one example took `machine.took` milliseconds. The larger batch has `machine.many`
#   examples.
#
# | name | value |
# |---|---|
# | `walls_meet` | batch size at which computing and moving data take equally long (not rounded) |
# | `time_ratio` | lower bound with `machine.many` examples, divided by that with one example |
# | `throughput` | examples per second at the lower bound: the larger batch / one example |
# | `slowdown` | measured time of the step with one example, divided by its lower bound |
#
# **Experiment** (not graded). Write `improved(net, x, y)`, which returns the network after a step
# of gradient descent with a learning rate of 0.001. `net` is a dict
# `{w1: f32[64, 64], b1: f32[64], w2: f32[64, 10], b2: f32[10]}`, with a `maximum` after the first
# layer. Each row of `y` is one-hot with ten classes, and the loss is
# `-(y * jax.nn.log_softmax(scores)).sum() / len(x)`. Guess how many times longer a step with 256
# examples takes than one with a single example, and run the last line. Is the latter memory-bound,
# compute-bound or neither?

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
    """Time your step with two batch sizes. How many times longer does the larger one take?"""

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
            program: (batch, manylanes.time(jax.jit(program), *batch))
            for program, batch in batches.items()
        }

    book = "xeon: step[net=digits,batch=256].time / step[net=digits,batch=1].time"
    compare(both, guess, book, same=False)


machine


# %% answer
# Four values. The inputs above are `machine.weights` and so on.
### BEGIN SOLUTION
moving_ms = 24 * machine.weights / machine.bandwidth / 1e6
example_ms = 6 * machine.weights / machine.peak / 1e6
walls_meet = moving_ms / example_ms
time_ratio = max(moving_ms, machine.many * example_ms) / max(moving_ms, example_ms)
throughput = machine.many / time_ratio
slowdown = machine.took / max(moving_ms, example_ms)
### END SOLUTION


# The experiment: write the step, set `guess`, and uncomment the last line.
def improved(net, x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(improved, guess)

# %% check
check(
    walls_meet=walls_meet,
    time_ratio=time_ratio,
    throughput=throughput,
    slowdown=slowdown,
    tolerance=0.01,
)
