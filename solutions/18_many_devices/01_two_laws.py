# ---
# title: "Experiment: how far do more devices shorten a step?"
# kind: value
# points: 2
# minutes: 20
# hints:
#   - "A step takes `fixed + shared` on one device. Which of the two parts is divided by `n` on `n`
#     devices? Every answer is a ratio of two such times, except `serial_fraction`."
#   - "The same batch: `(fixed + shared) / (fixed + shared / n)`. With a batch `n` times as large,
#     one device would take `fixed + n * shared`."
#   - "For `serial_fraction`, use Amdahl's law in reverse: if a fraction `s` cannot be divided,
#     `1 / measured_speedup = s + (1 - s) / n`. Solve for `s`."
# ---

# %% [markdown]
# Compute the speedup of a training step on several devices, for a fixed batch and for a batch that
# grows with the number of devices. Then deduce from a measured speedup which fraction of a program
# cannot be divided.
#
# A *speedup* is the time on one device divided by the time on all devices, for the same work.
#
# - On one device, a step takes `job.fixed` milliseconds that do not depend on the number of
#   examples (to read and write the weights) and `job.shared` milliseconds for its examples.
# - On `job.devices` devices, the examples are divided equally, but each device still needs all of
#   `job.fixed`. Communication takes no time.
# - Another program had a measured speedup of `job.measured_speedup` on the same number of devices.
#   Assume that a fraction of its time cannot be divided, and that the rest is divided equally.
#
# The inputs are drawn at random. Three significant digits are enough.
#
# | name | value |
# |---|---|
# | `same_batch` | speedup on `job.devices` devices for the original batch (Amdahl's law) |
# | `upper_bound` | limit of this speedup as the number of devices grows |
# | `larger_batch` | speedup for a batch that is `job.devices` times as large (Gustafson's law) |
# | `serial_fraction` | fraction of the other program's time on one device that cannot be divided |
#
# **Experiment** (not graded, because measurements differ). Write `step(w, x, y)`, one step of
# gradient descent with a learning rate of 0.001 for the loss
# `0.5 * ((x @ w - y) ** 2).sum() / len(x)`. It returns the new `w`, `f32[n, n]`. `x` and `y` have
# one row per example. The experiment times your step with 256 examples, as on one device, and with
# 16, as on each of sixteen devices. Set your guess of how many times longer 256 examples take, and
# run the last line. The ratio would be 16 if no part of the time were fixed.

# %% given
import jax
import manylanes
from autograder import compare

job = figures(
    "fixed: int in 40..60, shared: int in 160..220, devices: 8 | 16, measured_speedup: 2.0..2.6"
)


def experiment(step, guess, n=2048):
    """Time your step with 256 and with 16 examples, and print the ratio."""

    def whole_batch(w, x, y):
        return step(w, x, y)

    def sixteenth(w, x, y):
        return step(w, x, y)

    def both():
        keys = jax.random.split(jax.random.key(0), 3)
        w = jax.random.normal(keys[0], (n, n)) / n**0.5
        x, y = (jax.random.normal(key, (256, n)) for key in keys[1:])
        batches = {whole_batch: (w, x, y), sixteenth: (w, x[:16], y[:16])}
        return {
            program: (batch, manylanes.time(jax.jit(program), *batch))
            for program, batch in batches.items()
        }

    book = "xeon: step[net=fcn,batch=256].time / step[net=fcn,batch=16].time"
    compare(both, guess, book, same=False)


job


# %% answer
# Four values. The inputs above are `job.fixed` and so on.
### BEGIN SOLUTION
single_device = job.fixed + job.shared
same_batch = single_device / (job.fixed + job.shared / job.devices)
upper_bound = single_device / job.fixed
larger_batch = (job.fixed + job.devices * job.shared) / single_device
serial_fraction = (job.devices / job.measured_speedup - 1) / (job.devices - 1)
### END SOLUTION


# The experiment: write `step`, set `guess`, and uncomment the last line.
def step(w, x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(step, guess)

# %% check
check(
    same_batch=same_batch,
    upper_bound=upper_bound,
    larger_batch=larger_batch,
    serial_fraction=serial_fraction,
    tolerance=0.01,
)
