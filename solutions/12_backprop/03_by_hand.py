# ---
# title: Backward, by hand
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "The `maximum` comes last in the forward pass, so it is first in the backward pass: which
#     gradients does it let through?"
#   - "`through = jnp.where(y > 0, g, 0)` are the gradients of `x @ w + b`. Three things went into
#     that: look at the shapes of what is asked."
#   - "`x.T @ through` has the shape of `w`, `through @ w.T` that of `x`. One `b` was added to every
#     row: its gradient is the sum of theirs."
# ---

# %% [markdown]
# Write the backward pass of one layer, from what the forward pass left behind.
#
# Forward, the layer made `y = maximum(x @ w + b, 0)`. Then came the rest of the network, and it
# hands you `g`, the gradient of the error for each entry of `y`. Give the gradients for `w`, `b`
# and `x`, in this order. Where `y` is 0 nothing passes. Two products are enough; `b` itself is not
# needed. The check looks at the work, at the largest array and at what waits: no example waits for
# another.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def backward(x, w, y, g):
    """x: f32[n, d], w: f32[d, h], y and g: f32[n, h] -> (f32[d, h], f32[h], f32[n, d]).

    Two lines."""
    ### BEGIN SOLUTION
    through = jnp.where(y > 0, g, 0)
    return x.T @ through, through.sum(axis=0), through @ w.T
    ### END SOLUTION


# %% check
import numpy as np


def plain(x, w, y, g):
    through = np.array(g)
    through[y == 0] = 0
    return np.einsum("nd,nh->dh", x, through), through.sum(axis=0), through @ w.T


def layers(draw):
    """What went forward lies between the whole numbers as well, and is often 0."""
    n, d, h = draw.each([(1, 1, 1), (4, 6, 5), (11, 15, 10), (7, 1, 9), (1, 5, 8), (64, 48, 32)])
    y = draw.array("f32", (n, h), 0, 9, then=lambda drawn: np.maximum(drawn - 3, 0) / 4)
    return draw.array("f32", (n, d)), draw.array("f32", (d, h)), y, draw.array("f32", (n, h))


check(
    backward,
    spec=plain,
    given=layers,
    budget=Budget(work=1.5, span=2, largest=2),
)
