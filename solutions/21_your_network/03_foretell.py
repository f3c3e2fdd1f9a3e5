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


# %% wrong: roofs_exchanged
# You exchanged `peak` and `bandwidth`: operations are divided by `peak`, bytes by `bandwidth`.
#
# -    computing = work / machine["peak"]
# -    moving = bytes / machine["bandwidth"]
# +    computing = work / machine["bandwidth"]
# +    moving = bytes / machine["peak"]


# %% wrong: launches_at_a_share
# `least` and `wall` are right. In `most` you let a launch take longer as well. The share is one of
# the roofs, and a launch has no roof: its time stays the same.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving + launching) / share


# %% wrong: times_the_share
# `least` and `wall` are right. You multiplied by the share: at half of a roof a program takes twice
# as long, not half as long.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving) * share + launching


# %% wrong: share_forgotten
# `least` and `wall` are right. In `most` you let computing and moving run at their roofs. Programs
# like these have reached `share` of them.
#
# -    most = (computing + moving) / share + launching
# +    most = computing + moving + launching


# %% wrong: longest_again
# `least` and `wall` are right. In `most` nothing happens at the same time: add the three.
#
# -    most = (computing + moving) / share + launching
# +    most = jnp.maximum(jnp.maximum(computing, moving) / share, launching)


# %% wrong: least_at_a_share
# `least` and `wall` are right. `most` is the longest at a share of its roof. There nothing goes on
# side by side: add the three, and slow the two that have a roof.
#
# -    most = (computing + moving) / share + launching
# +    most = parts.max(axis=0) / share


# %% wrong: sum_for_least
# `wall` and `most` are right. You added the three in `least`. There they happen at the same time,
# and the longest counts.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.sum(axis=0), "wall": parts.argmax(axis=0), "most": most}


# %% wrong: shortest
# `most` is right. For `least` you took the shortest of the three, and for `wall` its number. A
# training is not done before all three are.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.min(axis=0), "wall": parts.argmin(axis=0), "most": most}


# %% wrong: share_in_least
# `most` is right. You used the share for `least`, and so for `wall`: at best computing and moving
# reach their roofs.
#
# -    parts = jnp.stack([computing, moving, launching])
# +    parts = jnp.stack([computing / share, moving / share, launching])


# %% wrong: launches_left_out
# Your launches take next to no time: you left them out, or divided by `launch`. Each of them takes
# `launch` nanoseconds, so multiply. A training of many small steps waits mostly for them.
#
# -    launching = launches * machine["launch"]
# +    launching = 0 * launches


# %% wrong: whole_nanoseconds
# You divided with `//`, which drops part of a nanosecond. A time need not be a whole number: use
# `/`.
#
# -    computing = work / machine["peak"]
# -    moving = bytes / machine["bandwidth"]
# +    computing = work // machine["peak"]
# +    moving = bytes // machine["bandwidth"]


# %% wrong: one_launch
# You counted one launch. Each of them takes `launch` nanoseconds.
#
# -    launching = launches * machine["launch"]
# +    launching = 0 * launches + machine["launch"]


# %% wrong: counted_from_one
# `least` and `most` are right. `wall` is counted from 0, as places in an array are.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.max(axis=0), "wall": 1 + parts.argmax(axis=0), "most": most}


# %% wrong: one_for_all
# `wall` and `most` are right. You took the longest time of *all* trainings. Each has its own: look
# along the first axis, `axis=0`.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {
# +        "least": jnp.full(len(work), parts.max()),
# +        "wall": parts.argmax(axis=0),
# +        "most": most,
# +    }


# %% wrong: longer_of_the_two
# `least` and `wall` are right. In `most` moving waits until computing is done: add the two, each at
# its share.
#
# -    most = (computing + moving) / share + launching
# +    most = jnp.maximum(computing, moving) / share + launching


# %% wrong: most_without_launches
# `least` and `wall` are right. In `most` the launches are left out: they follow as well.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving) / share


# %% right: comparing_in_pairs
def foretold(work, bytes, launches, machine, share):
    roofs = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    handing = launches * machine["launch"]
    memory = bytes * machine["peak"] > work * machine["bandwidth"]
    at_share = work / (share * machine["peak"]) + bytes / (share * machine["bandwidth"])
    return {
        "least": jnp.maximum(roofs, handing),
        "wall": jnp.where(handing > roofs, 2, memory.astype(jnp.int32)),
        "most": handing + at_share,
    }


# %% right: one_training_under_vmap
def foretold(work, bytes, launches, machine, share):
    rates = jnp.array([machine["peak"], machine["bandwidth"], 1 / machine["launch"]])
    shares = jnp.array([share, share, 1.0])

    def one(*asked):
        times = jnp.stack(asked) / rates
        return {"least": jnp.max(times), "wall": jnp.argmax(times), "most": jnp.sum(times / shares)}

    return jax.vmap(one)(work, bytes, launches)


# %% right: as_a_product
def foretold(work, bytes, launches, machine, share):
    asked = jnp.stack([work, bytes, launches], axis=1)
    each = jnp.array([1 / machine["peak"], 1 / machine["bandwidth"], machine["launch"]])
    times = asked * each
    weights = jnp.array([1 / share, 1 / share, 1])
    longest = jnp.argmax(times, axis=1)
    least = times[jnp.arange(len(work)), longest]
    return {"least": least, "wall": longest, "most": (times * weights).sum(axis=1)}
