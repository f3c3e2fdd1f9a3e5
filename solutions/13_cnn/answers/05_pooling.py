# %% wrong: mean_for_max
# You returned the mean of each window. Max pooling returns the largest value. Use `max`.
def max_pool(images):
    b, h, w, c = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2]
    return cropped.reshape(b, h // 2, 2, w // 2, 2, c).mean(axis=(2, 4))


# %% wrong: odd_sides_fail
# Your `reshape` fails for an odd side, which cannot be split into pairs. Drop the last row or
# column first.
def max_pool(images):
    b, h, w, c = images.shape
    return images.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4))


# %% wrong: unequal_slices
# Your slices have different sizes if a side is odd, because `[::2]` includes the last row or
# column. That row or column belongs to no window. Drop it first.
def max_pool(images):
    upper = jnp.maximum(images[:, ::2, ::2], images[:, ::2, 1::2])
    return jnp.maximum(upper, jnp.maximum(images[:, 1::2, ::2], images[:, 1::2, 1::2]))


# %% wrong: wrong_axes
# You took the maximum along axes 2 and 3 of `(b, h // 2, 2, w // 2, 2, c)`. Axis 3 counts the
# windows of a row, so you compared different windows. The axes inside a window are 2 and 4.
def max_pool(images):
    b, h, w, c = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2]
    return cropped.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 3))


# %% wrong: halves_for_windows
# You compared the upper half of the image with the lower half, and the left half with the right. A
# window consists of neighbours. Split `h` into `(h // 2, 2)` instead of `(2, h // 2)`, and `w` in
# the same way.
def max_pool(images):
    b, h, w, c = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2]
    return cropped.reshape(b, 2, h // 2, 2, w // 2, c).max(axis=(1, 3))


# %% wrong: four_in_a_row
# You compared four values that are adjacent in memory, all from one row. A window has two rows.
# Split `h` into `(h // 2, 2)` and `w` into `(w // 2, 2)`, and take the maximum along both axes of
# length 2.
def max_pool(images):
    b, h, w, c = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2]
    return cropped.reshape(b, h // 2, w // 2, 4, c).max(axis=3)


# %% wrong: zeros_included
# You included zeros in the maximum, so you return 0 where all four values are negative. Start with
# minus infinity or with one of the four values.
def max_pool(images):
    b, h, w, c = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2]
    return jnp.maximum(cropped.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4)), 0)


# %% wrong: finite_initial_value
# You started with a finite negative value, but all values of a window may be smaller. Start with
# minus infinity.
def max_pool(images):
    two = (1, 2, 2, 1)
    return jax.lax.reduce_window(images, -1e9, jax.lax.max, two, two, "VALID")


# %% wrong: odd_sides_padded
# You kept the last row or column of an odd side as a separate window. The task drops that row or
# column. Use `"VALID"` instead of `"SAME"`.
def max_pool(images):
    window = (1, 2, 2, 1)
    return jax.lax.reduce_window(images, -jnp.inf, jax.lax.max, window, window, "SAME")


# %% wrong: stride_one_then_dropped
# Your values are right, but you compute a window at every position and keep only a quarter of the
# windows. Move the window by two positions at a time.
def max_pool(images):
    window = (1, 2, 2, 1)
    every = jax.lax.reduce_window(images, -jnp.inf, jax.lax.max, window, (1,) * 4, "VALID")
    return every[:, ::2, ::2]


# %% wrong: one_row_at_a_time
# Your values are right, but a loop computes one row of windows after another. The windows are
# independent. Compute all of them in parallel.
def max_pool(images):
    b, h, w, c = images.shape
    cropped = images[:, : h // 2 * 2, : w // 2 * 2].reshape(b, h // 2, 2, w // 2, 2, c)
    return jax.lax.map(lambda line: line.max(axis=(1, 3)), cropped.swapaxes(0, 1)).swapaxes(0, 1)


# %% wrong: one_corner
# You returned one corner of each window and ignored the other three values. Return the largest of
# all four.
def max_pool(images):
    return images[:, : images.shape[1] // 2 * 2 : 2, : images.shape[2] // 2 * 2 : 2]


# %% right: by_the_library
def max_pool(images):
    window = (1, 2, 2, 1)
    return jax.lax.reduce_window(images, -jnp.inf, jax.lax.max, window, window, "VALID")


# %% right: four_corners
def max_pool(images):
    h, w = images.shape[1] // 2 * 2, images.shape[2] // 2 * 2
    upper = jnp.maximum(images[:, 0:h:2, 0:w:2], images[:, 0:h:2, 1:w:2])
    return jnp.maximum(upper, jnp.maximum(images[:, 1:h:2, 0:w:2], images[:, 1:h:2, 1:w:2]))


# %% right: one_image_by_vmap
def max_pool(images):
    def one(image):
        h, w, c = image.shape
        lines = image[: h // 2 * 2].reshape(h // 2, 2, w, c).max(1)
        return lines[:, : w // 2 * 2].reshape(h // 2, w // 2, 2, c).max(2)

    return jax.vmap(one)(images)


# %% right: negated_minimum
def max_pool(images):
    windows = (1, 2, 2, 1)
    return -jax.lax.reduce_window(-images, jnp.inf, jax.lax.min, windows, windows, "VALID")


# %% right: chain_of_where
def max_pool(images):
    h, w = images.shape[1] // 2 * 2, images.shape[2] // 2 * 2
    best = images[:, 0:h:2, 0:w:2]
    for i, j in ((0, 1), (1, 0), (1, 1)):
        corner = images[:, i:h:2, j:w:2]
        best = jnp.where(corner > best, corner, best)
    return best


# %% right: running_maximum
def max_pool(images):
    b, h, w, c = images.shape
    best = jnp.full((b, h // 2, w // 2, c), -jnp.inf)
    for i in range(2):
        for j in range(2):
            corner = images[:, i : h // 2 * 2 : 2, j : w // 2 * 2 : 2]
            best = jnp.where(corner > best, corner, best)
    return best
