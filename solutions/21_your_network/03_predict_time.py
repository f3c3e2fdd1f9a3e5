# ---
# title: "Experiment: predict a lower and an upper bound of a training time"
# kind: program
# points: 2
# minutes: 25
# hints:
#   - "You need three times: computing, moving data, launching. If `jnp.stack` puts them into one
#     array, both predictions are one line each."
#   - "`least` is the longest of the three times at the roofs, and `wall` is its index, which
#     `jnp.argmax` finds along the first axis. `most` is the sum of the three, after dividing two of
#     them by `share`."
#   - "With `parts = jnp.stack([work / peak, bytes / bandwidth, launches * launch])`:
#     `parts.max(axis=0)`, `parts.argmax(axis=0)`, and `(parts[0] + parts[1]) / share + parts[2]`."
# ---

# %% [markdown]
# Predict a lower and an upper bound of the time of each of `n` training runs.
#
# Training `i` does `work[i]` operations, moves `bytes[i]` bytes and makes `launches[i]` launches,
# counted as in task 2. `machine` has a `peak` in operations per nanosecond, a `bandwidth` in bytes
# per nanosecond, and the time `launch` of a launch in nanoseconds. Similar programs have reached a
# fraction `share` of both limits, between 0 and 1. Return a dictionary of arrays:
#
# | name | value |
# |---|---|
# | `least` | the lower bound: computing, moving data and launching overlap, all at full rate |
# | `wall` | which of the three takes longest in `least`: 0 computing, 1 moving data, 2 launching |
# | `most` | the upper bound: nothing overlaps, and computing and moving reach only `share` |
#
# Both bounds are in nanoseconds. The time of a launch does not depend on `share`. No two of the
# three times are ever equal.
#
# **Experiment** (not graded). Let `network` call your `predict` of task 1. Guess how many times
# longer it takes than *one* product of two square matrices with as many operations, and run the
# last line. It counts the operations of your program and times both programs on each of your
# devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def experiment(network, guess, labelled=640, unseen=500):
    """Count and time your network, and time one product with as many operations."""

    def one_product(a, b):
        return a @ b

    def both():
        keys = jax.random.split(jax.random.key(0), 2)
        x = jnp.sign(jax.random.normal(keys[0], (labelled, 64)))
        new = jnp.sign(jax.random.normal(keys[1], (unseen, 64)))
        images = x, jnp.arange(labelled) % 10, new
        count = manylanes.cost(network, *images)
        print(f"{count.work:,} operations, {count.bytes:,} bytes, span {count.span:,}")
        side = max(1, round((count.work / 2) ** (1 / 3)))
        a = jnp.ones((side, side)) / side
        return {
            network: (images, manylanes.time(jax.jit(network), *images)),
            one_product: ((a, a), manylanes.time(jax.jit(one_product), a, a)),
        }

    book = "xeon: roof[kind=compute].rate / training_loop[method=one program,steps=1000].rate"
    compare(both, guess, book, same=False)


# %% answer
def predict_times(work, bytes, launches, machine, share):
    """work, bytes, launches: f32[n], machine: {"peak", "bandwidth", "launch"}, share: a float
    -> {"least": f32[n], "wall": i32[n], "most": f32[n]}. Three to seven lines.

    >>> machine = {"peak": 100, "bandwidth": 20, "launch": 1000}
    >>> work, bytes, launches = jnp.array([6e7]), jnp.array([4e6]), jnp.array([250])
    >>> found = predict_times(work, bytes, launches, machine, 0.5)
    >>> found["least"].astype(int), found["wall"], found["most"].astype(int)
    (Array([600000], dtype=int32), Array([0], dtype=int32), Array([1850000], dtype=int32))
    """
    ### BEGIN SOLUTION
    computing = work / machine["peak"]
    moving = bytes / machine["bandwidth"]
    launching = launches * machine["launch"]
    parts = jnp.stack([computing, moving, launching])
    most = (computing + moving) / share + launching
    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
    ### END SOLUTION


# The experiment: let `network` call your `predict`, set `guess`, and uncomment the last line.
def network(x, y, new):
    raise NotImplementedError("your turn")


guess = ...
# experiment(network, guess)


# %% check
def powers(least, most):
    return lambda drawn: (1 + drawn % 9) * 10.0 ** (least + drawn // 9 % (most - least + 1))


def trainings(draw):
    n = draw.pick([1, 6, 9, 16])
    work = draw.array("f32", (n,), 0, 10**6, then=powers(2, 9))
    bytes = draw.array("f32", (n,), 0, 10**6, then=powers(1, 8))
    launches = draw.array("f32", (n,), 0, 10**6, then=powers(0, 3))
    # Distinct primes, so no two of the three times are ever equal.
    machine = {
        "peak": draw.pick([101, 211, 307]),
        "bandwidth": draw.pick([17, 23, 41]),
        "launch": draw.pick([1009, 3001, 7001]),
    }
    return work, bytes, launches, machine, draw.float(0.05, 0.6)


check(predict_times, given=trainings, tolerance=1e-5)
