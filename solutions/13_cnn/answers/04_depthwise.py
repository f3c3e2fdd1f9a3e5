# %% wrong: as_it_was
# Right, but it is a full convolution whose kernel is nearly all zeros: with 32 channels 32 times
# the work. The machine does not skip zeros.
def depthwise(pictures, kernel):
    widened = kernel[:, :, :, None] * jnp.eye(kernel.shape[2])
    return convolved(pictures, widened)


# %% wrong: channels_added
# You added up the channels, as a full convolution does: every channel of yours holds the same sum.
# Each channel stays by itself.
def depthwise(pictures, kernel):
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    found = sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))
    return jnp.broadcast_to(found.sum(-1, keepdims=True), found.shape)


# %% wrong: turned_around
# You turned the kernels around. Tap `(i, j)` sees the number `i - 1` lines below and `j - 1`
# columns to the right of its place.
def depthwise(pictures, kernel):
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(
        wide[:, 2 - i : 2 - i + h, 2 - j : 2 - j + w] * kernel[i, j]
        for i in range(3)
        for j in range(3)
    )


# %% wrong: taps_swapped
# You swapped lines and columns: tap `(i, j)` stands in line `i`, column `j`.
def depthwise(pictures, kernel):
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[j, i] for i in range(3) for j in range(3))


# %% wrong: rolled_around
# `jnp.roll` puts what leaves at one edge back in at the other. Outside the picture there are zeros.
def depthwise(pictures, kernel):
    return sum(
        jnp.roll(pictures, (1 - i, 1 - j), axis=(1, 2)) * kernel[i, j]
        for i in range(3)
        for j in range(3)
    )


# %% wrong: edges_repeated
# You repeated the numbers at the edge. Outside the picture there are zeros: `jnp.pad` without
# `mode`.
def depthwise(pictures, kernel):
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))


# %% wrong: nothing_round_it
# You let the kernel stay inside, so the sides shrink by two. Zeros stand around the picture:
# `"SAME"`, or `jnp.pad`.
def depthwise(pictures, kernel):
    return jax.lax.conv_general_dilated(
        pictures,
        kernel[:, :, None],
        window_strides=(1, 1),
        padding="VALID",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=kernel.shape[2],
    )


# %% wrong: zeros_at_the_far_side
# You put two lines and two columns of zeros at the far side. One stands on each side, so that the
# middle tap sees the place itself.
def depthwise(pictures, kernel):
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (0, 2), (0, 2), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))


# %% wrong: averaged
# You took the mean of the nine products. A convolution adds them up.
def depthwise(pictures, kernel):
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    taps = [wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3)]
    return jnp.stack(taps).mean(axis=0)


# %% wrong: four_taps
# You went through two lines and two columns of the kernel. `range(2)` is 0 and 1; the kernel has
# three of each.
def depthwise(pictures, kernel):
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(2) for j in range(2))


# %% wrong: zeros_on_every_axis
# You put zeros around every axis, and so there are pictures and channels of zeros, too. Only lines
# and columns get them: `jnp.pad` takes a pair for each axis.
def depthwise(pictures, kernel):
    _, h, w, _ = pictures.shape
    wide = jnp.pad(pictures, 1)
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))


# %% wrong: one_after_another
# Your numbers are right, but you take one channel after another: no channel waits for another, and
# your loop makes them wait.
def depthwise(pictures, kernel):
    def channel(one):
        picture, weights = one
        return convolved(picture[..., None], weights[..., None, None])[..., 0]

    both = pictures.transpose(3, 0, 1, 2), kernel.transpose(2, 0, 1)
    return jax.lax.map(channel, both).transpose(1, 2, 3, 0)


# %% right: by_the_library
def depthwise(pictures, kernel):
    return convolved(pictures, kernel[:, :, None, :], groups=kernel.shape[2])


# %% right: channels_by_vmap
def depthwise(pictures, kernel):
    def one(picture, weights):
        return convolved(picture[..., None], weights[..., None, None])[..., 0]

    return jax.vmap(one, in_axes=(3, 2), out_axes=3)(pictures, kernel)


# %% right: by_einsum
def depthwise(pictures, kernel):
    h, w = pictures.shape[1:3]
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    taps = jnp.stack([wide[:, i : i + h, j : j + w] for i in range(3) for j in range(3)])
    return jnp.einsum("tbhwc,tc->bhwc", taps, kernel.reshape(9, -1))


# %% right: by_loop_over_taps
def depthwise(pictures, kernel):
    wide = jnp.pad(pictures, [(0, 0), (1, 1), (1, 1), (0, 0)])
    total = jnp.zeros(pictures.shape)
    for i, line in enumerate(kernel):
        for j, weights in enumerate(line):
            total = total + jax.lax.dynamic_slice(wide, (0, i, j, 0), pictures.shape) * weights
    return total
