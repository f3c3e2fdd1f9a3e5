# ---
# title: Take a training step with loss scaling
# kind: program
# points: 3
# minutes: 25
# hints:
#   - "The gradient of `scale` times the loss is `scale` times the gradient, which is large enough
#     for float16. Convert it to float32 before you divide, or it will be too small again."
#   - "`jax.grad(lambda short: scale.astype(jnp.float16) * loss(short, x, y))`, called with the
#     weights in float16, returns the scaled gradients. `jnp.all(jnp.isfinite(grads))` tells you
#     whether the scale was small enough."
#   - "`jnp.where(finite, weights - LEARNING_RATE * grads, weights)` and
#     `jnp.where(finite, scale, scale / 2)`, where `grads` is in float32 and divided by `scale`."
# ---

# %% [markdown]
# Take one training step with gradients in float16, and skip it if the loss scale was too large.
# Return the new weights and the new scale.
#
# 1. Compute the gradients of `scale` times `loss` in float16. `loss` computes in the dtype of the
#    weights that you pass to it.
# 2. Convert the gradients to float32, and divide them by `scale`.
# 3. If all gradients are finite, subtract `LEARNING_RATE` times the gradients from `weights`, and
#    keep the scale. If any gradient is infinite or NaN, leave the weights unchanged and halve the
#    scale.
#
# For example, if a gradient is infinite with a scale of 65,536, return the old weights and 32,768.
#
# The gradients are about 1e-7, and float16 has no value between 0 and 6e-8. Without a scale, most
# of them are rounded to 0 or lose most of their bits. With a scale of 65,536 or more, the scaled
# loss is infinite.

# %% given
import jax
import jax.numpy as jnp

LEARNING_RATE = 2.0**16


def loss(weights, x, y):
    """weights: [d], x: [n, d], y: [n] -> a scalar, all in the dtype of the weights."""
    x, y = x.astype(weights.dtype), y.astype(weights.dtype)
    error = (x @ weights - y) / 8192
    return (error * error).sum()


# %% answer
def scaled_step(weights, scale, x, y):
    """weights: f32[d], scale: f32[], x: f32[n, d], y: f32[n] -> (f32[d], f32[]).

    Five to eight lines."""

    ### BEGIN SOLUTION
    def scaled(short):
        return scale.astype(jnp.float16) * loss(short, x, y)

    short = jax.grad(scaled)(weights.astype(jnp.float16))
    grads = short.astype(jnp.float32) / scale
    finite = jnp.all(jnp.isfinite(grads))
    updated = jnp.where(finite, weights - LEARNING_RATE * grads, weights)
    return updated, jnp.where(finite, scale, scale / 2)
    ### END SOLUTION


# %% check
import numpy as np


def plain(weights, scale, x, y):
    short = weights.astype(np.float16).astype(np.float64)
    grads = 2 * x.T @ (x @ short - y) / 8192**2
    finite = scale < 65536 and np.abs(grads * scale).max() < 65536
    return np.where(finite, weights - LEARNING_RATE * grads, weights), np.where(
        finite, scale, scale / 2
    )


def a_step(draw):
    # In units of 2^-25, no gradient is above 2,048, so float16 represents it exactly. With n = 1,
    # it is odd, so that dividing it in float16 loses bits.
    n, d = draw.each([(1, 1), (5, 4), (3, 7), (7, 2), (1, 5)])
    power = draw.each([12, 15, 17, 13, 16, 14, 20])
    too_steep = power == 15 and d > 1  # one element of the gradient overflows
    place, sign = draw.each([(0, 1), (-1, -1)])  # which element, and its sign

    def first(steep, alone=None, at=0):
        def put(drawn):
            value = steep if too_steep else alone if n == 1 else None
            row = drawn[0] if drawn.ndim == 2 else drawn
            row[at] = row[at] if value is None else value
            if power == 17 and drawn.ndim == 2:  # 0 times infinity: each gradient is NaN
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
