# ---
# title: "Fix: steps too small to be seen"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "Near 200 two neighbours of bfloat16 lie 1 apart. What becomes of 200 minus 3/64, and of that
#     minus 3/64 again?"
#   - "Keep the weights that walk in float32, and round to bfloat16 once, at the end. What a loop
#     carries keeps its dtype."
#   - "Start the `scan` with `weights.astype(jnp.float32)`; the step is `wide - RATE * slope`, in
#     float32; return the last one `.astype(jnp.bfloat16)`."
# choices:
#   "slope.astype(jnp.float32)": a slope comes in bfloat16, and a power of two times one is exact
# ---

# %% [markdown]
# Rewrite `train_stuck` so that no step is lost: walk in float32, and round to bfloat16 once, at the
# end.
#
# Each row of `slopes` is one step: the weights go down by `RATE` times the row. Weights and slopes
# come in bfloat16, and so do the weights that are returned. `train_stuck` rounds after every step.
# A step of less than half the distance between two neighbours is rounded away, however many follow.
# (Training in 16 bits keeps a *master copy* of the weights in 32 for this reason.)

# %% given
import jax
import jax.numpy as jnp

RATE = 1 / 64


def train_stuck(weights, slopes):
    def step(weights, slope):
        return (weights - RATE * slope).astype(jnp.bfloat16), None

    return jax.lax.scan(step, weights, slopes)[0]


# %% answer
def train(weights, slopes):
    """weights: bf16[d], slopes: bf16[n, d] -> bf16[d]. Two to five lines."""

    ### BEGIN SOLUTION
    def step(wide, slope):
        return wide - RATE * slope.astype(jnp.float32), None

    wide, _ = jax.lax.scan(step, weights.astype(jnp.float32), slopes)
    return wide.astype(jnp.bfloat16)
    ### END SOLUTION


# %% check
def some_steps(draw):
    n, d = draw.each([(1, 1), (90, 8), (64, 33), (120, 5), (1, 12)])

    def on_the_edge(drawn):
        """A long way ends just beyond a half; bfloat16 has no 353, and 352 ends on the half."""
        if n > 64:
            drawn = drawn + 2
            drawn[-1] += 353 - drawn.sum(axis=0)
        return drawn

    # Mostly downhill, so that many make a way.
    slopes = draw.array("bf16", (n, d), -1, 3, then=on_the_edge)
    return draw.array("bf16", (d,), 128, 255), slopes


check(
    train,
    spec=lambda weights, slopes: weights - slopes.sum(axis=0) / 64,
    given=some_steps,
    tolerance=0,
)
