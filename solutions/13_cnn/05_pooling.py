# ---
# title: Of each two by two the largest
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "Which numbers stand in the upper left corner of a window? `pictures[:, ::2, ::2]`, if you
#     first cut off the last line or column where their number is odd."
#   - "Four such slices, one for each corner of the window, and the largest of the four, number by
#     number. `jnp.maximum` takes two."
#   - "Or make an axis of each window: `pictures[:, : h // 2 * 2, : w // 2 * 2]` reshaped to
#     `(b, h // 2, 2, w // 2, 2, c)`, then `.max(axis=(2, 4))`."
# ---

# %% [markdown]
# Give the largest number of each window of two by two places, for each channel by itself.
#
# This is the *max pooling* that halves the sides in VGG16. Windows do not overlap. Where a side is
# odd, its last line or column is dropped. Numbers may be negative, and equal. The check allows two
# and a half times the operations of the solution, so do not compute windows at every place. It
# allows twice as many operations in a row (span): no window waits for another.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def pooled(pictures):
    """pictures: f32[b, h, w, c] -> f32[b, h // 2, w // 2, c]. Two to four lines."""
    ### BEGIN SOLUTION
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4))
    ### END SOLUTION


# %% check
import numpy as np


def some_pictures(draw):
    """Sides even and odd, each with each; channels and pictures, one and more."""
    h, w = draw.each([(7, 10), (6, 9), (9, 7), (8, 6), (2, 3)])
    b, c = draw.each([(4, 3), (1, 4), (3, 1)])
    lo, hi, scale = draw.each([(-9, 9, 1.0), (-9999, -1, 2.0**100)])
    return (draw.array("f32", (b, h, w, c), lo, hi, then=lambda drawn: drawn * scale),)


def plain(pictures):
    _, h, w, _ = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    upper, lower = even[:, ::2], even[:, 1::2]
    rows = np.maximum(upper, lower)
    return np.maximum(rows[:, :, ::2], rows[:, :, 1::2])


check(pooled, spec=plain, given=some_pictures, tolerance=0, budget=Budget(work=2.5, span=2))
