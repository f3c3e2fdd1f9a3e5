# ---
# title: Sixteen bytes a weight
# kind: program
# points: 3
# minutes: 20
# hints:
#   - "First widen the gradients to float32: what is added up over many steps has to be float32."
#   - "`mean = 0.5 * kept['mean'] + 0.5 * wide` and the same for `square`, with the square of
#     `wide`. The long weight moves, and the short one is the long one, rounded."
#   - "`long = kept['long'] - RATE * mean / jnp.sqrt(square)`; the answer is `{'short':
#     long.astype(jnp.bfloat16), 'long': long, 'mean': mean, 'square': square}`."
# ---

# %% [markdown]
# Write the update of Adam in mixed precision: what training keeps for each weight, and how a step
# changes it.
#
# For each weight there are two copies: a short one in bfloat16, which the products of the network
# use, and a long one in float32. A step brings its gradients in bfloat16, `slopes`. All arithmetic
# is float32. The mean becomes half of what it was, plus half of the gradient. The square becomes
# three quarters of what it was, plus a quarter of the gradient's square. Then the *long* weight
# goes down by `RATE` times the new mean divided by the root of the new square, which is never 0;
# and the short one is the new long one, rounded to bfloat16. Give all four, in the dtypes they
# had.
#
# (Adam's own shares are 0.9 and 0.999, and it corrects its first steps; the bytes are the same. Two
# and two and three times four, the gradient included: 16.)

# %% given
import jax
import jax.numpy as jnp

RATE = 2.0**-9


# %% answer
def adam_step(kept, slopes):
    """kept: {short: bf16[n], long: f32[n], mean: f32[n], square: f32[n]}, slopes: bf16[n] -> a
    dict like kept. Four to six lines."""
    ### BEGIN SOLUTION
    wide = slopes.astype(jnp.float32)
    mean = 0.5 * kept["mean"] + 0.5 * wide
    square = 0.75 * kept["square"] + 0.25 * wide**2
    long = kept["long"] - RATE * mean / jnp.sqrt(square)
    return {"short": long.astype(jnp.bfloat16), "long": long, "mean": mean, "square": square}
    ### END SOLUTION


# %% check
import numpy as np


def plain(kept, slopes):
    mean = (kept["mean"] + slopes) / 2
    square = 0.75 * kept["square"] + 0.25 * slopes**2
    long = kept["long"] - RATE * mean / np.sqrt(square)
    short = long.astype("bfloat16").astype(np.float64)
    return {"short": short, "long": long, "mean": mean, "square": square}


def kept_so_far(draw):
    """The new square is the square of `root` and the new mean `times` roots, so that nothing but
    the short copy is rounded; and no new weight lies half way between two of bfloat16."""
    n = draw.each([1, 7, 12, 3])
    # Odd: from 17 on the square of a gradient has more digits than bfloat16.
    slope = np.array([2 * draw.int(-13, 12) + 1 for _ in range(n)])
    root = abs(slope) + 3 * np.array([draw.int(1, 5) for _ in range(n)])
    times = np.array([draw.pick([-5, -3, -2, -1, 1, 2, 3, 6]) for _ in range(n)])
    times[0] = draw.pick([-261, -259, 257, 259])  # a step with more digits than bfloat16
    long = np.array([draw.int(520, 1000) for _ in range(n)]) / 512 + 2.0**-13

    def filled(dtype, values):
        return draw.array(dtype, (n,), 0, 0, then=lambda _: values)

    kept = {
        "short": filled("bf16", long),
        "long": filled("f32", long),
        "mean": filled("f32", 2 * times * root - slope),
        "square": filled("f32", (4 * root**2 - slope**2) / 3),
    }
    return kept, filled("bf16", slope)


check(adam_step, spec=plain, given=kept_so_far, tolerance=1e-6, budget=Budget(work=2))
