# ---
# title: "Fix: a thousand small products"
# kind: program
# points: 1
# minutes: 15
# hints:
#   - "A list of products is a program as long as the list, and every piece of it fetches `move` and
#     `noise` anew. Write the step of one tracker as a function of `move`, `spread` and `noise`."
#   - "Which of the three does each tracker have for itself? Only that one is taken apart."
#   - "With `def one(move, spread, noise): return move @ spread @ move.T + noise` the answer is
#     `jax.vmap(one, in_axes=(None, 0, None))(move, spreads, noise)`."
# choices:
#   "jax.vmap(one)(spreads)": "`@` takes a stack of matrices as it is"
# ---

# %% [markdown]
# Rewrite `spread_slow` so that it gives the same answer and fetches `move` and `noise` once, not
# once for each tracker.
#
# A radar follows `n` aircraft. How sure it is of each stands in a small matrix, `spreads[i]`;
# between two looks that becomes `move @ spreads[i] @ move.T + noise`, with the same `move` and
# `noise` for all. (It is one half of a *Kalman filter*.)
#
# Then the experiment, which is not graded. `loop` and `lanes` get two stacks of small matrices,
# each `(n, k, k)`, and give the products of all pairs: the loop as a list, `a[i] @ b[i]` for each
# `i`; the lanes with `vmap`. Write down how many times as long the loop takes for a thousand pairs
# of 8 by 8, and run the last line. It times both on your machine. Why is the factor what it is?
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def spread_slow(move, spreads, noise):
    return jnp.stack([move @ spread @ move.T + noise for spread in spreads])


def experiment(loop, lanes, guess, n=1000, k=8):
    """Times both on your machine: how many times as long does the loop take?"""

    def both():
        pairs = jnp.ones((n, k, k)), jnp.ones((n, k, k))
        ways = {loop: loop, lanes: jax.jit(lanes)}
        return {way: (pairs, manylanes.time(run, *pairs)) for way, run in ways.items()}

    book = "xeon: pairs[k=8,way=loop].time / pairs[k=8,way=vmap].time"
    compare(both, guess, book, calls=(n, 1), same=False)


# %% answer
def spread_all(move, spreads, noise):
    """move: f32[k, k], spreads: f32[n, k, k], noise: f32[k, k] -> f32[n, k, k].

    Two to four lines."""

    ### BEGIN SOLUTION
    def one(spread):
        return move @ spread @ move.T + noise

    return jax.vmap(one)(spreads)
    ### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
def loop(a, b):
    raise NotImplementedError("your turn")


def lanes(a, b):
    raise NotImplementedError("your turn")


guess = ...
# experiment(loop, lanes, guess)

# %% check
import numpy as np


def plain(move, spreads, noise):
    return np.stack([move @ spread @ move.T + noise for spread in spreads])


check(
    spread_all,
    spec=plain,
    given="move: f32[k, k], spreads: f32[n, k, k], noise: f32[k, k], n in 1..64, k in 1..16",
    budget=Budget(work=2, bytes=1.3, span=2, at={"n": 64, "k": 8}),
)
