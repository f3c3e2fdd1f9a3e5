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
# This is the *max pooling* that halves the sides of an image in VGG16. For example, an image of 2
# by 3 pixels with one channel, `[[1, 5, 9], [3, 2, 8]]`, has one window, whose largest value is 5.
# The third column is dropped.
#
# - The windows do not overlap.
# - If a side is odd, its last row or column is dropped.
# - Values may be negative, and several values of a window may be equal.
#
# The check counts two costs for 12 images of 24 by 20 with 10 channels:
#
# - The work may be at most 144,000 operations, 2.5 times that of our solution, so do not compute
#   windows at every position.
# - The span (longest chain of dependent operations) may be at most 10, five times that of our
#   solution, so process the windows in parallel.

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
    # The last case is so large that a loop over any of its axes exceeds the span limit.
    sizes = [(4, 7, 10, 3), (1, 6, 9, 4), (3, 9, 7, 1), (4, 8, 6, 3), (1, 2, 3, 4)]
    b, h, w, c = draw.each([*sizes, (12, 24, 20, 10)])
    lo, hi, scale = draw.each([(-9, 9, 1.0), (-9999, -1, 2.0**100)])
    return (draw.array("f32", (b, h, w, c), lo, hi, then=lambda drawn: drawn * scale),)


def plain(images):
    _, h, w, _ = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2]
    upper, lower = cropped[:, ::2], cropped[:, 1::2]
    rows = np.maximum(upper, lower)
    return np.maximum(rows[:, :, ::2], rows[:, :, 1::2])


check(max_pool, spec=plain, given=some_pictures, tolerance=0, budget=Budget(work=2.5, span=5))
