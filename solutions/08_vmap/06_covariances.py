# ---
# title: "Fix: a thousand small matrix products"
# kind: program
# points: 1
# minutes: 15
# hints:
#   - "A list of products gives a program as long as the list, and every part of it loads
#     `transition` and `noise` again. Write the update of one matrix as a function of `transition`,
#     `covariance` and `noise`."
#   - "Which of the three arguments has one entry for each aircraft? Map over that one only."
#   - "After `def one(transition, covariance, noise): return transition @ covariance @ transition.T
#     + noise`, the result is `jax.vmap(one, in_axes=(None, 0, None))(transition, covariances,
#     noise)`."
# choices:
#   "jax.vmap(one)(covariances)": "`@` also multiplies stacks of matrices"
# ---

# %% [markdown]
# Rewrite `propagate_slow` as `propagate_all`, which returns the same values but loads `transition`
# and `noise` only once, not once for each matrix.
#
# A radar tracks `n` aircraft. The small matrix `covariances[i]` describes the uncertainty of its
# estimate for aircraft `i`. Between two measurements, the matrix becomes
# `transition @ covariances[i] @ transition.T + noise`, with the same `transition` and `noise` for
# all aircraft. (This is half of a *Kalman filter*.) The check counts three costs for 64 matrices of
# 8 by 8:
#
# - The work may be at most 270,336 operations, twice that of our solution.
# - The bytes moved may be at most 128,700, 1.3 times those of our solution.
# - The span (longest chain of dependent operations) may be at most 18, twice that of our solution.
#
# **Experiment** (not graded). `loop` and `lanes` receive two stacks of small matrices of shape
# `(n, k, k)` and return the products of all pairs. `loop` returns a list with `a[i] @ b[i]` for
# each `i`, and `lanes` uses `vmap`. Guess how many times longer the loop takes for a thousand pairs
# of 8 by 8 matrices, and run the last line, which times both on your machine. Explain the ratio.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def propagate_slow(transition, covariances, noise):
    return jnp.stack([transition @ covariance @ transition.T + noise for covariance in covariances])


def experiment(loop, lanes, guess, n=1000, k=8):
    """Time both on your machine: how many times longer does the loop take?"""

    def both():
        pairs = jnp.ones((n, k, k)), jnp.ones((n, k, k))
        programs = {loop: loop, lanes: jax.jit(lanes)}
        return {program: (pairs, manylanes.time(run, *pairs)) for program, run in programs.items()}

    book = "xeon: pairs[k=8,method=loop].time / pairs[k=8,method=vmap].time"
    compare(both, guess, book, calls=(n, 1), same=False)


# %% answer
def propagate_all(transition, covariances, noise):
    """transition: f32[k, k], covariances: f32[n, k, k], noise: f32[k, k] -> f32[n, k, k].

    Two to four lines."""

    ### BEGIN SOLUTION
    def one(covariance):
        return transition @ covariance @ transition.T + noise

    return jax.vmap(one)(covariances)
    ### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def loop(a, b):
    raise NotImplementedError("your turn")


def lanes(a, b):
    raise NotImplementedError("your turn")


guess = ...
# experiment(loop, lanes, guess)

# %% check
import numpy as np


def plain(transition, covariances, noise):
    return np.stack([transition @ covariance @ transition.T + noise for covariance in covariances])


check(
    propagate_all,
    spec=plain,
    given="transition: f32[k, k], covariances: f32[n, k, k], noise: f32[k, k], n in 1..64, "
    "k in 1..16",
    budget=Budget(work=2, bytes=1.3, span=2, at={"n": 64, "k": 8}),
)
