# ---
# title: "Experiment: what does not shrink?"
# kind: value
# points: 2
# minutes: 20
# hints:
#   - "A step takes `fixed + shared` on one device. On `n` devices, which of the two is divided by
#     `n`? Every answer is a ratio of two such times."
#   - "The same batch: `(fixed + shared) / (fixed + shared / n)`. With a batch `n` times as large,
#     one device would take `fixed + n * shared`."
#   - "Backwards: a share `s` does not shrink, so `1 / seen = s + (1 - s) / n`. Solve for `s`."
# ---

# %% [markdown]
# What do many devices gain, for the same batch and for a batch that grows with them? And what does
# a measured speed-up tell about a program?
#
# On one device a step takes `job.fixed` milliseconds that no sharing shortens (fetching the
# weights, writing them anew), and `job.shared` milliseconds for its examples. On `job.devices`
# devices the second part is divided among them, and each of them still needs all of the first.
# What they send is left out. A *speed-up* is the time on one device divided by the time on all of
# them, for the same work. Another program was timed on as many devices, and its speed-up was
# `job.seen`. Three digits are enough.
#
# | name | what |
# |---|---|
# | `same_batch` | the speed-up on all devices, for the batch of one (Amdahl's law) |
# | `at_most` | the same, however many devices there are |
# | `larger_batch` | time of a `job.devices` times larger batch on one device / on all (Gustafson) |
# | `share` | of the other program: the share of its time on one device that cannot be divided |
#
# Then the experiment. Write `step(w, x, y)`: one step of gradient descent, at a rate of 0.001, for
# `0.5 * ((x @ w - y) ** 2).sum() / len(x)`, where `w` is `f32[n, n]` and `x` and `y` have a row for
# each example. The experiment runs it with 256 examples, as one device does, and with 16, as each
# of sixteen devices would. Write down how many times as long the first takes, and run the last
# line. It times both on your machine, beside the book's record of another network, and is not
# graded: clocks differ. Sixteen would be the answer if nothing were fixed.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, *inputs)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import manylanes
from autograder import compare

job = figures("fixed: int in 40..60, shared: int in 160..220, devices: 8 | 16, seen: 2.0..2.6")


def experiment(step, guess, n=2048):
    """Times your step twice: how many times as long does it take with the examples of sixteen?"""

    def whole_batch(w, x, y):
        return step(w, x, y)

    def a_sixteenth(w, x, y):
        return step(w, x, y)

    def both():
        keys = jax.random.split(jax.random.key(0), 3)
        w = jax.random.normal(keys[0], (n, n)) / n**0.5
        x, y = (jax.random.normal(key, (256, n)) for key in keys[1:])
        batches = {whole_batch: (w, x, y), a_sixteenth: (w, x[:16], y[:16])}
        return {
            way: (batch, manylanes.time(jax.jit(way), *batch)) for way, batch in batches.items()
        }

    book = "xeon: step[net=fcn,batch=256].time / step[net=fcn,batch=16].time"
    compare(both, guess, book, same=False)


job


# %% answer
# Four numbers. The figures above are `job.fixed` and so on.
### BEGIN SOLUTION
one = job.fixed + job.shared
same_batch = one / (job.fixed + job.shared / job.devices)
at_most = one / job.fixed
larger_batch = (job.fixed + job.devices * job.shared) / one
share = (job.devices / job.seen - 1) / (job.devices - 1)
### END SOLUTION


# The experiment: write a step, put down a guess, take away the last #.
def step(w, x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(step, guess)

# %% check
check(
    same_batch=same_batch,
    at_most=at_most,
    larger_batch=larger_batch,
    share=share,
    tolerance=0.01,
)
