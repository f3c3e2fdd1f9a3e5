# %% wrong: two_sweeps
# Your values are right, but you make two passes: the second needs the mean, which is known only at
# the end of the first. Use a formula that does not need the mean beforehand.
def one_pass(x):
    mean = x.mean(0)
    return mean, ((x - mean) ** 2).mean(0)


# %% wrong: squares_without_shift
# You make one pass, but the variance is lost in rounding error. For values near 1000, the squares
# are about a million, and float32 has seven digits. Subtract a value near 1000 first, which does
# not change the variance.
def one_pass(x):
    mean = x.mean(0)
    return mean, (x * x).mean(0) - mean * mean


# %% wrong: shift_not_added_back
# Your variance is right, but you returned the mean of the shifted values. Add the shift.
def one_pass(x):
    d = x - x[0]
    mean = d.mean(0)
    return mean, (d * d).mean(0) - mean * mean


# %% wrong: square_forgotten
# Your variance is the mean of the squared differences from the first row. Subtract the square of
# the mean difference.
def one_pass(x):
    d = x - x[0]
    return x[0] + d.mean(0), (d * d).mean(0)


# %% wrong: row_by_row
# You make one pass, but you process one row after another. The sums are written to memory and read
# again for every row, and every row waits for the previous one. Sum whole columns, as `x.mean(0)`
# does.
def one_pass(x):
    def add(totals, row):
        d = row - x[0]
        return (totals[0] + d, totals[1] + d * d), None

    start = jnp.zeros(x.shape[1]), jnp.zeros(x.shape[1])
    (total, squares), _ = jax.lax.scan(add, start, x)
    mean = total / len(x)
    return x[0] + mean, squares / len(x) - mean**2


# %% wrong: rows_unrolled
# You make one pass, but Python unrolled the loop, and each row waits for the sum of the previous
# rows. Sum whole columns, as `x.mean(0)` does, so that half of the additions can run at the same
# time, then half of the remaining ones.
def one_pass(x):
    total = squares = jnp.zeros(x.shape[1])
    for row in x:
        d = row - x[0]
        total, squares = total + d, squares + d * d
    mean = total / len(x)
    return x[0] + mean, squares / len(x) - mean**2


# %% wrong: welford
# You make one pass, but you process one row after another. The mean and the squares are written to
# memory and read again for every row, and every row waits for the previous one. Sum whole columns,
# as `x.mean(0)` does.
def one_pass(x):
    def add(state, row):
        count, mean, squares = state
        count += 1
        off = row - mean
        mean = mean + off / count
        return (count, mean, squares + off * (row - mean)), None

    zeros = jnp.zeros(x.shape[1])
    (count, mean, squares), _ = jax.lax.scan(add, (0.0, zeros, zeros), x)
    return mean, squares / count


# %% wrong: einsum_for_squares
# Your values are right, but `einsum`, `@` or `dot` runs as a separate kernel. The shifted values
# are written to memory and read again by that kernel. Use `(d * d).mean(0)`, which can be fused.
def one_pass(x):
    d = x - x[0]
    mean = d.mean(0)
    return x[0] + mean, jnp.einsum("nd,nd->d", d, d) / len(x) - mean * mean


# %% wrong: pairs_of_rows
# Your values are right, and you make one pass. However, you square the differences of all pairs of
# rows, `n * n` for `n` rows. Use the mean of the squares minus the square of the mean.
def one_pass(x):
    apart = x[:, None] - x[None]
    return x[0] + (x - x[0]).mean(0), (apart * apart).mean((0, 1)) / 2


# %% wrong: standard_deviation
# You returned the standard deviation instead of the variance. Leave out the square root.
def one_pass(x):
    d = x - x[0]
    mean = d.mean(0)
    return x[0] + mean, jnp.sqrt(jnp.maximum((d * d).mean(0) - mean * mean, 0))


# %% wrong: sample_variance
# You divided by the number of rows minus one. Divide by `len(x)`, as `two_passes` does.
def one_pass(x):
    d = x - x[0]
    n = len(x)
    mean = d.mean(0)
    return x[0] + mean, ((d * d).sum(0) - n * mean * mean) / max(n - 1, 1)


# %% wrong: axis_swapped
# You returned the mean and the variance of each row. Return those of each column.
def one_pass(x):
    d = x - x[:, :1]
    mean = d.mean(1)
    return x[:, 0] + mean, (d * d).mean(1) - mean * mean


# %% right: shifted_by_constant
def one_pass(x):
    near = x - 1000.5
    mean = near.mean(axis=0)
    return 1000.5 + mean, (near**2).mean(axis=0) - mean**2


# %% right: both_sums_at_once
def one_pass(x):
    d = x - x[0]
    mean, square = jnp.stack([d, d * d]).mean(axis=1)
    return x[0] + mean, square - mean**2


# %% right: with_vmap
@jax.jit
def one_pass(x):
    def column(x):
        d = x - x[-1]
        mean = jnp.sum(d) / len(x)
        return x[-1] + mean, jnp.sum(d**2) / len(x) - mean**2

    return jax.vmap(column, in_axes=1)(x)


# %% right: in_a_tree
def one_pass(x):
    def total(rows):
        while len(rows) > 1:
            rows = [*map(jnp.add, rows[::2], rows[1::2]), *(rows[-1:] if len(rows) % 2 else [])]
        return rows[0]

    d = [row - x[0] for row in x]
    mean = total(d) / len(x)
    return x[0] + mean, total([row * row for row in d]) / len(x) - mean**2


# %% right: halves_joined
def one_pass(x):
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
def one_pass(x):
    d = x - x[0]
    sums = jax.lax.associative_scan(jnp.add, jnp.stack([d, d * d]), axis=1)[:, -1]
    mean, square = sums / len(x)
    return x[0] + mean, square - mean**2
