# ---
# title: Slopes too small for float16
# kind: program
# points: 3
# minutes: 25
# hints:
#   - "The slope of `scale` times the loss is `scale` times the slope: large enough for float16.
#     Widen it to float32 before you divide, or it is too small again."
#   - "`jax.grad(lambda short: scale.astype(jnp.float16) * loss(short, x, y))` at the weights in
#     float16. `jnp.all(jnp.isfinite(slopes))` says whether the scale was small enough."
#   - "`jnp.where(fine, weights - PACE * slopes, weights)` and `jnp.where(fine, scale, scale / 2)`,
#     with `slopes` in float32 and divided by `scale`."
# ---

# %% [markdown]
# Take one step of training whose slopes are worked out in float16: scale the loss up, the slopes
# down, and leave the step out if the scale was too large.
#
# `loss` computes in the dtype that it gets. Hand it the weights in float16 and take the slopes of
# the loss times `scale`. In float32 divide them by `scale` again, and go down: the weights minus
# `PACE` times the slopes. If any of the slopes is infinite or NaN, leave the weights as they are
# and halve the scale; else the scale stays. Return both. The weights themselves are float32.
#
# Slopes here are about a ten-millionth, and float16 has no number between 0 and 0.00000006: without
# a scale most are lost or rounded off. With a scale of 65,536 or more the scaled loss is infinite.

# %% given
import jax
import jax.numpy as jnp

PACE = 2.0**16


def loss(weights, x, y):
    """weights: [d], x: [n, d], y: [n] -> one number, all in the dtype of the weights."""
    x, y = x.astype(weights.dtype), y.astype(weights.dtype)
    off = (x @ weights - y) / 8192
    return (off * off).sum()


# %% answer
def scaled_step(weights, scale, x, y):
    """weights: f32[d], scale: f32[], x: f32[n, d], y: f32[n] -> (f32[d], f32[]).

    Five to eight lines."""

    ### BEGIN SOLUTION
    def scaled(short):
        return scale.astype(jnp.float16) * loss(short, x, y)

    short = jax.grad(scaled)(weights.astype(jnp.float16))
    slopes = short.astype(jnp.float32) / scale
    fine = jnp.all(jnp.isfinite(slopes))
    stepped = jnp.where(fine, weights - PACE * slopes, weights)
    return stepped, jnp.where(fine, scale, scale / 2)
    ### END SOLUTION


# %% check
import numpy as np


def plain(weights, scale, x, y):
    short = weights.astype(np.float16).astype(np.float64)
    slopes = 2 * x.T @ (x @ short - y) / 8192**2
    fine = scale < 65536 and np.abs(slopes * scale).max() < 65536
    return np.where(fine, weights - PACE * slopes, weights), np.where(fine, scale, scale / 2)


def a_step(draw):
    # In units of 2^-25 no slope is above 2,048, so that float16 holds it; a lone one is odd, so
    # that it is lost when it is divided there.
    n, d = draw.each([(1, 1), (5, 4), (3, 7), (7, 2), (1, 5)])
    power = draw.each([12, 15, 17, 13, 16, 14, 20])
    too_steep = power == 15 and d > 1  # in one direction, and not in the others
    place, sign = draw.each([(0, 1), (-1, -1)])  # which direction, and up or down

    def first(steep, alone=None, at=0):
        def put(drawn):
            value = steep if too_steep else alone if n == 1 else None
            row = drawn[0] if drawn.ndim == 2 else drawn
            row[at] = row[at] if value is None else value
            if power == 17 and drawn.ndim == 2:  # 0 times infinity: each slope is NaN
                row[:] = 0
            return drawn

        return put

    return (
        draw.array(
            "f32", (d,), -4, 4, then=lambda drawn: first(0, None, place)(2 * drawn * (1 + 2.0**-13))
        ),
        draw.array("f32", (), 1, 1, then=lambda one: np.array(one * 2.0**power)),
        draw.array("f32", (n, d), -2, 2, then=first(60000, 1, place)),
        draw.array("f32", (n,), 2, 4, then=lambda drawn: first(sign * 2000)(2 * drawn + 101)),
    )


check(scaled_step, spec=plain, given=a_step, tolerance=0)
