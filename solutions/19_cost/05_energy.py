# ---
# title: Energy from counts
# kind: program
# points: 2
# minutes: 22
# hints:
#   - "Write it for one machine and one program first: the time, then three parts of the energy."
#   - "`time = jnp.maximum(work / peak, moved / bandwidth)`; what is drawn all the time is that many
#     seconds times the watts. The other two parts are counts times picojoules."
#   - "`jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)`: the outer one walks
#     over the machines, the inner one over the programs. Both take dicts as they are."
# ---

# %% [markdown]
# From the counts of each program, give the energy that it takes on each machine, in joules.
#
# A program does `work` TFLOP and moves `moved` TB. A machine has a `peak` in TFLOP/s and a
# `bandwidth` in TB/s; computing and moving go on side by side, and the time is the longer of the
# two. All that time the machine draws `idle` watts, whatever it does. Besides, each operation takes
# `flop` picojoules, and each byte that is moved takes `byte` picojoules. TFLOP times picojoules are
# joules, and so are TB times picojoules: no factor is needed. All numbers lie between 1 and 9. No
# pair waits for another.
#
# Then the experiment, which is not graded: the same operations with more to move. `one_by_one(a,
# b)` multiplies the matrix `a` with the columns of `b` one after another, in a `jax.lax.map`, and
# puts the results together as columns; `together(a, b)` is `a @ b`. Both do the same
# multiplications. Write down how many times as long the first takes, and run the last line. It
# times both on your machine, beside the book's record of two programs that differ in the same way.
# A clock is no wattmeter: ask yourself which part of the energy it tells. `from autograder import
# compare` and `import manylanes` bring the instruments: `manylanes.time(program, *inputs)` takes
# samples of a call and the wait for its result, and `compare(both, guess)` prints what it finds on
# each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def experiment(one_by_one, together, guess, n=1024):
    """Times both on your machine: how many times as long does it take one by one?"""

    def both():
        one, other = jax.random.split(jax.random.key(0))
        matrices = jax.random.normal(one, (n, n)), jax.random.normal(other, (n, n))
        ways = {way: jax.jit(way) for way in (one_by_one, together)}
        return {way: (matrices, manylanes.time(run, *matrices)) for way, run in ways.items()}

    compare(both, guess, "cpu: gemm[n=2048].rate / matvec[n=2048].rate")


# %% answer
def energies(machines, programs):
    """machines: {peak: f32[m], bandwidth: f32[m], flop: f32[m], byte: f32[m], idle: f32[m]},
    programs: {work: f32[p], moved: f32[p]} -> f32[m, p]. Four to eight lines."""

    ### BEGIN SOLUTION
    def joules(machine, program):
        computing = program["work"] / machine["peak"]
        moving = program["moved"] / machine["bandwidth"]
        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
        return spent + machine["idle"] * jnp.maximum(computing, moving)

    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
    ### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
def one_by_one(a, b):
    raise NotImplementedError("your turn")


def together(a, b):
    raise NotImplementedError("your turn")


guess = ...
# experiment(one_by_one, together, guess)

# %% check
import numpy as np


def plainly(machines, programs):
    rows = []
    for peak, bandwidth, flop, byte, idle in zip(
        *(machines[name] for name in ("peak", "bandwidth", "flop", "byte", "idle")), strict=True
    ):
        pairs = zip(programs["work"], programs["moved"], strict=True)
        rows.append([w * flop + b * byte + idle * max(w / peak, b / bandwidth) for w, b in pairs])
    return np.array(rows)


check(
    energies,
    spec=plainly,
    given="machines: {peak: f32[m] in 1.0..9.0, bandwidth: f32[m] in 1.0..9.0, "
    "flop: f32[m] in 1.0..9.0, byte: f32[m] in 1.0..9.0, idle: f32[m] in 1.0..9.0}, "
    "programs: {work: f32[p] in 1.0..9.0, moved: f32[p] in 1.0..9.0}",
    budget=Budget(work=2, span="const"),
)


# %% wrong: one_after_the_other
# You added computing and moving. They go on at the same time: the time is the longer of the two.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * (computing + moving)


# %% wrong: the_shorter
# You took the shorter of the two times. A program is done when both are done.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * jnp.minimum(computing, moving)


# %% wrong: while_it_waits
# You let the machine draw its `idle` watts only while the lanes wait. It draws them all the time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * jnp.maximum(moving - computing, 0)


# %% wrong: idle_for_nothing
# You counted operations and bytes, but not what the machine draws all the time: `idle` watts, for
# as long as the program takes.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent


# %% wrong: watts_for_joules
# You added watts to joules. A watt is a joule each second: multiply `idle` by the time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"]


# %% wrong: by_the_lanes_alone
# You took the time of the arithmetic. A program with many bytes takes as long as they do.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * computing


# %% wrong: by_the_memory_alone
# You took the time of moving. A program with many operations takes as long as they do.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * moving


# %% wrong: changed_places
# `flop` and `byte` are swapped: the operations take the one, the bytes the other.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        spent = program["work"] * machine["byte"] + program["moved"] * machine["flop"]


# %% wrong: bytes_for_nothing
# You let the bytes cost no energy. Each one that is moved takes `byte` picojoules, also where
# nobody waits for it.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        spent = program["work"] * machine["flop"]


# %% wrong: operations_for_nothing
# You let the operations cost no energy. Each takes `flop` picojoules.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        spent = program["moved"] * machine["byte"]


# %% wrong: the_dearer_part
# You took the larger of the two parts of the energy. Of two times at once the longer counts, but
# energies add up.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        flops, bytes_ = program["work"] * machine["flop"], program["moved"] * machine["byte"]
# +        spent = jnp.maximum(flops, bytes_)


# %% wrong: everything_by_the_second
# You multiplied operations and bytes by the time as well. They take picojoules each, however long
# it lasts; only the `idle` watts are multiplied by the time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return (spent + machine["idle"]) * jnp.maximum(computing, moving)


# %% wrong: programs_first
# Your table has a row for each program. The task asks for a row for each machine.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    return jax.vmap(jax.vmap(joules, (0, None)), (None, 0))(machines, programs)


# %% wrong: in_pairs
# You gave each machine one program. The task asks for the table: every program on every machine.
# One `jax.vmap` inside another walks over both.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    return jax.vmap(joules)(machines, programs)


# %% wrong: one_by_one_with_each_other
# You combined machines and programs number by number. The task asks for the table: every program on
# every machine. One `jax.vmap` inside another walks over both.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    return joules(machines, programs)


# %% wrong: one_machine_at_a_time
# Right, but each machine waits for the one before it: `jax.lax.map` is a loop. No pair needs
# another pair's answer; `jax.vmap` works on all at once.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    of = lambda machine: jax.vmap(joules, (None, 0))(machine, programs)
# +    return jax.lax.map(of, machines)


# %% wrong: times_the_rate
# You multiplied by `peak` and `bandwidth`. They say how much is done in a second: what is to be
# done *divided by* that is the time.
#
# -        computing = program["work"] / machine["peak"]
# -        moving = program["moved"] / machine["bandwidth"]
# +        computing = program["work"] * machine["peak"]
# +        moving = program["moved"] * machine["bandwidth"]


# %% right: as_a_table
def energies(machines, programs):
    m = {name: values[:, None] for name, values in machines.items()}
    time = jnp.maximum(programs["work"] / m["peak"], programs["moved"] / m["bandwidth"])
    return m["idle"] * time + m["flop"] * programs["work"] + m["byte"] * programs["moved"]


# %% right: with_outer
def energies(machines, programs):
    work, moved = programs["work"], programs["moved"]
    computing = jnp.outer(1 / machines["peak"], work)
    moving = jnp.outer(1 / machines["bandwidth"], moved)
    time = jnp.where(computing > moving, computing, moving)
    spent = jnp.outer(machines["flop"], work) + jnp.outer(machines["byte"], moved)
    return spent + machines["idle"][:, None] * time


# %% right: with_a_product
def energies(machines, programs):
    counts = jnp.stack([programs["work"], programs["moved"]])
    per = jnp.stack([machines["flop"], machines["byte"]], axis=1)
    speeds = jnp.stack([machines["peak"], machines["bandwidth"]], axis=1)
    time = (counts / speeds[:, :, None]).max(axis=1)
    spent = jnp.einsum("mk,kp->mp", per, counts, precision="highest")
    return spent + machines["idle"][:, None] * time
