# ---
# title: Energy from counts
# kind: program
# points: 3
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
