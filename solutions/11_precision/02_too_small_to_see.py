# ---
# title: "Mend it: steps too small to be seen"
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


# %% wrong: as_it_was
# Each step is rounded to bfloat16, and near 200 that means to whole numbers: the weights do not
# change. Carry them in float32.
def train(weights, slopes):
    def step(weights, slope):
        return (weights - RATE * slope).astype(jnp.bfloat16), None

    return jax.lax.scan(step, weights, slopes)[0]


# %% wrong: in_float16
# You walked in float16. It has three bits more than bfloat16, and steps this small are lost in it
# as well: float32 is asked for.
def train(weights, slopes):
    def step(weights, slope):
        return (weights - RATE * slope).astype(jnp.float16), None

    return jax.lax.scan(step, weights.astype(jnp.float16), slopes)[0].astype(jnp.bfloat16)


# %% wrong: mean_of_the_slopes
# You took one step, along the mean of the slopes. Each row is a step of its own: all of them are
# walked.
def train(weights, slopes):
    way = RATE * slopes.astype(jnp.float32).mean(axis=0)
    return (weights.astype(jnp.float32) - way).astype(jnp.bfloat16)


# %% wrong: left_wide
# The walk is right. What comes back has to be bfloat16 again: one `.astype` at the end.
def train(weights, slopes):
    return weights.astype(jnp.float32) - RATE * slopes.astype(jnp.float32).sum(axis=0)


# %% wrong: widened_inside
# You convert to float32 inside each step and round again at its end, so the step is still lost. Let
# the loop carry float32.
def train(weights, slopes):
    for slope in slopes:
        wide = weights.astype(jnp.float32) - RATE * slope.astype(jnp.float32)
        weights = wide.astype(jnp.bfloat16)
    return weights


# %% wrong: total_rounded
# You rounded twice: a sum of 16-bit numbers has 16 bits as well, and not every total fits. Convert
# to float32 before you add up.
def train(weights, slopes):
    total = slopes.sum(axis=0).astype(jnp.float32)
    return (weights.astype(jnp.float32) - RATE * total).astype(jnp.bfloat16)


# %% wrong: uphill
# You go uphill: subtract a step, do not add it.
def train(weights, slopes):
    wide = weights.astype(jnp.float32) + RATE * slopes.astype(jnp.float32).sum(axis=0)
    return wide.astype(jnp.bfloat16)


# %% wrong: rate_forgotten
# You walked without `RATE`: your steps are 64 times too long.
def train(weights, slopes):
    wide = weights.astype(jnp.float32) - slopes.astype(jnp.float32).sum(axis=0)
    return wide.astype(jnp.bfloat16)


# %% right: all_at_once
def train(weights, slopes):
    way = jnp.sum(slopes, axis=0, dtype=jnp.float32)
    return (weights.astype(jnp.float32) - RATE * way).astype(jnp.bfloat16)


# %% right: in_a_loop_of_python
def train(weights, slopes):
    wide = jnp.asarray(weights, jnp.float32)
    for slope in slopes:
        wide = wide - jnp.float32(RATE) * slope
    return jnp.asarray(wide, jnp.bfloat16)


# %% right: with_fori_loop
def train(weights, slopes):
    slopes = slopes.astype(jnp.float32)
    start = weights.astype(jnp.float32)
    last = jax.lax.fori_loop(0, len(slopes), lambda i, wide: wide - slopes[i] / 64, start)
    return last.astype(weights.dtype)
