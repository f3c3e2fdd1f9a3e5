# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. It is two: a product does `2 n n n`.
n, peak, bandwidth = figure.n, figure.peak * 1e9, figure.bandwidth * 1e9
by_operations = 1e3 * n**3 / peak
without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
in_tiles = without_reuse / figure.tile
fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
turns = 8 * peak / bandwidth

# %% wrong: multiply_adds_in_the_operations
# Nearly: in `by_operations` you counted a multiply-add as one FLOP. It is two: a product does
# `2 n n n`.
#
# -by_operations = 1e3 * 2 * n**3 / peak
# +by_operations = 1e3 * n**3 / peak

# %% wrong: numbers_not_bytes
# You moved numbers, not bytes. A float32 number has four.
n, peak, bandwidth = figure.n, figure.peak * 1e9, figure.bandwidth * 1e9
by_operations = 1e3 * 2 * n**3 / peak
without_reuse = 1e3 * 2 * n**3 / bandwidth
in_tiles = without_reuse / figure.tile
fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
turns = peak / bandwidth

# %% wrong: seconds
# Your times are in seconds. The task asks for milliseconds: a thousand of them make a second.
n, peak, bandwidth = figure.n, figure.peak * 1e9, figure.bandwidth * 1e9
by_operations = 2 * n**3 / peak
without_reuse = 4 * 2 * n**3 / bandwidth
in_tiles = without_reuse / figure.tile
fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
turns = 4 * peak / bandwidth

# %% wrong: by_the_area
# Nearly: in `in_tiles` you divided by the tile's *area*. A number of A that has arrived serves one
# row of the tile, `tile` multiply-adds: the traffic falls with the side.
#
# -in_tiles = without_reuse / figure.tile
# +in_tiles = without_reuse / figure.tile**2

# %% wrong: one_matrix
# You fetched only the tiles of one matrix. Each multiply-add needs a number of A and one of B.
n, peak, bandwidth = figure.n, figure.peak * 1e9, figure.bandwidth * 1e9
by_operations = 1e3 * 2 * n**3 / peak
without_reuse = 1e3 * 4 * n**3 / bandwidth
in_tiles = without_reuse / figure.tile
fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
turns = 2 * peak / bandwidth

# %% wrong: everything_once
# Nearly: in `in_tiles` each matrix moves once. That is true for a machine with room for all of it;
# in tiles, a band of A is fetched again for every tile in its row.
#
# -in_tiles = without_reuse / figure.tile
# +in_tiles = 1e3 * 4 * 3 * n**2 / bandwidth

# %% wrong: one_tile_near
# Nearly: in `fits` you gave the whole room to one tile. A tile of A, one of B and one of the result
# are near together.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = int((figure.room * 1024 / 4) ** 0.5)

# %% wrong: two_tiles_near
# Nearly: in `fits` you left out the tile of the result. It has to be near as well, since it is
# added to.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = int((figure.room * 1024 / 4 / 2) ** 0.5)

# %% wrong: one_too_large
# Nearly: three tiles of the side `fits` are more than the room holds. Round down.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = int((figure.room * 1024 / 4 / 3) ** 0.5) + 1

# %% wrong: a_thousand_bytes
# Nearly: for `fits` you counted a KiB as 1000 bytes. It has 1024.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = int((figure.room * 1000 / 4 / 3) ** 0.5)

# %% wrong: not_a_whole_number
# Nearly: `fits` is not a whole number, and a tile has whole rows. Round down.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = (figure.room * 1024 / 4 / 3) ** 0.5

# %% wrong: bytes_for_numbers
# Nearly: in `fits` you counted the room in numbers. It is in bytes, and a number has four.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = int((figure.room * 1024 / 3) ** 0.5)

# %% wrong: upside_down
# Nearly: `turns` is upside down. The more operations a machine does for each byte, the larger the
# tiles that it needs.
#
# -turns = 4 * peak / bandwidth
# +turns = 4 * bandwidth / peak

# %% wrong: the_ridge
# Nearly: for `turns` you gave the machine's ridge, in FLOPs for each byte. A tile of side t has `t
# / 4` FLOPs for each byte; at which t is that the ridge?
#
# -turns = 4 * peak / bandwidth
# +turns = peak / bandwidth


# %% wrong: each_number_once
# `without_reuse`: you moved each matrix once. That is the *best* reuse. Without any, every
# multiply-add fetches its two numbers anew; count the multiply-adds.
#
# -without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
# +without_reuse = 1e3 * 4 * 2 * n**2 / bandwidth


# %% right: tile_by_tile
tiles = (figure.n // figure.tile) ** 2
band = 4 * figure.n * figure.tile
by_operations = 2 * figure.n**3 / figure.peak / 1e6
without_reuse = 8 * figure.n**3 / figure.bandwidth / 1e6
in_tiles = (tiles * 2 * band + 4 * figure.n**2) / figure.bandwidth / 1e6
fits = max(side for side in range(1000) if 3 * 4 * side**2 <= 1024 * figure.room)
turns = 4 * figure.peak / figure.bandwidth

# %% right: three_digits
by_operations = float(f"{2e-6 * figure.n**3 / figure.peak:.3g}")
without_reuse = float(f"{8e-6 * figure.n**3 / figure.bandwidth:.3g}")
in_tiles = float(f"{8e-6 * figure.n**3 / figure.tile / figure.bandwidth:.3g}")
fits = (figure.room * 1024 / 12) ** 0.5 // 1
turns = float(f"{4 * figure.peak / figure.bandwidth:.3g}")
