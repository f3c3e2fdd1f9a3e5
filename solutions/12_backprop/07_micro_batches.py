# ---
# title: Accumulate gradients over micro-batches
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "The gradient of a sum is the sum of the gradients. Which arrays must be in memory at the same
#     time, and which are no longer needed after their gradients have been added?"
#   - "Use a `scan` over the micro-batches whose carry is a dict of gradients. Call `jax.grad`
#     inside the loop. The gradient *of* the loop would store the tape of every iteration."
#   - "`step(total, batch)` returns `jax.tree.map(jnp.add, total, jax.grad(batch_loss)(params,
#     *batch)), None`, and the carry starts from `jax.tree.map(jnp.zeros_like, params)`."
# ---

# %% [markdown]
# Compute the gradients of `batch_loss`, summed over `k` micro-batches, with the intermediate arrays
# of only one micro-batch in memory at a time. Return a dict like `params`.
#
# `x` and `y` hold `k` *micro-batches* of `n` examples each. Together, these are one large batch,
# and the result must be exactly the gradients of the large batch. Training uses this method,
# *gradient accumulation*, for batches that do not fit into memory.
#
# - For `k = 16`, `n = 32`, `d = 8`, `h = 32` and `c = 2`, the peak memory may be at most 55,900
#   bytes, 1.4 times that of our solution.
# - For the same sizes, the work may be at most 1.14 million operations, 1.3 times that of our
#   solution, which processes each example once.
# - No operation may process an array of more than `4 * n * h` elements.
# - Use a loop of `jax.lax`. A Python `for` leaves no loop in the program: its iterations do not
#   wait for each other, and the compiler allocates the arrays of all of them at once.

# %% given
import jax
import jax.numpy as jnp


def batch_loss(params, x, y):
    """Return half the sum of the squared errors of two layers. x: f32[n, d], y: f32[n, c]."""
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    return 0.5 * ((hidden @ params["w2"] - y) ** 2).sum()


# %% answer
def large_batch(params, x, y):
    """params: {w1: f32[d, h], b1: f32[h], w2: f32[h, c]}, x: f32[k, n, d], y: f32[k, n, c]
    -> a dict like params. Three to six lines."""

    ### BEGIN SOLUTION
    def step(total, batch):
        return jax.tree.map(jnp.add, total, jax.grad(batch_loss)(params, *batch)), None

    return jax.lax.scan(step, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, x, y):
    x, y = x.reshape(-1, x.shape[2]), y.reshape(-1, y.shape[2])
    hidden = np.maximum(x @ params["w1"] + params["b1"], 0)
    error = hidden @ params["w2"] - y
    back = error @ params["w2"].T * (hidden > 0)
    return {"w1": x.T @ back, "b1": back.sum(axis=0), "w2": hidden.T @ error}


def batches(draw):
    k, n, d, h, c = draw.each(
        [
            (1, 1, 1, 1, 1),
            (3, 2, 4, 5, 1),
            (2, 5, 3, 1, 2),
            (4, 1, 2, 3, 5),
            (5, 3, 6, 2, 4),
            (16, 32, 8, 32, 2),
        ]
    )
    return (
        {
            "w1": draw.array("f32", (d, h), -2, 2),
            # Odd, so that no hidden neuron is exactly 0.
            "b1": draw.array("f32", (h,), -3, 3, then=lambda drawn: 2 * drawn + 1),
            "w2": draw.array("f32", (h, c), -2, 2),
        },
        draw.array("f32", (k, n, d), -2, 2, then=lambda drawn: 2 * drawn),
        draw.array("f32", (k, n, c), -3, 3),
    )


check(large_batch, spec=plain, given=batches, budget=Budget(peak=1.4, block=4, work=1.3))
