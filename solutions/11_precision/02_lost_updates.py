# ---
# title: "Fix: weight updates lost to rounding"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "Near 200, neighbouring bfloat16 values are 1 apart. What is 200 minus 3/64 in bfloat16? And
#     what is left if you subtract 3/64 again?"
#   - "Keep the weights in float32 during all steps, and round to bfloat16 once, at the end. The
#     carry of a loop keeps its dtype."
#   - "Start the `scan` with `weights.astype(jnp.float32)`. The step is `wide - RATE * grad`, in
#     float32. Return the last carry `.astype(jnp.bfloat16)`."
# choices:
#   "grad.astype(jnp.float32)": a bfloat16 value times a power of two is exact
# ---

# %% [markdown]
# Rewrite `train_stuck` as `train`, so that no update of the weights is lost to rounding.
#
# Each row of `grads` is the gradient of one step, which subtracts `RATE` times the row from the
# weights. The weights, the gradients and the returned weights are bfloat16.
#
# `train_stuck` rounds the weights to bfloat16 after every step. An update smaller than half the
# distance between neighbouring values is lost, however many of them follow. Compute all steps in
# float32, and round to bfloat16 once, at the end. (Training in 16 bits keeps a float32 *master
# copy* of the weights for this reason.)

# %% given
import jax
import jax.numpy as jnp

RATE = 1 / 64


def train_stuck(weights, grads):
    def step(weights, grad):
        return (weights - RATE * grad).astype(jnp.bfloat16), None

    return jax.lax.scan(step, weights, grads)[0]


# %% answer
def train(weights, grads):
    """weights: bf16[d], grads: bf16[n, d] -> bf16[d]. Two to five lines."""

    ### BEGIN SOLUTION
    def step(wide, grad):
        return wide - RATE * grad.astype(jnp.float32), None

    wide, _ = jax.lax.scan(step, weights.astype(jnp.float32), grads)
    return wide.astype(jnp.bfloat16)
    ### END SOLUTION


# %% check
def some_steps(draw):
    n, d = draw.each([(1, 1), (90, 8), (64, 33), (120, 5), (1, 12)])

    def on_the_edge(drawn):
        """Let a long sum be 353, just beyond a half. In bfloat16 it would be 352, on the half."""
        if n > 64:
            drawn = drawn + 2
            drawn[-1] += 353 - drawn.sum(axis=0)
        return drawn

    # Mostly positive, so that the steps add up.
    grads = draw.array("bf16", (n, d), -1, 3, then=on_the_edge)
    return draw.array("bf16", (d,), 128, 255), grads


check(
    train,
    spec=lambda weights, grads: weights - grads.sum(axis=0) / 64,
    given=some_steps,
    tolerance=0,
)
