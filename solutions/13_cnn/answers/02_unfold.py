# %% wrong: channels_first
# Your numbers are right, but in another order: you have all taps of the first channel, then all of
# the second. In the kernel the channels of one tap stand together: stack *before* the channels.
#
# -    seen = jnp.stack(slices, axis=3)
# +    seen = jnp.stack(slices, axis=4)


# %% wrong: columns_first
# You go through the kernel column by column. It is line by line: `i` outside, `j` inside.
#
# -        for i in range(k)
# +        for j in range(k)
# +        for i in range(k)
# -        for j in range(k)


# %% wrong: turned_around
# You turned the patches around, as the convolution of mathematics does. In networks the kernel lies
# on the picture as it is (a *cross-correlation*).
#
# -        for i in range(k)
# -        for j in range(k)
# +        for i in reversed(range(k))
# +        for j in reversed(range(k))


# %% wrong: kernel_turned
# Your rows are right. You turned the kernel around, as the convolution of mathematics does. In
# networks it lies on the picture as it is (a *cross-correlation*).
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
# +    return rows, (rows @ kernel[::-1, ::-1].reshape(-1, out)).reshape(*seen.shape[:3], out)


# %% wrong: stride_forgotten
# You looked at every place. With a stride of 2 it is every second one, down and across.
#
# -        pictures[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]
# +        pictures[:, i : h - k + i + 1, j : w - k + j + 1]


# %% wrong: neighbouring_places
# You have as many places as are asked for, and they lie side by side. With a stride of 2 the next
# one is two further, down and across: the slices need a step.
#
# -    slices = [
# -        pictures[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]
# +    down, across = (h - k) // stride + 1, (w - k) // stride + 1
# +    slices = [
# +        pictures[:, i : i + down, j : j + across]


# %% wrong: last_places_missing
# Your slices end one place too early. A window that ends at the far edge lies inside: `h - k + 1`
# of them begin along a side of `h`, if none is left out.
#
# -        pictures[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]
# +        pictures[:, i : h - k + i : stride, j : w - k + j : stride]


# %% wrong: taps_as_rows
# Your matrix is transposed: it has a row for each number of the kernel. Give a row for each place.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
# +    return rows.T, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)


# %% wrong: stacked_in_front
# You stacked the taps in front of everything and then cut rows of it, so a row holds neighbours of
# *one* tap. Put the axis of the taps before the channels first: `axis=3`.
#
# -    seen = jnp.stack(slices, axis=3)
# +    seen = jnp.stack(slices, axis=0)
# +    places = seen.shape[1:4]
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
# +    return rows, (rows @ kernel.reshape(-1, out)).reshape(*places, out)


# %% wrong: zeros_at_the_edges
# You added zeros at the edges, so there are more places than windows that lie inside. Here nothing
# is added.
#
# -    slices = [
# +    pictures = jnp.pad(pictures, ((0, 0), (k // 2, k // 2), (k // 2, k // 2), (0, 0)))
# +    h, w = pictures.shape[1:3]
# +    slices = [


# %% wrong: same_for_valid
# You let windows stick out, with zeros beyond the edges: that is `"SAME"`. Here every window lies
# inside: `"VALID"`.
def unfolded(pictures, kernel, stride):
    k, _, c, out = kernel.shape
    names = ("NHWC", "HWIO", "NHWC")
    seen = jax.lax.conv_general_dilated_patches(
        pictures, (k, k), (stride, stride), "SAME", dimension_numbers=names
    )
    rows = seen.reshape(-1, c, k * k).swapaxes(1, 2).reshape(-1, k * k * c)
    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)


# %% wrong: still_rows
# Your rows are right. The result of the product has a row for each place as well: give it the shape
# of pictures again, `(b, h', w', out)`.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
# +    return rows, rows @ kernel.reshape(-1, out)


# %% wrong: rows_alone
# You returned only the rows. Return the convolution as well, `rows` times the kernel: two values.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
# +    return rows


# %% wrong: kernel_reshaped_wrongly
# Your rows are right. The kernel becomes a matrix with a column for each channel out:
# `kernel.reshape(-1, out)`. Yours has its numbers in another order.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
# +    return rows, (rows @ kernel.reshape(out, -1).T).reshape(*seen.shape[:3], out)


# %% wrong: places_column_by_column
# You go through the places of a picture column by column. They stand line by line: `i` outside, `j`
# inside.
#
# -    rows = seen.reshape(-1, k * k * c)
# +    rows = seen.swapaxes(1, 2).reshape(-1, k * k * c)


# %% wrong: pictures_inside
# Your rows go from place to place, and at each through all pictures. The task asks for picture by
# picture: all places of the first, then those of the second.
#
# -    rows = seen.reshape(-1, k * k * c)
# +    rows = jnp.moveaxis(seen, 0, 2).reshape(-1, k * k * c)


# %% wrong: place_by_place
# The values are right, but your loop computes one row after another. Take a slice for each tap,
# over all places at once.
def unfolded(pictures, kernel, stride):
    k, _, c, out = kernel.shape
    b, h, w, _ = pictures.shape
    down, across = (h - k) // stride + 1, (w - k) // stride + 1

    def row(at):
        n, i, j = at // (down * across), at // across % down, at % across
        corner = (n, i * stride, j * stride, 0)
        return jax.lax.dynamic_slice(pictures, corner, (1, k, k, c)).reshape(-1)

    rows = jax.lax.map(row, jnp.arange(b * down * across))
    return rows, (rows @ kernel.reshape(-1, out)).reshape(b, down, across, out)


# %% wrong: scan_over_the_taps
# The values are right, but your `scan` adds up the products of one tap after another. Put the
# slices of all taps side by side, and multiply once.
#
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
# +    def add(total, tap):
# +        weights, numbers = tap
# +        return total + numbers @ weights, None
# +
# +    taps = kernel.reshape(-1, c, out), jnp.moveaxis(seen, 3, 0)
# +    return rows, jax.lax.scan(add, jnp.zeros((*seen.shape[:3], out)), taps)[0]


# %% right: by_indices
def unfolded(pictures, kernel, stride):
    k, _, c, out = kernel.shape
    h, w = pictures.shape[1:3]
    down = jnp.arange(0, h - k + 1, stride)[:, None] + jnp.arange(k)
    across = jnp.arange(0, w - k + 1, stride)[:, None] + jnp.arange(k)
    seen = pictures[:, down[:, None, :, None], across[None, :, None, :]]
    rows = seen.reshape(-1, k * k * c)
    return rows, jnp.dot(rows, kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)


# %% right: concatenated
def unfolded(pictures, kernel, stride):
    k, _, c, out = kernel.shape
    b, h, w, _ = pictures.shape
    down, across = (h - k) // stride + 1, (w - k) // stride + 1
    last = (down - 1) * stride + 1, (across - 1) * stride + 1
    taps = []
    for i in range(k):
        for j in range(k):
            ends = (b, i + last[0], j + last[1], c)
            taps.append(jax.lax.slice(pictures, (0, i, j, 0), ends, (1, stride, stride, 1)))
    seen = jnp.concatenate(taps, axis=-1)
    result = jnp.einsum("bhwk,ko->bhwo", seen, kernel.reshape(-1, out))
    return seen.reshape(-1, k * k * c), result


# %% right: down_then_across
def unfolded(pictures, kernel, stride):
    k, _, c, _ = kernel.shape
    h, w = pictures.shape[1:3]
    lines = jnp.stack([pictures[:, i : h - k + i + 1 : stride] for i in range(k)], axis=2)
    both = jnp.stack([lines[:, :, :, j : w - k + j + 1 : stride] for j in range(k)], axis=4)
    seen = both.transpose(0, 1, 3, 2, 4, 5)
    rows = seen.reshape(-1, k * k * c)
    return rows, jnp.tensordot(seen, kernel, 3)


# %% right: the_library_for_the_product
# -    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
# +    names, strides = ("NHWC", "HWIO", "NHWC"), (stride, stride)
# +    return rows, jax.lax.conv_general_dilated(
# +        pictures, kernel, strides, "VALID", dimension_numbers=names
# +    )
