# ---
# title: "Fix: a slider that compiles"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "Why is `times` static in `blur_slow`? Which line needs it as a plain number?"
#   - "`range` wants a number now. `jax.lax.fori_loop` also takes the number of its rounds as an
#     array, known only when the program runs."
#   - "`jax.lax.fori_loop(0, times, lambda i, line: (jnp.roll(line, 1) + 2 * line + jnp.roll(line,
#     -1)) / 4, pixels)`, without `static_argnames`."
# ---

# %% [markdown]
# Rewrite `blur_slow` so that one program serves every position of a slider.
#
# The slider sets `times`, 0 to 8: how often a line of pixels is blurred. The ends of the line are
# neighbours, as `jnp.roll` has it. The check calls your function with one line at several positions
# and counts the programs, and their work: four times that of eight blurs at most.

# %% given
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="times")
def blur_slow(pixels, times):
    for _ in range(times):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% answer
def blur(pixels, times):
    """pixels: f32[n], times: 0..8, an int, which a `jit` around it traces -> f32[n].

    Three or four lines."""

    ### BEGIN SOLUTION
    def once(i, line):
        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4

    return jax.lax.fori_loop(0, times, once, pixels)
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(pixels, times):
    for _ in range(times):
        pixels = (np.roll(pixels, 1) + 2 * pixels + np.roll(pixels, -1)) / 4
    return pixels


check(
    blur,
    spec=in_numpy,
    given="pixels: f32[n] in 0..9, times: int in 0..8",
    budget=Budget(
        work=4,
        compilations=1,
        at={"n": 64, "times": 8},
        calls=[{"n": 12, "times": times} for times in (0, 1, 2, 5, 8, 2)],
    ),
    tolerance=1e-5,  # a blur may be said in waves, whose sines are rounded
)
