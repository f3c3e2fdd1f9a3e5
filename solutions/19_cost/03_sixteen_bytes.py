# ---
# title: Write Adam's update in mixed precision
# kind: program
# points: 3
# minutes: 20
# hints:
#   - "First convert the gradients to float32. Sums over many steps must be in float32."
#   - "`mean = 0.5 * state['mean'] + 0.5 * wide`, and `square` in the same way with the square of
#     `wide`. Update the float32 weight, and round it to get the bfloat16 weight."
#   - "`master = state['master'] - RATE * mean / jnp.sqrt(square)`. Return `{'half':
#     jnp.bfloat16(master), 'master': master, 'mean': mean, 'square': square}`."
# ---

# %% [markdown]
# Return the training state after one step of Adam in mixed precision, a dict of four arrays:
#
# - `half`: the weights in bfloat16, which the matrix products of the network use,
# - `master`: the master weights, the same weights in float32,
# - `mean` and `square`: the two moments, in float32.
#
# `state` is this dict before the step, and `grads` contains the gradients in bfloat16. Do all
# arithmetic in float32:
#
# - The new `mean` is half of the old one plus half of the gradient.
# - The new `square` is three quarters of the old one plus a quarter of the squared gradient. It is
#   never 0.
# - The new `master` is the old one minus `RATE` times the new `mean` divided by the square root of
#   the new `square`.
# - The new `half` is the new `master` rounded to bfloat16.
#
# Every array keeps its dtype. The work may be at most 26 operations for each weight, twice that of
# our solution. (With its gradient, each weight takes 16 bytes. The original Adam uses the factors
# 0.9 and 0.999 and a bias correction.)

# %% given
import jax
import jax.numpy as jnp

RATE = 2.0**-9


# %% answer
def adam_step(state, grads):
    """state: {half: bf16[n], master: f32[n], mean: f32[n], square: f32[n]}, grads: bf16[n] -> a
    dict like `state`. Four to six lines."""
    ### BEGIN SOLUTION
    wide = grads.astype(jnp.float32)
    mean = 0.5 * state["mean"] + 0.5 * wide
    square = 0.75 * state["square"] + 0.25 * wide**2
    master = state["master"] - RATE * mean / jnp.sqrt(square)
    return {"half": jnp.bfloat16(master), "master": master, "mean": mean, "square": square}
    ### END SOLUTION


# %% check
import numpy as np


def plain(state, grads):
    mean = (state["mean"] + grads) / 2
    square = 0.75 * state["square"] + 0.25 * grads**2
    master = state["master"] - RATE * mean / np.sqrt(square)
    half = master.astype("bfloat16").astype(np.float64)
    return {"half": half, "master": master, "mean": mean, "square": square}


def states(draw):
    """Choose the state so that only `half` is rounded: the new square is `root` squared, the new
    mean a multiple of `root`, and no new weight lies halfway between two bfloat16 values."""
    n = draw.each([1, 7, 12, 3])
    # Odd, so that squares from 17 on need more digits than bfloat16 has.
    grad = np.array([2 * draw.int(-13, 12) + 1 for _ in range(n)])
    root = abs(grad) + 3 * np.array([draw.int(1, 5) for _ in range(n)])
    times = np.array([draw.pick([-5, -3, -2, -1, 1, 2, 3, 6]) for _ in range(n)])
    times[0] = draw.pick([-261, -259, 257, 259])  # a step with more digits than bfloat16
    master = np.array([draw.int(520, 1000) for _ in range(n)]) / 512 + 2.0**-13

    def filled(dtype, values):
        return draw.array(dtype, (n,), 0, 0, then=lambda _: values)

    state = {
        "half": filled("bf16", master),
        "master": filled("f32", master),
        "mean": filled("f32", 2 * times * root - grad),
        "square": filled("f32", (4 * root**2 - grad**2) / 3),
    }
    return state, filled("bf16", grad)


check(adam_step, spec=plain, given=states, tolerance=1e-6, budget=Budget(work=2))
