# ---
# title: "Predict, and experiment: between which two times?"
# kind: program
# points: 2
# minutes: 25
# hints:
#   - "Three times are asked for: of computing, of moving, of handing over. `jnp.stack` puts them on
#     top of each other, and then both forecasts are one line."
#   - "`least` is the longest of the three, at the roofs; `wall` is its number, which `jnp.argmax`
#     finds along the first axis. `most` is the sum of the three, after two of them were divided by
#     the share."
#   - "With `parts = jnp.stack([work / peak, bytes / bandwidth, launches * launch])`:
#     `parts.max(axis=0)`, `parts.argmax(axis=0)`, and `(parts[0] + parts[1]) / share + parts[2]`."
# ---

# %% [markdown]
# Predict for many trainings between which two times each will lie; then see where yours does.
#
# Training `i` asks for `work[i]` operations, `bytes[i]` bytes and `launches[i]` launches, as you
# counted them in task 2. The machine does `peak` operations and moves `bandwidth` bytes in a
# nanosecond, and a launch takes `launch` nanoseconds. Programs like these have reached `share` of
# both roofs before, between 0 and 1. Give a dictionary of arrays:
#
# | name | what |
# |---|---|
# | `least` | nanoseconds if computing, moving and launching go on side by side, all at their best |
# | `wall` | which of the three takes longest then: 0 computing, 1 moving, 2 launching |
# | `most` | nanoseconds if they follow one another, each wall at `share` of its roof |
#
# A launch has no roof: its time is always the same. No two of the three are ever equally long.
#
# Then the experiment, which is not graded. Let `network` call your `reads` of task 1. Put down how
# many times as long as *one* product of two square matrices it will take, if that product does as
# many operations; then run the last line. It counts your program, times both on each of your
# devices, and says what share of its roof each reached. `from autograder import compare` and
# `import manylanes` bring the instruments: `manylanes.cost(program, *inputs)` counts,
# `manylanes.time(program, *inputs)` takes samples of a call and the wait for its result.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def experiment(network, guess, labelled=640, unseen=500):
    """Counts and times your network, and one product with as many operations."""

    def one_product(a, b):
        return a @ b

    def both():
        keys = jax.random.split(jax.random.key(0), 2)
        x = jnp.sign(jax.random.normal(keys[0], (labelled, 64)))
        new = jnp.sign(jax.random.normal(keys[1], (unseen, 64)))
        pictures = x, jnp.arange(labelled) % 10, new
        count = manylanes.cost(network, *pictures)
        print(f"{count.work:,} operations, {count.bytes:,} bytes, {count.span:,} wait in a row")
        side = max(1, round((count.work / 2) ** (1 / 3)))
        a = jnp.ones((side, side)) / side
        return {
            network: (pictures, manylanes.time(jax.jit(network), *pictures)),
            one_product: ((a, a), manylanes.time(jax.jit(one_product), a, a)),
        }

    book = "xeon: roof[kind=compute].rate / trained[how=one program,steps=1000].rate"
    compare(both, guess, book, same=False)


# %% answer
def foretold(work, bytes, launches, machine, share):
    """work, bytes, launches: f32[n], machine: {"peak", "bandwidth", "launch"}, share: a number
    -> {"least": f32[n], "wall": i32[n], "most": f32[n]}. Three to seven lines.

    >>> machine = {"peak": 100, "bandwidth": 20, "launch": 1000}
    >>> work, bytes, launches = jnp.array([6e7]), jnp.array([4e6]), jnp.array([250])
    >>> found = foretold(work, bytes, launches, machine, 0.5)
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


# The experiment: let `network` call your `reads`, put down a guess, take away the last #.
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
    # Primes, and another number of each: what is asked of them is never equally long.
    machine = {
        "peak": draw.pick([101, 211, 307]),
        "bandwidth": draw.pick([17, 23, 41]),
        "launch": draw.pick([1009, 3001, 7001]),
    }
    return work, bytes, launches, machine, draw.float(0.05, 0.6)


check(foretold, given=trainings, tolerance=1e-5)
