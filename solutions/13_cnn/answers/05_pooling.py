# %% wrong: average
# You returned the mean of each window. Max pooling returns the largest value. Use `max`.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, h // 2, 2, w // 2, 2, c).mean(axis=(2, 4))


# %% wrong: odd_sides_do_not_fit
# Your `reshape` fails for an odd side, which cannot be split into pairs. Drop its last row or
# column first.
def pooled(pictures):
    b, h, w, c = pictures.shape
    return pictures.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4))


# %% wrong: corners_without_a_window
# Your slices have different sizes if a side is odd, because `[::2]` includes its last row or
# column. That one belongs to no window. Drop it first.
def pooled(pictures):
    upper = jnp.maximum(pictures[:, ::2, ::2], pictures[:, ::2, 1::2])
    return jnp.maximum(upper, jnp.maximum(pictures[:, 1::2, ::2], pictures[:, 1::2, 1::2]))


# %% wrong: axes_beside_each_other
# You took the maximum along axes 2 and 3 of `(b, h // 2, 2, w // 2, 2, c)`. Axis 3 counts the
# windows of a row, so you compared different windows. The axes inside a window are 2 and 4.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 3))


# %% wrong: halves_compared
# You compared the upper half of the image with the lower half, and the left half with the right. A
# window consists of neighbours. Split `h` into `(h // 2, 2)` instead of `(2, h // 2)`, and `w` in
# the same way.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, 2, h // 2, 2, w // 2, c).max(axis=(1, 3))


# %% wrong: four_in_a_line
# You compared four values that are adjacent in memory, all from one row. A window has two rows.
# Split `h` into `(h // 2, 2)` and `w` into `(w // 2, 2)`, and take the maximum along both axes of
# length 2.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, h // 2, w // 2, 4, c).max(axis=3)


# %% wrong: zeros_take_part
# You included zeros in the maximum, so you return 0 where all four values are negative. Start with
# minus infinity or with one of the four values.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return jnp.maximum(even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4)), 0)


# %% wrong: not_small_enough
# You started with a very small value, but the values of a window may be smaller. Start with minus
# infinity.
def pooled(pictures):
    two = (1, 2, 2, 1)
    return jax.lax.reduce_window(pictures, -1e9, jax.lax.max, two, two, "VALID")


# %% wrong: odd_ones_kept
# You kept the last row or column of an odd side as a window of its own. It is dropped. Use
# `"VALID"` instead of `"SAME"`.
def pooled(pictures):
    window = (1, 2, 2, 1)
    return jax.lax.reduce_window(pictures, -jnp.inf, jax.lax.max, window, window, "SAME")


# %% wrong: windows_everywhere
# Your values are right, but you compute a window at every position and keep a quarter of them. Move
# the window by two positions at a time.
def pooled(pictures):
    window = (1, 2, 2, 1)
    every = jax.lax.reduce_window(pictures, -jnp.inf, jax.lax.max, window, (1,) * 4, "VALID")
    return every[:, ::2, ::2]


# %% wrong: one_by_one
# Your values are right, but a loop computes one row of windows after another. The windows do not
# depend on each other. Compare all of them at once.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2].reshape(b, h // 2, 2, w // 2, 2, c)
    return jax.lax.map(lambda line: line.max(axis=(1, 3)), even.swapaxes(0, 1)).swapaxes(0, 1)


# %% wrong: one_corner
# You returned one corner of each window and ignored the other three values. Return the largest of
# all four.
def pooled(pictures):
    return pictures[:, : pictures.shape[1] // 2 * 2 : 2, : pictures.shape[2] // 2 * 2 : 2]


# %% right: by_the_library
def pooled(pictures):
    window = (1, 2, 2, 1)
    return jax.lax.reduce_window(pictures, -jnp.inf, jax.lax.max, window, window, "VALID")


# %% right: four_corners
def pooled(pictures):
    h, w = pictures.shape[1] // 2 * 2, pictures.shape[2] // 2 * 2
    upper = jnp.maximum(pictures[:, 0:h:2, 0:w:2], pictures[:, 0:h:2, 1:w:2])
    return jnp.maximum(upper, jnp.maximum(pictures[:, 1:h:2, 0:w:2], pictures[:, 1:h:2, 1:w:2]))


# %% right: one_picture_by_vmap
def pooled(pictures):
    def one(image):
        h, w, c = image.shape
        lines = image[: h // 2 * 2].reshape(h // 2, 2, w, c).max(1)
        return lines[:, : w // 2 * 2].reshape(h // 2, w // 2, 2, c).max(2)

    return jax.vmap(one)(pictures)


# %% right: least_of_what_was_turned_around
def pooled(pictures):
    windows = (1, 2, 2, 1)
    return -jax.lax.reduce_window(-pictures, jnp.inf, jax.lax.min, windows, windows, "VALID")
