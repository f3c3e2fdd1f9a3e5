# %% wrong: unchanged
# Your values are right, but you still compute a full convolution whose kernel is mostly zeros. The
# machine does not skip zeros, so 32 channels mean 32 times the work. Use each kernel for its own
# channel only.
def depthwise(images, kernel):
    widened = kernel[:, :, :, None] * jnp.eye(kernel.shape[2])
    return convolved(images, widened)


# %% wrong: channels_added
# You added up the channels, as a full convolution does, so all output channels are equal. Output
# channel `i` depends on input channel `i` only. Do not sum over channels.
def depthwise(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    found = sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))
    return jnp.broadcast_to(found.sum(-1, keepdims=True), found.shape)


# %% wrong: no_padding
# Your output is two rows and two columns too small, because you added no padding. With zeros around
# the image, the output has the sides of the image. Use `"SAME"` or `jnp.pad`.
def depthwise(images, kernel):
    return jax.lax.conv_general_dilated(
        images,
        kernel[:, :, None],
        window_strides=(1, 1),
        padding="VALID",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=kernel.shape[2],
    )


# %% wrong: kernel_flipped
# You flipped the kernels. Kernel position `(i, j)` multiplies the value that is `i - 1` rows below
# and `j - 1` columns to the right of the output position. Use the slice `wide[:, i : i + h, j : j +
# w]`.
def depthwise(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(
        wide[:, 2 - i : 2 - i + h, 2 - j : 2 - j + w] * kernel[i, j]
        for i in range(3)
        for j in range(3)
    )


# %% wrong: taps_swapped
# You swapped the rows and columns of the kernel. Position `(i, j)` is in row `i` and column `j` of
# the kernel. Multiply by `kernel[i, j]`.
def depthwise(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[j, i] for i in range(3) for j in range(3))


# %% wrong: wrapped_around
# You used `jnp.roll`, which moves values from one edge to the opposite one. The values outside the
# image are zeros. Use `jnp.pad`.
def depthwise(images, kernel):
    return sum(
        jnp.roll(images, (1 - i, 1 - j), axis=(1, 2)) * kernel[i, j]
        for i in range(3)
        for j in range(3)
    )


# %% wrong: edges_repeated
# You repeated the values at the edges. The values outside the image are zeros. Call `jnp.pad`
# without `mode`.
def depthwise(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))


# %% wrong: padding_at_far_side
# You added two rows and two columns of zeros at the far side. The middle of the kernel must lie on
# the output position. Add one row or column on each side.
def depthwise(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (0, 2), (0, 2), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))


# %% wrong: averaged
# You returned the mean of the nine products. A convolution adds the products. Return their sum.
def depthwise(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    taps = [wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3)]
    return jnp.stack(taps).mean(axis=0)


# %% wrong: four_taps
# You used two rows and two columns of the kernel, because `range(2)` yields 0 and 1. The kernel has
# three rows and three columns. Use `range(3)`.
def depthwise(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(2) for j in range(2))


# %% wrong: padding_on_every_axis
# You padded every axis, so your output has additional images and channels. Only rows and columns
# are padded. Give `jnp.pad` a pair for each axis.
def depthwise(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, 1)
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))


# %% wrong: one_channel_at_a_time
# Your values are right, but a loop computes one channel after another. The channels are
# independent. Compute all of them in parallel.
def depthwise(images, kernel):
    def channel(one):
        image, weights = one
        return convolved(image[..., None], weights[..., None, None])[..., 0]

    both = images.transpose(3, 0, 1, 2), kernel.transpose(2, 0, 1)
    return jax.lax.map(channel, both).transpose(1, 2, 3, 0)


# %% right: by_the_library
def depthwise(images, kernel):
    return convolved(images, kernel[:, :, None, :], groups=kernel.shape[2])


# %% right: channels_by_vmap
def depthwise(images, kernel):
    def one(image, weights):
        return convolved(image[..., None], weights[..., None, None])[..., 0]

    return jax.vmap(one, in_axes=(3, 2), out_axes=3)(images, kernel)


# %% right: by_einsum
def depthwise(images, kernel):
    h, w = images.shape[1:3]
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    taps = jnp.stack([wide[:, i : i + h, j : j + w] for i in range(3) for j in range(3)])
    return jnp.einsum("tbhwc,tc->bhwc", taps, kernel.reshape(9, -1))


# %% right: loop_over_taps
def depthwise(images, kernel):
    wide = jnp.pad(images, [(0, 0), (1, 1), (1, 1), (0, 0)])
    total = jnp.zeros(images.shape)
    for i, line in enumerate(kernel):
        for j, weights in enumerate(line):
            total = total + jax.lax.dynamic_slice(wide, (0, i, j, 0), images.shape) * weights
    return total
