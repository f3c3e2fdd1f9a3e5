# %% wrong: average
# That is the average of each window. Max pooling takes the largest.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, h // 2, 2, w // 2, 2, c).mean(axis=(2, 4))


# %% wrong: odd_sides_do_not_fit
# A side that is odd cannot be cut into twos. Drop its last line or column before you `reshape`.
def pooled(pictures):
    b, h, w, c = pictures.shape
    return pictures.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4))


# %% wrong: corners_without_a_window
# Where a side is odd, `[::2]` also takes its last line or column, which has no partner, so there
# is one corner more on this side than on the other. Drop it first.
def pooled(pictures):
    upper = jnp.maximum(pictures[:, ::2, ::2], pictures[:, ::2, 1::2])
    return jnp.maximum(upper, jnp.maximum(pictures[:, 1::2, ::2], pictures[:, 1::2, 1::2]))


# %% wrong: one_corner
# You kept one corner of each window and dropped the other three. Compare all four.
def pooled(pictures):
    return pictures[:, : pictures.shape[1] // 2 * 2 : 2, : pictures.shape[2] // 2 * 2 : 2]


# %% wrong: halves_compared
# You compared the upper half of the picture with the lower one, and the left with the right. In a
# window stand neighbours: split `h` into `(h // 2, 2)`, not into `(2, h // 2)`.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, 2, h // 2, 2, w // 2, c).max(axis=(1, 3))


# %% wrong: four_in_a_line
# You compared numbers that lie one behind another in memory, four of a line. A window has two
# lines: split `h` into `(h // 2, 2)` and `w` into `(w // 2, 2)`, and compare along both twos.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, h // 2, w // 2, 4, c).max(axis=3)


# %% wrong: axes_beside_each_other
# Your axes are the picture's, `(b, h // 2, 2, w // 2, 2, c)`, and you compared along 2 and 3: the
# second line of a window, and all windows of a line. The two twos are axes 2 and 4.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 3))


# %% wrong: across_only
# You compared neighbours in a line, and kept one of two lines. A window has two lines.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=4)[:, :, 0]


# %% wrong: channels_compared
# You compared the channels with each other as well. Each channel stays by itself.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    largest = even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4, 5))
    return jnp.broadcast_to(largest[..., None], (b, h // 2, w // 2, c))


# %% wrong: zeros_take_part
# You let zeros take part: where all four numbers are negative, yours is 0. Begin with minus
# infinity, or with one of the four.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
    return jnp.maximum(even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4)), 0)


# %% wrong: low_enough_for_most
# You began with -1000, and where all four numbers are lower that is the largest. Begin with minus
# infinity, or with one of the four.
def pooled(pictures):
    window = (1, 2, 2, 1)
    return jax.lax.reduce_window(pictures, -1000.0, jax.lax.max, window, window, "VALID")


# %% wrong: odd_ones_kept
# You kept the last line or column where a side is odd, as a window of its own. It is dropped:
# VALID, not SAME.
def pooled(pictures):
    window = (1, 2, 2, 1)
    return jax.lax.reduce_window(pictures, -jnp.inf, jax.lax.max, window, window, "SAME")


# %% wrong: windows_everywhere
# The values are right, but you compute windows at every place and keep a quarter of them. Move the
# window by two places at a time.
def pooled(pictures):
    window = (1, 2, 2, 1)
    every = jax.lax.reduce_window(pictures, -jnp.inf, jax.lax.max, window, (1,) * 4, "VALID")
    return every[:, ::2, ::2]


# %% wrong: one_by_one
# The values are right, but your loop takes one line of windows after another. No window waits for
# another: compare all of them at once.
def pooled(pictures):
    b, h, w, c = pictures.shape
    even = pictures[:, : h // 2 * 2, : w // 2 * 2].reshape(b, h // 2, 2, w // 2, 2, c)
    return jax.lax.map(lambda line: line.max(axis=(1, 3)), even.swapaxes(0, 1)).swapaxes(0, 1)


# %% wrong: first_ones_dropped
# Where a side is odd you dropped its *first* line or column. The last one is dropped.
#
# -    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
# +    even = pictures[:, h % 2 :, w % 2 :]


# %% wrong: the_smallest
# That is the smallest number of each window. The task asks for the largest.
#
# -    return even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4))
# +    return even.reshape(b, h // 2, 2, w // 2, 2, c).min(axis=(2, 4))


# %% wrong: without_the_signs
# You compared without the signs. -9 is smaller than 3, and a negative number may be the largest of
# its window.
#
# -    even = pictures[:, : h // 2 * 2, : w // 2 * 2]
# +    even = jnp.abs(pictures[:, : h // 2 * 2, : w // 2 * 2])


# %% wrong: two_of_the_four
# You compared the two lines of each window and then took one column of two. All four numbers are
# compared.
#
# -    return even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=(2, 4))
# +    return even.reshape(b, h // 2, 2, w // 2, 2, c).max(axis=2)[:, :, :, 0]


# %% wrong: not_small_enough
# You began with a number that is small, and not with the smallest: numbers may lie far below it.
# Minus infinity lies below all.
def pooled(pictures):
    two = (1, 2, 2, 1)
    return jax.lax.reduce_window(pictures, -1e9, jax.lax.max, two, two, "VALID")


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
    def one(picture):
        h, w, c = picture.shape
        lines = picture[: h // 2 * 2].reshape(h // 2, 2, w, c).max(1)
        return lines[:, : w // 2 * 2].reshape(h // 2, w // 2, 2, c).max(2)

    return jax.vmap(one)(pictures)


# %% right: least_of_what_was_turned_around
def pooled(pictures):
    windows = (1, 2, 2, 1)
    return -jax.lax.reduce_window(-pictures, jnp.inf, jax.lax.min, windows, windows, "VALID")
