"""Explain mismatched shapes of convolutions and windows.

The module `transforms` describes the format of the table ROWS.
"""

from __future__ import annotations

LAYOUT = '`dimension_numbers=("NHWC", "HWIO", "NHWC")`'
ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"feature_group_count must equal .*, but (?P<images>\d+) // (?P<groups>\d+) != "
        r"(?P<kernel>\d+)",
        "raised",
        "The channels of the images and the kernel do not match. The images have {images} "
        "channels in {groups} group(s), and the kernel expects {kernel} per group. With "
        f"{LAYOUT}, channels are the last axis of the images, and the third axis of the kernel "
        "contains the channels of one group. Without it, JAX expects a different layout.",
    ),
    (
        r"rhs output feature dimension size must be a multiple .* but (?P<out>\d+) .* "
        r"of (?P<groups>\d+)",
        "raised",
        "The kernel has {out} output channels, which cannot be divided evenly among {groups} "
        "groups. In a depthwise convolution, the number of output channels (the last axis of the "
        "kernel) equals the number of input channels.",
    ),
    (
        r"convolution requires lhs and rhs ndim to be equal, got (?P<images>\d+) and "
        r"(?P<kernel>\d+)",
        "raised",
        "The images have {images} axes and the kernel has {kernel}. A two-dimensional "
        "convolution needs four axes for each: `(b, h, w, c)` and `(k, k, c, out)`. `image[None]` "
        "makes a batch of one image.",
    ),
    (
        r"reduce_window got (the wrong number of window_dimensions|inconsistent window_strides)",
        "raised",
        "`reduce_window` needs one number for each axis of the array, both for the window and for "
        "the strides. For images `(b, h, w, c)`, both can be `(1, 2, 2, 1)`.",
    ),
    (
        r"reduce_window got inconsistent dtypes",
        "raised",
        "The initial value of `reduce_window` must have the dtype of the array. For "
        "floating-point numbers, use `-jnp.inf` for a maximum and `0.0` for a sum.",
    ),
)
