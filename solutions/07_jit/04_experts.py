# ---
# title: "Fix: a mixture of experts that runs both"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "`jnp.where` selects between two arrays. When are they computed?"
#   - "`jax.lax.cond(predicate, true_fun, false_fun)` calls one of two functions at run time. The
#     other costs nothing."
#   - "`jax.lax.cond(score > 0, lambda: expert(first, x), lambda: expert(second, x))`."
# ---

# %% [markdown]
# Rewrite `run_both` as `run_expert`, which returns the same values but runs only the selected
# expert.
#
# Large language models have many experts in each layer and use only a few of them for each token.
# Here there are two: `first` if `score` is greater than 0, and `second` otherwise. `run_both`
# returns the right values but runs both.
#
# The check counts two costs for `d = 32`, `h = 64` and `k = 16`:
#
# - The work may be at most 7,452 operations, 1.2 times that of our solution.
# - The bytes moved may be at most 16,200, 1.2 times those of our solution.

# %% given
import jax
import jax.numpy as jnp


def expert(weights, x):
    return weights["out"] @ jnp.maximum(weights["in"] @ x, 0)


def run_both(score, first, second, x):
    return jnp.where(score > 0, expert(first, x), expert(second, x))


# %% answer
def run_expert(score, first, second, x):
    """score: f32[], first and second: {"in": f32[h, d], "out": f32[k, h]}, x: f32[d] -> f32[k].

    One to three lines."""
    ### BEGIN SOLUTION
    return jax.lax.cond(score > 0, lambda: expert(first, x), lambda: expert(second, x))
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(score, first, second, x):
    weights = first if score > 0 else second
    return weights["out"] @ np.maximum(weights["in"] @ x, 0)


def questions(draw):
    score = draw.each([0, 1, 0.125, -1, -2])
    h, d, k = draw.each([(1, 1, 1), (3, 2, 5), (5, 4, 2), (2, 6, 3), (4, 3, 1), (64, 32, 16)])
    first, second = [
        {"in": draw.array("f32", (h, d), -4, 4), "out": draw.array("f32", (k, h), -4, 4)}
        for _ in range(2)
    ]
    return draw.array("f32", (), score, score), first, second, draw.array("f32", (d,), -4, 4)


check(run_expert, spec=in_numpy, given=questions, budget=Budget(work=1.2, bytes=1.2))
