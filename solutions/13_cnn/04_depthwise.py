# ---
# title: "Fix: a depthwise convolution that multiplies by zeros"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "Output channel `i` needs input channel `i` only. The kernel `widened` holds zeros for all
#     other channels. How can you leave them out?"
#   - "Pad the images once: `wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))`. The values
#     that kernel position `(i, j)` meets are the slice `wide[:, i : i + h, j : j + w]`."
#   - "Multiply each of the nine slices by `kernel[i, j]`, which has one value for each channel, and
#     add them: `sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in
#     range(3))`."
# choices:
#   "(1, 1), (1, 1)": the kernel does not reach zeros behind the last row or column that it covers
# ---

# %% [markdown]
# Rewrite `depthwise_slow` as `depthwise`, so that it returns the same values without multiplying by
# zeros.
#
# In a *depthwise* convolution, each channel has a 3 by 3 kernel of its own, and channels are not
# added up: output channel `i` depends on input channel `i` and `kernel[:, :, i]` only. Zeros around
# the images (padding) keep the height and width unchanged.
#
# `depthwise_slow` copies these kernels into a full kernel, which is zero wherever input and output
# channel differ, and calls the library. With `c` channels, this is `c` times the necessary work.
# The check counts two costs for two images of 12 by 12 with 32 channels:
#
# - The work may be at most 248,832 operations, 1.5 times that of our solution.
# - The span (longest chain of dependent operations) may be at most 60, six times that of our
#   solution, so process the channels in parallel.

# %% given
import jax
import jax.numpy as jnp


def convolved(images, kernel, groups=1):
    """images: f32[b, h, w, c], kernel: f32[3, 3, c // groups, out] -> f32[b, h, w, out]."""
    return jax.lax.conv_general_dilated(
        images,
        kernel,
        window_strides=(1, 1),
        padding="SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=groups,
    )


def depthwise_slow(images, kernel):
    widened = kernel[:, :, :, None] * jnp.eye(kernel.shape[2])
    return convolved(images, widened)


# %% answer
def depthwise(images, kernel):
    """images: f32[b, h, w, c], kernel: f32[3, 3, c] -> f32[b, h, w, c]. Three to six lines."""
    ### BEGIN SOLUTION
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))
    ### END SOLUTION


# %% check
import numpy as np


def plain(images, kernel):
    result = np.zeros_like(images)
    wide = np.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    _, h, w, _ = images.shape
    for i in range(3):
        for j in range(3):
            result += wide[:, i : i + h, j : j + w] * kernel[i, j]
    return result


check(
    depthwise,
    spec=plain,
    given="images: f32[b, h, w, c] in -9..9, kernel: f32[3, 3, c] in -5..5, "
    "b in 1..4, h in 1..12, w in 1..12, c in 1..32",
    budget=Budget(work=1.5, span=6, at={"b": 2, "h": 12, "w": 12, "c": 32}),
)
