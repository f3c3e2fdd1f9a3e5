# ---
# title: Compute the energy of programs from their counts
# kind: program
# points: 3
# minutes: 22
# hints:
#   - "Write it for one machine and one program first: the time, then the three parts of the
#     energy."
#   - "`time = jnp.maximum(work / peak, moved / bandwidth)`. The idle power costs `time * idle`
#     joules. The other two parts are counts times picojoules."
#   - "`jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)`: the outer `vmap` maps
#     over the machines and the inner one over the programs. Both accept dictionaries."
# ---

# %% [markdown]
# Return the energy in joules that each program takes on each machine, computed from the counts of
# the program. The result has one row per machine and one column per program.
#
# `programs` and `machines` are dicts with one array for each of the following quantities. A program
# does `work` TFLOP and moves `moved` TB. A machine has a `peak` in TFLOP/s and a `bandwidth` in
# TB/s.
#
# - Computing and moving data overlap, so the time is the longer of the two.
# - During this time, the machine draws `idle` watts.
# - In addition, each operation takes `flop` picojoules, and each byte moved takes `byte`
#   picojoules. TFLOP times picojoules per operation gives joules, and so does TB times picojoules
#   per byte, so you need no conversion factor.
# - All values are between 1 and 9. For example, a program with `work` 6 and `moved` 2 takes 24
#   joules on a machine with `peak` 3, `bandwidth` 2, `idle` 4, `flop` 1 and `byte` 5.
# - Compute all pairs in parallel: the span (longest chain of dependent operations) must be the same
#   for every number of pairs and at most 32, eight times that of our solution.
# - The work may be at most 16 operations for each pair, twice that of our solution.
#
# **Experiment** (not graded): the same operations with different memory traffic. `one_by_one(a, b)`
# multiplies the matrix `a` by the columns of `b` one after another in `jax.lax.map`, and returns
# the results as columns. `together(a, b)` is `a @ b`. Enter your guess of how many times longer the
# first takes, and run the last line. It times both on your machine beside the book's measurement of
# two programs that differ in the same way. Which part of the energy does a time measurement show?

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def experiment(one_by_one, together, guess, n=1024):
    """Time both on your machine and print the ratio."""

    def both():
        one, other = jax.random.split(jax.random.key(0))
        matrices = jax.random.normal(one, (n, n)), jax.random.normal(other, (n, n))
        programs = {each: jax.jit(each) for each in (one_by_one, together)}
        return {each: (matrices, manylanes.time(run, *matrices)) for each, run in programs.items()}

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


# The experiment: write both programs, set `guess`, and uncomment the last line.
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
