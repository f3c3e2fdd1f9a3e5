# %% wrong: the_library
# Right, but it works on everything at once: the largest piece is a whole matrix. Go through tiles
# of 16 by 16, one after another.
def blocked(x, y):
    return x @ y


# %% wrong: spread_out
# Right, but each product of two tiles is spread out to 16 by 16 by 16 numbers before it is added
# up. Multiply the tiles with `@`.
def blocked(x, y):
    (m, k), n = x.shape, y.shape[1]

    def make(index, result):
        i, j = 16 * (index // (n // 16)), 16 * (index % (n // 16))

        def add(step, sums):
            a = jax.lax.dynamic_slice(x, (i, 16 * step), (16, 16))
            b = jax.lax.dynamic_slice(y, (16 * step, j), (16, 16))
            return sums + (a[:, :, None] * b).sum(axis=1)

        tile = jax.lax.fori_loop(0, k // 16, add, jnp.zeros((16, 16)))
        return jax.lax.dynamic_update_slice(result, tile, (i, j))

    return jax.lax.fori_loop(0, m // 16 * (n // 16), make, jnp.zeros((m, n)))


# %% wrong: row_by_row
# A piece of yours is one row of `x` and *all* of `y`: for every row you fetch the whole matrix
# again. Square tiles use what they fetch sixteen times.
def blocked(x, y):
    return jax.lax.map(lambda row: row @ y, x)


# %% wrong: bands
# Your pieces are whole bands: 16 rows of `x`, 16 columns of `y`, as long as they are. Cut them
# along `k` as well.
def blocked(x, y):
    (m, k), n = x.shape, y.shape[1]

    def make_tile(number, result):
        i, j = 16 * (number // (n // 16)), 16 * (number % (n // 16))
        a = jax.lax.dynamic_slice(x, (i, 0), (16, k))
        b = jax.lax.dynamic_slice(y, (0, j), (k, 16))
        return jax.lax.dynamic_update_slice(result, a @ b, (i, j))

    return jax.lax.fori_loop(0, (m // 16) * (n // 16), make_tile, jnp.zeros((m, n)))


# %% wrong: tiles_of_eight
# Your tiles are half as wide as they may be: every number is fetched twice as often, in eight times
# as many steps.
def blocked(x, y):
    (m, k), n = x.shape, y.shape[1]

    def make_tile(number, result):
        i, j = 8 * (number // (n // 8)), 8 * (number % (n // 8))

        def add(step, sums):
            a = jax.lax.dynamic_slice(x, (i, 8 * step), (8, 8))
            b = jax.lax.dynamic_slice(y, (8 * step, j), (8, 8))
            return sums + a @ b

        sums = jax.lax.fori_loop(0, k // 8, add, jnp.zeros((8, 8)))
        return jax.lax.dynamic_update_slice(result, sums, (i, j))

    return jax.lax.fori_loop(0, (m // 8) * (n // 8), make_tile, jnp.zeros((m, n)))


# %% wrong: last_step_only
# Only the last step along `k` is left of each tile: add to the sums, do not replace them.
#
# -            return sums + a @ b
# +            return a @ b


# %% wrong: entry_by_entry
# You multiplied the tiles entry by entry, with `*`. A product of tiles is a matmul, `@`, as of the
# whole matrices.
#
# -            return sums + a @ b
# +            return sums + a * b


# %% wrong: number_of_the_tile
# `dynamic_slice` wants the row and the column where a tile *begins*, and you gave the number of the
# tile. The tile with number `i` begins in row `16 * i`.
#
# -        i, j = 16 * (number // (n // 16)), 16 * (number % (n // 16))
# +        i, j = number // (n // 16), number % (n // 16)
# -            a = jax.lax.dynamic_slice(x, (i, 16 * step), (16, 16))
# -            b = jax.lax.dynamic_slice(y, (16 * step, j), (16, 16))
# +            a = jax.lax.dynamic_slice(x, (i, step), (16, 16))
# +            b = jax.lax.dynamic_slice(y, (step, j), (16, 16))


# %% wrong: sixteen_tiles
# You made 16 tiles whatever the sizes. 16 is the side of a tile; the result has
# `(m // 16) * (n // 16)` of them.
#
# -    return jax.lax.fori_loop(0, (m // 16) * (n // 16), make_tile, jnp.zeros((m, n)))
# +    return jax.lax.fori_loop(0, 16, make_tile, jnp.zeros((m, n)))


# %% wrong: result_thrown_away
# Your result is all zeros. An array does not change: `dynamic_update_slice` gives a new one, and
# yours was not kept. Go on with what it returns.
#
# -        return jax.lax.dynamic_update_slice(result, sums, (i, j))
# +        jax.lax.dynamic_update_slice(result, sums, (i, j))
# +        return result


# %% wrong: rows_for_columns
# The number of a tile is taken apart by how many tiles lie in a *row* of the result, `n // 16`. You
# took how many lie in a column.
#
# -        i, j = 16 * (number // (n // 16)), 16 * (number % (n // 16))
# +        i, j = 16 * (number // (m // 16)), 16 * (number % (m // 16))


# %% right: python_loops
def blocked(x, y):
    (m, k), n = x.shape, y.shape[1]

    def tile(i, j):
        return sum(x[i : i + 16, s : s + 16] @ y[s : s + 16, j : j + 16] for s in range(0, k, 16))

    return jnp.block([[tile(i, j) for j in range(0, n, 16)] for i in range(0, m, 16)])


# %% right: two_loops_and_a_scan
def blocked(x, y):
    (m, k), n = x.shape, y.shape[1]
    result = jnp.zeros((m, n))
    for i in range(0, m, 16):
        for j in range(0, n, 16):

            def add(sums, step, i=i, j=j):
                a = jax.lax.dynamic_slice(x, (i, step), (16, 16))
                return sums + a @ jax.lax.dynamic_slice(y, (step, j), (16, 16)), None

            sums, _ = jax.lax.scan(add, jnp.zeros((16, 16)), jnp.arange(0, k, 16))
            result = result.at[i : i + 16, j : j + 16].set(sums)
    return result


# %% right: sums_in_the_result
def blocked(x, y):
    (m, k), n = x.shape, y.shape[1]
    rows, columns, steps = m // 16, n // 16, k // 16

    def turn(number, result):
        i, j = number // (columns * steps), number // steps % columns
        step = number % steps
        a = jax.lax.dynamic_slice(x, (16 * i, 16 * step), (16, 16))
        b = jax.lax.dynamic_slice(y, (16 * step, 16 * j), (16, 16))
        before = jax.lax.dynamic_slice(result, (16 * i, 16 * j), (16, 16))
        return jax.lax.dynamic_update_slice(result, before + a @ b, (16 * i, 16 * j))

    return jax.lax.fori_loop(0, rows * columns * steps, turn, jnp.zeros((m, n)))
