# ---
# title: Compute max pooling with 2 by 2 windows
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "Which values are in the upper left corners of the windows? They are `images[:, ::2, ::2]`,
#     if you first drop the last row or column of an odd side."
#   - "Take four such slices, one for each corner of the windows, and compute their elementwise
#     maximum. `jnp.maximum` takes two arrays."
#   - "Alternatively, split each side into two axes: reshape `images[:, : h // 2 * 2, : w // 2 *
#     2]` to `(b, h // 2, 2, w // 2, 2, c)`. Then take `.max(axis=(2, 4))`."
# ---

# %% [markdown]
# Return the largest value of each 2 by 2 window of `images`, separately for each channel.
#
# This is the *max pooling* that halves the sides of an image in VGG16. The windows do not overlap.
# If a side is odd, its last row or column is dropped. Values may be negative, and several values of
# a window may be equal. The check limits two costs, relative to our solution:
#
# - The work is at most 2.5 times as large, so do not compute windows at every position.
# - The span (longest chain of dependent operations) is at most twice as long, so process the
#   windows in parallel.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def max_pool(images):
    """images: f32[b, h, w, c] -> f32[b, h // 2, w // 2, c]. Two to four lines."""
    ### BEGIN SOLUTION
    b, h, w, c = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2]
    return cropped.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4))
    ### END SOLUTION


# %% check
import numpy as np


def some_pictures(draw):
    """Draw even and odd sides in all combinations, and one or more channels and images."""
    h, w = draw.each([(7, 10), (6, 9), (9, 7), (8, 6), (2, 3)])
    b, c = draw.each([(4, 3), (1, 4), (3, 1)])
    lo, hi, scale = draw.each([(-9, 9, 1.0), (-9999, -1, 2.0**100)])
    return (draw.array("f32", (b, h, w, c), lo, hi, then=lambda drawn: drawn * scale),)


def plain(images):
    _, h, w, _ = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2]
    upper, lower = cropped[:, ::2], cropped[:, 1::2]
    rows = np.maximum(upper, lower)
    return np.maximum(rows[:, :, ::2], rows[:, :, 1::2])


check(max_pool, spec=plain, given=some_pictures, tolerance=0, budget=Budget(work=2.5, span=2))
