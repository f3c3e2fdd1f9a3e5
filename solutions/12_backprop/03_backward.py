# ---
# title: Write the backward pass of a layer
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "The `maximum` is the last operation of the forward pass, so it comes first in the backward
#     pass. Which elements of `g` does it let through?"
#   - "`masked = jnp.where(y > 0, g, 0)` is the gradient with respect to `x @ w + b`, which has
#     three inputs. Compare the shapes of the gradients that the task asks for."
#   - "`x.T @ masked` has the shape of `w`, and `masked @ w.T` that of `x`. The same `b` was added
#     to every row, so its gradient is the sum over the rows."
# ---

# %% [markdown]
# Write the backward pass of one layer, which uses what the forward pass has stored.
#
# The forward pass computed `y = maximum(x @ w + b, 0)`. The rest of the network provides `g`, the
# gradient of the loss with respect to `y`. Return the gradients with respect to `w`, `b` and `x`,
# in this order.
#
# - Where `y` is 0, the gradient does not pass through the `maximum`.
# - Two matrix products are enough, and `b` itself is not needed.
#
# For example, with `x = [[2]]`, `w = [[3]]` and `g = [[5]]`, the gradients are `[[10]]`, `[5]` and
# `[[15]]` if `y` is positive, and all are zero if `y` is 0.
#
# Process all examples in parallel. The check counts three costs for `n = 64`, `d = 48` and
# `h = 32`:
#
# - The work may be at most 599,000 operations, 1.5 times that of our solution.
# - The span (longest chain of dependent operations) may be at most 18, twice that of our solution.
# - No intermediate array may have more than `2 * n * d` elements, twice `x`.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def backward(x, w, y, g):
    """x: f32[n, d], w: f32[d, h], y and g: f32[n, h] -> (f32[d, h], f32[h], f32[n, d]).

    Two lines."""
    ### BEGIN SOLUTION
    masked = jnp.where(y > 0, g, 0)
    return x.T @ masked, masked.sum(axis=0), masked @ w.T
    ### END SOLUTION


# %% check
import numpy as np


def plain(x, w, y, g):
    masked = np.array(g)
    masked[y == 0] = 0
    return np.einsum("nd,nh->dh", x, masked), masked.sum(axis=0), masked @ w.T


def layers(draw):
    """Draw a `y` that has fractions and is often 0."""
    n, d, h = draw.each([(1, 1, 1), (4, 6, 5), (11, 15, 10), (7, 1, 9), (1, 5, 8), (64, 48, 32)])
    y = draw.array("f32", (n, h), 0, 9, then=lambda drawn: np.maximum(drawn - 3, 0) / 4)
    return draw.array("f32", (n, d)), draw.array("f32", (d, h)), y, draw.array("f32", (n, h))


check(
    backward,
    spec=plain,
    given=layers,
    budget=Budget(work=1.5, span=2, largest=2),
)
