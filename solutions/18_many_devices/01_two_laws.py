# ---
# title: "Experiment: what does not shrink?"
# kind: value
# points: 1
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

# %% wrong: all_of_it_shared
# You divided the whole step among the devices. Each of them still needs all of `job.fixed`.
one = job.fixed + job.shared
same_batch = job.devices
at_most = float("inf")
larger_batch = job.devices
share = 1 - job.seen / job.devices

# %% wrong: devices_over_all
# You divided `same_batch` by the number of devices once more. A speed-up is one time divided by the
# other.
#
# -same_batch = one / (job.fixed + job.shared / job.devices)
# +same_batch = one / (job.fixed + job.shared / job.devices) / job.devices

# %% wrong: at_most_the_other_way
# `at_most`: you divided the time by its shared part. With very many devices that part goes to 0,
# and the fixed one stays.
#
# -at_most = one / job.fixed
# +at_most = one / job.shared

# %% wrong: at_most_the_parts
# `at_most`: you divided one part by the other. The time on one device is both parts together.
#
# -at_most = one / job.fixed
# +at_most = job.shared / job.fixed

# %% wrong: the_fixed_part_grows
# You let the fixed part grow with the batch as well. One device with the larger batch fetches its
# weights once.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = job.devices * one / one

# %% wrong: weights_for_nothing
# In `larger_batch` your one device has the examples of all, and fetches no weights. It needs
# `job.fixed` as well, once.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = job.devices * job.shared / one


# %% wrong: larger_for_free
# For the larger batch you took the time of one device with the *small* batch. A speed-up compares
# times for the same work: one device has all the examples too.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = one / (job.fixed + job.shared)

# %% wrong: lost_share
# `share` is not what is missing to a speed-up of `devices`. A small share already makes the
# speed-up much smaller: solve `1 / seen = s + (1 - s) / devices`.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 - job.seen / job.devices

# %% wrong: as_if_at_most
# You took the measured speed-up as the largest possible one. With so few devices the divided part
# still takes time.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 / job.seen

# %% wrong: share_of_this_step
# The task asks for the `share` of the *other* program, whose speed-up was `job.seen`.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = job.fixed / one

# %% wrong: the_part_that_shrinks
# That is the share that *can* be divided. The task asks for the share that cannot.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 - (job.devices / job.seen - 1) / (job.devices - 1)

# %% wrong: laws_swapped
# `same_batch` and `larger_batch` are swapped. With the larger batch there is more to divide, and
# the gain is greater.
#
# -same_batch = one / (job.fixed + job.shared / job.devices)
# +larger_batch = one / (job.fixed + job.shared / job.devices)
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +same_batch = (job.fixed + job.devices * job.shared) / one

# %% wrong: as_many_as_devices
# `same_batch`: you divided all of the time. Each device still needs all of `job.fixed`.
#
# -same_batch = one / (job.fixed + job.shared / job.devices)
# +same_batch = job.devices


# %% wrong: without_end
# `at_most`: with more and more devices the part that is divided goes to 0, and `job.fixed` stays.
#
# -at_most = one / job.fixed
# +at_most = float("inf")


# %% wrong: the_other_law
# `share`: you solved the law for a batch that grows. The speed-up was for the same work: solve the
# other one.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = (job.devices - job.seen) / (job.devices - 1)


# %% right: by_shares
s = job.fixed / (job.fixed + job.shared)
n = job.devices
same_batch = 1 / (s + (1 - s) / n)
at_most = 1 / s
larger_batch = s + n * (1 - s)
share = (1 / job.seen - 1 / n) / (1 - 1 / n)


# %% right: by_times
def took(devices, batches=1):
    return job.fixed + batches * job.shared / devices


same_batch = took(1) / took(job.devices)
at_most = took(1) / took(1e12)
larger_batch = took(1, job.devices) / took(job.devices, job.devices)
low, high = 0.0, 1.0
for _ in range(60):
    share = (low + high) / 2
    if 1 / (share + (1 - share) / job.devices) > job.seen:
        low = share
    else:
        high = share
