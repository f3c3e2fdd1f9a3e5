# %% wrong: nine_taps
# Right, but it is the plain way: nine products for each result. Two neighbours in a line share most
# of their numbers: along the line four products make both, instead of six.
def fewer_products(picture, kernel):
    h, w = picture.shape[0] - 2, picture.shape[1] - 2
    return sum(picture[i : i + h, j : j + w] @ kernel[i, j] for i in range(3) for j in range(3))


# %% wrong: lines_only
# Right, but you use the trick only along the lines: twelve products for each two results. Use it
# down the columns as well, on what the first use gave.
def fewer_products(picture, kernel):
    h, w = picture.shape[0] - 2, picture.shape[1] - 2
    total = 0
    for i in range(3):
        d = [picture[i : i + h, b : b + w : 2] for b in range(4)]
        g = kernel[i]
        p0 = (d[0] - d[2]) @ g[0]
        p1 = (d[1] + d[2]) @ ((g[0] + g[1] + g[2]) / 2)
        p2 = (d[2] - d[1]) @ ((g[0] - g[1] + g[2]) / 2)
        p3 = (d[1] - d[3]) @ g[2]
        total += jnp.stack([p0 + p1 + p2, p1 - p2 - p3], axis=2)
    return total.reshape(h, w, -1)


# %% wrong: halves_forgotten
# You left out the halves of the two middle taps: `(g0 + g1 + g2) / 2` and `(g0 - g1 + g2) / 2`.
#
# -        return [g[0], (g[0] + g[1] + g[2]) / 2, (g[0] - g[1] + g[2]) / 2, g[2]]
# +        return [g[0], g[0] + g[1] + g[2], g[0] - g[1] + g[2], g[2]]


# %% wrong: second_result
# The upper left of each four results is right. The second of each pair is `p1 - p2 - p3`: two minus
# signs.
#
# -        return [p[0] + p[1] + p[2], p[1] - p[2] - p[3]]
# +        return [p[0] + p[1] + p[2], p[1] - p[2] + p[3]]


# %% wrong: third_factor
# Your third factor has the wrong sign: it is `d2 - d1`, the later number minus the earlier one.
#
# -        return [x[0] - x[2], x[1] + x[2], x[2] - x[1], x[1] - x[3]]
# +        return [x[0] - x[2], x[1] + x[2], x[1] - x[2], x[1] - x[3]]


# %% wrong: kernel_turned
# You turned the kernel around. Tap `(i, j)` belongs to the number `i` lines below and `j` columns
# to the right of the window's corner.
#
# -    factors, weights = both(into, windows), both(taps, kernel)
# +    factors, weights = both(into, windows), both(taps, kernel[::-1, ::-1])


# %% wrong: lines_for_columns
# You swapped lines and columns of the kernel: tap `(i, j)` stands in line `i`, column `j`.
#
# -    factors, weights = both(into, windows), both(taps, kernel)
# +    factors, weights = both(into, windows), both(taps, kernel.swapaxes(0, 1))


# %% wrong: corners_apart
# Your numbers are right, but in the wrong places: the four results of a window are neighbours.
# Stack them as `(m, 2, n, 2, o)` before you reshape.
#
# -    corners = jnp.stack([jnp.stack(line, axis=2) for line in four], axis=1)
# +    corners = jnp.stack([jnp.stack(line, axis=1) for line in four], axis=0)


# %% wrong: window_after_window
# Your numbers are right, but in the wrong places: you wrote one window's four results after
# another's. They are neighbours: bring the axes to `(m, 2, n, 2, o)` before you reshape.
def fewer_products(picture, kernel):
    into = jnp.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]], jnp.float32)
    taps = jnp.array([[2, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 2]], jnp.float32) / 2
    back = jnp.array([[1, 1, 1, 0], [0, 1, -1, -1]], jnp.float32)
    h, w = picture.shape[0] - 2, picture.shape[1] - 2
    cut = [[picture[i : i + h : 2, j : j + w : 2] for j in range(4)] for i in range(4)]
    windows = jnp.stack([jnp.stack(line) for line in cut])
    factors = jnp.einsum("ai,bj,ijmnc->abmnc", into, into, windows)
    weights = jnp.einsum("ai,bj,ijco->abco", taps, taps, kernel)
    products = jnp.einsum("abmnc,abco->abmno", factors, weights)
    return jnp.einsum("ia,jb,abmno->mnijo", back, back, products).reshape(h, w, -1)


# %% wrong: both_directions_in_one
# Right: sixteen products. But there are too many additions around them: a matrix that makes all
# sixteen numbers at once multiplies by many zeros. Change the lines first, and then the columns of
# that.
def fewer_products(picture, kernel):
    into = jnp.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]], jnp.float32)
    taps = jnp.array([[2, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 2]], jnp.float32) / 2
    back = jnp.array([[1, 1, 1, 0], [0, 1, -1, -1]], jnp.float32)
    h, w = picture.shape[0] - 2, picture.shape[1] - 2
    cut = [picture[i : i + h : 2, j : j + w : 2] for i in range(4) for j in range(4)]
    factors = jnp.tensordot(jnp.kron(into, into), jnp.stack(cut), 1)
    weights = jnp.tensordot(jnp.kron(taps, taps), kernel.reshape(9, *kernel.shape[2:]), 1)
    products = jnp.einsum("smnc,sco->smno", factors, weights)
    four = jnp.tensordot(jnp.kron(back, back), products, 1).reshape(2, 2, h // 2, w // 2, -1)
    return four.transpose(2, 0, 3, 1, 4).reshape(h, w, -1)


# %% right: with_matrices
def fewer_products(picture, kernel):
    into = jnp.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]], jnp.float32)
    taps = jnp.array([[2, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 2]], jnp.float32) / 2
    back = jnp.array([[1, 1, 1, 0], [0, 1, -1, -1]], jnp.float32)
    h, w = picture.shape[0] - 2, picture.shape[1] - 2
    cut = [[picture[i : i + h : 2, j : j + w : 2] for j in range(4)] for i in range(4)]
    windows = jnp.stack([jnp.stack(line) for line in cut])
    factors = jnp.einsum("ai,bj,ijmnc->abmnc", into, into, windows)
    weights = jnp.einsum("ai,bj,ijco->abco", taps, taps, kernel)
    products = jnp.einsum("abmnc,abco->abmno", factors, weights)
    return jnp.einsum("ia,jb,abmno->minjo", back, back, products).reshape(h, w, -1)


# %% right: one_window_by_vmap
def fewer_products(picture, kernel):
    def into(x):
        return jnp.stack([x[0] - x[2], x[1] + x[2], x[2] - x[1], x[1] - x[3]])

    def taps(g):
        middle = g[0] + g[2]
        return jnp.stack([g[0], 0.5 * (middle + g[1]), 0.5 * (middle - g[1]), g[2]])

    def back(p):
        return jnp.stack([p[0] + p[1] + p[2], p[1] - p[2] - p[3]])

    def both(change, x):
        return jax.vmap(change)(change(x))

    weights = both(taps, kernel)

    def window(i, j):
        cut = jax.lax.dynamic_slice(picture, (2 * i, 2 * j, 0), (4, 4, picture.shape[2]))
        return both(back, jnp.einsum("abc,abco->abo", both(into, cut), weights))

    down, across = jnp.arange(picture.shape[0] // 2 - 1), jnp.arange(picture.shape[1] // 2 - 1)
    four = jax.vmap(lambda i: jax.vmap(lambda j: window(i, j))(across))(down)
    h, w = 2 * len(down), 2 * len(across)
    return four.transpose(0, 2, 1, 3, 4).reshape(h, w, -1)
