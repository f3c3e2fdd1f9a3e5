# %% wrong: pairs_of_rows
# Right, and it takes one sweep, but every row meets every other one: of `n` rows `n * n`
# differences are squared. The mean of the squares minus the square of the mean takes each row once.
def one_sweep(x):
    apart = x[:, None] - x[None]
    return x[0] + (x - x[0]).mean(0), (apart * apart).mean((0, 1)) / 2


# %% wrong: two_sweeps
# Right, but it takes two sweeps: the second begins when the mean is known, that is, when the first
# has ended. Find a formula whose sums need no mean beforehand.
def one_sweep(x):
    mean = x.mean(0)
    return mean, ((x - mean) ** 2).mean(0)


# %% wrong: row_by_row
# It is one sweep, but you take one row after another: the totals go to memory and come back with
# every row, and every row waits for the one before. Add up whole columns, as `x.mean(0)` does.
def one_sweep(x):
    def add(totals, row):
        d = row - x[0]
        return (totals[0] + d, totals[1] + d * d), None

    start = jnp.zeros(x.shape[1]), jnp.zeros(x.shape[1])
    (total, squares), _ = jax.lax.scan(add, start, x)
    mean = total / len(x)
    return x[0] + mean, squares / len(x) - mean**2


# %% wrong: row_by_row_with_a_mean_that_moves
# It is one sweep, but you take one row after another: mean and squares go to memory and come back
# with every row, and every row waits for the one before. Add up whole columns, as `x.mean(0)` does.
def one_sweep(x):
    def add(state, row):
        count, mean, squares = state
        count += 1
        off = row - mean
        mean = mean + off / count
        return (count, mean, squares + off * (row - mean)), None

    nothing = jnp.zeros(x.shape[1])
    (count, mean, squares), _ = jax.lax.scan(add, (0.0, nothing, nothing), x)
    return mean, squares / count


# %% wrong: row_by_row_written_out
# It is one sweep, but a chain: the loop of Python is written out, and each row waits for the sum of
# those before it. Add up whole columns, as `x.mean(0)` does: any order is right, so half of the
# additions happen at once, then half of the rest.
def one_sweep(x):
    total = squares = jnp.zeros(x.shape[1])
    for row in x:
        d = row - x[0]
        total, squares = total + d, squares + d * d
    mean = total / len(x)
    return x[0] + mean, squares / len(x) - mean**2


# %% wrong: squares_as_a_product
# Right, but `einsum`, `@` and `dot` are kernels of their own. They read arrays, not formulas: the
# moved numbers are written down for them and read again. `(d * d).mean(0)` joins the sweep.
def one_sweep(x):
    d = x - x[0]
    mean = d.mean(0)
    return x[0] + mean, jnp.einsum("nd,nd->d", d, d) / len(x) - mean * mean


# %% wrong: sums_as_products
# Right, but `einsum`, `@` and `dot` are kernels of their own. They read arrays, not formulas: the
# moved numbers and their squares are written down for them. `d.mean(0)` joins the sweep.
def one_sweep(x):
    d = x - x[0]
    shares = jnp.full(len(x), 1 / len(x))
    mean = shares @ d
    return x[0] + mean, shares @ (d * d) - mean * mean


# %% wrong: digits_lost
# It is one sweep, but the digits are lost: around 1000 the squares are a million, float32 holds
# seven digits, and the variance is in the eighth. Move the numbers near zero first; that does not
# change the variance.
def one_sweep(x):
    mean = x.mean(0)
    return mean, (x * x).mean(0) - mean * mean


# %% wrong: mean_not_moved_back
# The variance is right. The mean is that of the moved numbers: move it back.
def one_sweep(x):
    d = x - x[0]
    mean = d.mean(0)
    return mean, (d * d).mean(0) - mean * mean


# %% wrong: square_forgotten
# You took the mean of the squares around the first row. Subtract the square of the mean.
def one_sweep(x):
    d = x - x[0]
    return x[0] + d.mean(0), (d * d).mean(0)


# %% wrong: deviation
# You took the root: that is the standard deviation.
def one_sweep(x):
    d = x - x[0]
    mean = d.mean(0)
    return x[0] + mean, jnp.sqrt(jnp.maximum((d * d).mean(0) - mean * mean, 0))


# %% wrong: one_row_less
# You divided by one row less than there are. That estimates the variance of more than these rows;
# here divide by `len(x)`, as in `two_sweeps`.
def one_sweep(x):
    d = x - x[0]
    n = len(x)
    mean = d.mean(0)
    return x[0] + mean, ((d * d).sum(0) - n * mean * mean) / max(n - 1, 1)


# %% wrong: of_the_rows
# That is the mean and the variance of each row.
def one_sweep(x):
    d = x - x[:, :1]
    mean = d.mean(1)
    return x[:, 0] + mean, (d * d).mean(1) - mean * mean


# %% right: moved_by_a_number
def one_sweep(x):
    near = x - 1000.5
    mean = near.mean(axis=0)
    return 1000.5 + mean, (near**2).mean(axis=0) - mean**2


# %% right: both_sums_at_once
def one_sweep(x):
    d = x - x[0]
    mean, square = jnp.stack([d, d * d]).mean(axis=1)
    return x[0] + mean, square - mean**2


# %% right: with_vmap
@jax.jit
def one_sweep(x):
    def column(x):
        d = x - x[-1]
        mean = jnp.sum(d) / len(x)
        return x[-1] + mean, jnp.sum(d**2) / len(x) - mean**2

    return jax.vmap(column, in_axes=1)(x)


# %% right: in_a_tree
def one_sweep(x):
    def total(rows):
        while len(rows) > 1:
            rows = [*map(jnp.add, rows[::2], rows[1::2]), *(rows[-1:] if len(rows) % 2 else [])]
        return rows[0]

    d = [row - x[0] for row in x]
    mean = total(d) / len(x)
    return x[0] + mean, total([row * row for row in d]) / len(x) - mean**2


# %% right: halves_joined
def one_sweep(x):
    def moments(rows):
        count = len(rows)
        if count == 1:
            return rows[0], jnp.zeros_like(rows[0])
        few, many = count // 2, count - count // 2
        (mean, squares), (other, more) = moments(rows[:few]), moments(rows[few:])
        apart = other - mean
        return mean + apart * many / count, squares + more + apart**2 * few * many / count

    mean, squares = moments(x)
    return mean, squares / len(x)


# %% right: associative
def one_sweep(x):
    d = x - x[0]
    sums = jax.lax.associative_scan(jnp.add, jnp.stack([d, d * d]), axis=1)[:, -1]
    mean, square = sums / len(x)
    return x[0] + mean, square - mean**2
