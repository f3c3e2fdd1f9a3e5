# %% wrong: whole_product
# Your values are right, but you multiply whole matrices in one operation. Loop over tiles of 16 by
# 16, one after another.
def blocked(x, y):
    return x @ y


# %% wrong: full_intermediate
# Your values are right, but each product of two tiles creates 16 by 16 by 16 elements before you
# sum them. Multiply the tiles with `@`.
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
# You multiply one row of `x` by *all* of `y`, so every row loads the whole matrix again. Square
# tiles use each loaded element sixteen times. Use tiles of 16 by 16.
def blocked(x, y):
    return jax.lax.map(lambda row: row @ y, x)


# %% wrong: bands
# You multiply 16 whole rows of `x` by 16 whole columns of `y`. Split them into tiles along `k` as
# well.
def blocked(x, y):
    (m, k), n = x.shape, y.shape[1]

    def make_tile(number, result):
        i, j = 16 * (number // (n // 16)), 16 * (number % (n // 16))
        a = jax.lax.dynamic_slice(x, (i, 0), (16, k))
        b = jax.lax.dynamic_slice(y, (0, j), (k, 16))
        return jax.lax.dynamic_update_slice(result, a @ b, (i, j))

    return jax.lax.fori_loop(0, (m // 16) * (n // 16), make_tile, jnp.zeros((m, n)))


# %% wrong: tiles_of_eight
# Your tiles are half as wide as allowed. They load every element twice as often and need eight
# times as many steps. Use tiles of 16 by 16.
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
# You kept only the last product along `k` of each tile. Add each product to the sum so far.
#
# -            return sums + a @ b
# +            return a @ b


# %% wrong: elementwise_product
# You multiplied the tiles element by element, with `*`. The product of two tiles is a matrix
# product: use `@`.
#
# -            return sums + a @ b
# +            return sums + a * b


# %% wrong: tile_index_as_offset
# You passed the index of the tile to `dynamic_slice`, which needs the row and the column where the
# tile *begins*. Tile `i` begins in row `16 * i`.
#
# -        i, j = 16 * (number // (n // 16)), 16 * (number % (n // 16))
# +        i, j = number // (n // 16), number % (n // 16)
# -            a = jax.lax.dynamic_slice(x, (i, 16 * step), (16, 16))
# -            b = jax.lax.dynamic_slice(y, (16 * step, j), (16, 16))
# +            a = jax.lax.dynamic_slice(x, (i, step), (16, 16))
# +            b = jax.lax.dynamic_slice(y, (step, j), (16, 16))


# %% wrong: fixed_16_tiles
# You computed 16 tiles for every size. The side of a tile is 16, but the result has `(m // 16) * (n
# // 16)` tiles.
#
# -    return jax.lax.fori_loop(0, (m // 16) * (n // 16), make_tile, jnp.zeros((m, n)))
# +    return jax.lax.fori_loop(0, 16, make_tile, jnp.zeros((m, n)))


# %% wrong: update_discarded
# Your result is all zeros. `dynamic_update_slice` returns a new array and does not change its
# argument. Return the new array.
#
# -        return jax.lax.dynamic_update_slice(result, sums, (i, j))
# +        jax.lax.dynamic_update_slice(result, sums, (i, j))
# +        return result


# %% wrong: index_split_by_rows
# You split the index of a tile by the number of tiles in a *column* of the result. Split it by the
# number of tiles per row, `n // 16`.
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


# %% right: accumulated_in_result
def blocked(x, y):
    (m, k), n = x.shape, y.shape[1]
    rows, columns, steps = m // 16, n // 16, k // 16

    def update(number, result):
        i, j = number // (columns * steps), number // steps % columns
        step = number % steps
        a = jax.lax.dynamic_slice(x, (16 * i, 16 * step), (16, 16))
        b = jax.lax.dynamic_slice(y, (16 * step, 16 * j), (16, 16))
        before = jax.lax.dynamic_slice(result, (16 * i, 16 * j), (16, 16))
        return jax.lax.dynamic_update_slice(result, before + a @ b, (16 * i, 16 * j))

    return jax.lax.fori_loop(0, rows * columns * steps, update, jnp.zeros((m, n)))
