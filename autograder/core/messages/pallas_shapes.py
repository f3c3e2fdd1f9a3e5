"""What JAX says of kernels and windows that do not fit, and what that means: rows as in `axes`."""

from __future__ import annotations

LAYOUT = '`dimension_numbers=("NHWC", "HWIO", "NHWC")`'
ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"feature_group_count must equal .*, but (?P<pictures>\d+) // (?P<groups>\d+) != "
        r"(?P<kernel>\d+)",
        "raised",
        "Pictures and kernel do not fit. The pictures have {pictures} channels in {groups} "
        "group(s), and the kernel takes {kernel}. "
        f"With {LAYOUT} channels are the last axis of the pictures, and the third of the kernel is "
        "those of one group; without it JAX looks for them elsewhere.",
    ),
    (
        r"rhs output feature dimension size must be a multiple .* but (?P<out>\d+) .* "
        r"of (?P<groups>\d+)",
        "raised",
        "The kernel makes {out} channels, which {groups} groups cannot share evenly. In a "
        "depthwise convolution there are as many channels out, the kernel's last axis, as in.",
    ),
    (
        r"convolution requires lhs and rhs ndim to be equal, got (?P<pictures>\d+) and "
        r"(?P<kernel>\d+)",
        "raised",
        "The pictures have {pictures} axes and the kernel {kernel}; a convolution wants four of "
        "each, `(b, h, w, c)` and `(k, k, c, out)`. One picture becomes a batch of one with "
        "`picture[None]`.",
    ),
    (
        r"reduce_window got (the wrong number of window_dimensions|inconsistent window_strides)",
        "raised",
        "`reduce_window` wants a number for each axis of the array, for the window and for its "
        "strides: with pictures `(b, h, w, c)` both are `(1, 2, 2, 1)`.",
    ),
    (
        r"reduce_window got inconsistent dtypes",
        "raised",
        "`reduce_window` starts from a number of the kind that the array holds: `-jnp.inf` for "
        "the largest of floating-point numbers, `0.0` for their sum.",
    ),
)
