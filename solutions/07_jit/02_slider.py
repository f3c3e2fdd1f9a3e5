# ---
# title: "Fix: a slider that recompiles at every position"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "Why is `num_steps` static in `blur_slow`? Which line needs it as a Python integer?"
#   - "`range` needs an integer while JAX traces. `jax.lax.fori_loop` also accepts an array, whose
#     value is known only at run time."
#   - "Use `jax.lax.fori_loop(0, num_steps, lambda i, line: (jnp.roll(line, 1) + 2 * line +
#     jnp.roll(line, -1)) / 4, pixels)`, without `static_argnames`."
# ---

# %% [markdown]
# Rewrite `blur_slow` as `blur`, which returns the same pixels, so that one compiled program serves
# every position of a slider.
#
# The slider sets `num_steps`, the number of times that a row of pixels is blurred, from 0 to 8. The
# first and the last pixel are neighbours, as in `jnp.roll`.
#
# - The check calls your function inside `jax.jit` with rows of the same length at several
#   positions. All of these calls must share one compiled program, so JAX traces `num_steps`, too:
#   it has no value yet. You need no decorator.
# - For 64 pixels, the work may be at most 8,192 operations, four times that of eight blurs.

# %% given
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="num_steps")
def blur_slow(pixels, num_steps):
    for _ in range(num_steps):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% answer
def blur(pixels, num_steps):
    """pixels: f32[n], num_steps: 0..8, an int that an outer `jit` traces -> f32[n].

    Three or four lines."""

    ### BEGIN SOLUTION
    def step(i, line):
        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4

    return jax.lax.fori_loop(0, num_steps, step, pixels)
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(pixels, num_steps):
    for _ in range(num_steps):
        pixels = (np.roll(pixels, 1) + 2 * pixels + np.roll(pixels, -1)) / 4
    return pixels


check(
    blur,
    spec=in_numpy,
    given="pixels: f32[n] in 0..9, num_steps: int in 0..8",
    budget=Budget(
        work=4,
        compilations=1,
        at={"n": 64, "num_steps": 8},
        calls=[{"n": 12, "num_steps": num_steps} for num_steps in (0, 1, 2, 5, 8, 2)],
    ),
    tolerance=1e-5,  # an answer may use a Fourier transform, whose sines are rounded
)
