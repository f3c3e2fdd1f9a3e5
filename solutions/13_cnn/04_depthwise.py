# ---
# title: "Fix: a kernel for each channel"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "Result channel `i` needs channel `i` and nothing else, and `widened` has zeros for all the
#     others. Leave those out."
#   - "Fill the picture up once, `jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))`. What tap
#     `(i, j)` sees over all places is the slice `wide[:, i : i + h, j : j + w]`."
#   - "Nine times that slice times `kernel[i, j]`, which has a number for each channel, and add them
#     up: `sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))`."
# choices:
#   "(1, 1), (1, 1)": zeros behind the last row or column that a kernel meets are not looked at
# ---

# %% [markdown]
# Rewrite `depthwise_slow` so that it gives the same answer without multiplying by zeros.
#
# In a *depthwise* convolution each channel has one 3 by 3 kernel of its own, and channels are not
# added up: result channel `i` is made of channel `i` alone. `kernel[:, :, i]` is its kernel. Zeros
# stand around the picture, so the sides stay. `depthwise_slow` writes these kernels into a full
# one, which has a zero wherever two channels differ, and calls the library. With `c` channels it
# does `c` times what has to be done; the check allows you one and a half times what ours does,
# and no channel waits for another.

# %% given
import jax
import jax.numpy as jnp


def convolved(pictures, kernel, groups=1):
    """pictures: f32[b, h, w, c], kernel: f32[3, 3, c // groups, out] -> f32[b, h, w, out]."""
    return jax.lax.conv_general_dilated(
        pictures,
        kernel,
        window_strides=(1, 1),
        padding="SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=groups,
    )


def depthwise_slow(pictures, kernel):
    widened = kernel[:, :, :, None] * jnp.eye(kernel.shape[2])
    return convolved(pictures, widened)


# %% answer
def depthwise(pictures, kernel):
    """pictures: f32[b, h, w, c], kernel: f32[3, 3, c] -> f32[b, h, w, c]. Three to six lines."""
    ### BEGIN SOLUTION
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))
    ### END SOLUTION


# %% check
import numpy as np


def plain(pictures, kernel):
    found = np.zeros_like(pictures)
    wide = np.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    _, h, w, _ = pictures.shape
    for i in range(3):
        for j in range(3):
            found += wide[:, i : i + h, j : j + w] * kernel[i, j]
    return found


check(
    depthwise,
    spec=plain,
    given="pictures: f32[b, h, w, c] in -9..9, kernel: f32[3, 3, c] in -5..5, "
    "b in 1..4, h in 1..12, w in 1..12, c in 1..32",
    budget=Budget(work=1.5, span=6, at={"b": 2, "h": 12, "w": 12, "c": 32}),
)
