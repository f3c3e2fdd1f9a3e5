# %% wrong: channels_first
# Your values are right, but their order is wrong: each row holds all kernel positions of the first
# channel, then all of the second. In the kernel, the channels of one position are adjacent. Stack
# them *before* the channel axis.
#
# -    patches = jnp.stack(slices, axis=3)
# +    patches = jnp.stack(slices, axis=4)


# %% wrong: stride_forgotten
# You used every position of the image. With a stride of 2, the kernel is applied only at every
# second position, in both directions. Add the stride to both slices.
#
# -        images[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]
# +        images[:, i : h - k + i + 1, j : w - k + j + 1]


# %% wrong: stacked_along_first_axis
# You stacked the slices along the first axis, so a row holds neighbouring values of *one* kernel
# position. A row must hold all kernel positions. Stack before the channel axis: `axis=3`.
#
# -    patches = jnp.stack(slices, axis=3)
# +    patches = jnp.stack(slices, axis=0)
# +    places = patches.shape[1:4]
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)
# +    return rows, (rows @ kernel.reshape(-1, out)).reshape(*places, out)


# %% wrong: columns_first
# Each of your rows contains the kernel positions column by column, but the kernel is stored row by
# row. Let `i` be the outer loop and `j` the inner one.
#
# -        for i in range(k)
# +        for j in range(k)
# +        for i in range(k)
# -        for j in range(k)


# %% wrong: kernel_flipped
# Your rows are right, but you flipped the kernel, as a convolution in mathematics does. Neural
# networks do not flip the kernel (this is a *cross-correlation*). Multiply by the kernel without
# flipping it.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)
# +    return rows, (rows @ kernel[::-1, ::-1].reshape(-1, out)).reshape(*patches.shape[:3], out)


# %% wrong: last_places_missing
# Your slices end one position too early. A window that ends at the far edge lies inside the image,
# so `h - k + 1` windows start along a side of length `h`. Extend the slices by one.
#
# -        images[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]
# +        images[:, i : h - k + i : stride, j : w - k + j : stride]


# %% wrong: zeros_at_the_edges
# You added zeros at the edges, so you have too many positions. This task uses no padding. Use only
# the windows inside the image.
#
# -    slices = [
# +    images = jnp.pad(images, ((0, 0), (k // 2, k // 2), (k // 2, k // 2), (0, 0)))
# +    h, w = images.shape[1:3]
# +    slices = [


# %% wrong: matrix_transposed
# Your matrix is transposed: it has one row for each element of the kernel. Return one row for each
# position in the images.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)
# +    return rows.T, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)


# %% wrong: not_reshaped
# Your rows are right, but the product still has one row for each position. Reshape it to `(b, h',
# w', out)`.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)
# +    return rows, rows @ kernel.reshape(-1, out)


# %% wrong: rows_only
# You returned only `rows`. The convolution is required as well. Return two arrays: `rows`, and
# `rows` times the kernel.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)
# +    return rows


# %% wrong: one_position_at_a_time
# Your values are right, but a loop computes one row after another. The rows are independent. Take
# one slice for each kernel position, over all positions of the images at once.
def im2col(images, kernel, stride):
    k, _, c, out = kernel.shape
    b, h, w, _ = images.shape
    down, across = (h - k) // stride + 1, (w - k) // stride + 1

    def row(at):
        n, i, j = at // (down * across), at // across % down, at % across
        corner = (n, i * stride, j * stride, 0)
        return jax.lax.dynamic_slice(images, corner, (1, k, k, c)).reshape(-1)

    rows = jax.lax.map(row, jnp.arange(b * down * across))
    return rows, (rows @ kernel.reshape(-1, out)).reshape(b, down, across, out)


# %% wrong: scan_over_the_taps
# Your values are right, but a `scan` adds the products of one kernel position after another. Each
# iteration waits for the previous one. Concatenate all slices and multiply once.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)
# +    def add(total, tap):
# +        weights, values = tap
# +        return total + values @ weights, None
# +
# +    taps = kernel.reshape(-1, c, out), jnp.moveaxis(patches, 3, 0)
# +    return rows, jax.lax.scan(add, jnp.zeros((*patches.shape[:3], out)), taps)[0]


# %% right: by_indices
def im2col(images, kernel, stride):
    k, _, c, out = kernel.shape
    h, w = images.shape[1:3]
    down = jnp.arange(0, h - k + 1, stride)[:, None] + jnp.arange(k)
    across = jnp.arange(0, w - k + 1, stride)[:, None] + jnp.arange(k)
    patches = images[:, down[:, None, :, None], across[None, :, None, :]]
    rows = patches.reshape(-1, k * k * c)
    return rows, jnp.dot(rows, kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)


# %% right: concatenated
def im2col(images, kernel, stride):
    k, _, c, out = kernel.shape
    b, h, w, _ = images.shape
    down, across = (h - k) // stride + 1, (w - k) // stride + 1
    last = (down - 1) * stride + 1, (across - 1) * stride + 1
    taps = []
    for i in range(k):
        for j in range(k):
            ends = (b, i + last[0], j + last[1], c)
            taps.append(jax.lax.slice(images, (0, i, j, 0), ends, (1, stride, stride, 1)))
    patches = jnp.concatenate(taps, axis=-1)
    result = jnp.einsum("bhwk,ko->bhwo", patches, kernel.reshape(-1, out))
    return patches.reshape(-1, k * k * c), result


# %% right: down_then_across
def im2col(images, kernel, stride):
    k, _, c, _ = kernel.shape
    h, w = images.shape[1:3]
    lines = jnp.stack([images[:, i : h - k + i + 1 : stride] for i in range(k)], axis=2)
    both = jnp.stack([lines[:, :, :, j : w - k + j + 1 : stride] for j in range(k)], axis=4)
    patches = both.transpose(0, 1, 3, 2, 4, 5)
    rows = patches.reshape(-1, k * k * c)
    return rows, jnp.tensordot(patches, kernel, 3)


# %% right: library_convolution
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)
# +    names, strides = ("NHWC", "HWIO", "NHWC"), (stride, stride)
# +    return rows, jax.lax.conv_general_dilated(
# +        images, kernel, strides, "VALID", dimension_numbers=names
# +    )
