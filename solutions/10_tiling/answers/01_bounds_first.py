# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. It is two, so a product takes `2 n n n` FLOPs.
#
# -by_operations = 1e3 * 2 * n**3 / peak
# +by_operations = 1e3 * n**3 / peak
# -turns = 4 * peak / bandwidth
# +turns = 8 * peak / bandwidth

# %% wrong: numbers_not_bytes
# You counted elements instead of bytes. A float32 element has four bytes.
#
# -without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
# +without_reuse = 1e3 * 2 * n**3 / bandwidth
# -turns = 4 * peak / bandwidth
# +turns = peak / bandwidth

# %% wrong: seconds
# Your times are in seconds, but the task asks for milliseconds. Multiply by 1000.
#
# -by_operations = 1e3 * 2 * n**3 / peak
# -without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
# +by_operations = 2 * n**3 / peak
# +without_reuse = 4 * 2 * n**3 / bandwidth

# %% wrong: each_number_once
# `without_reuse`: you loaded each matrix once, which is the *best* reuse. Without reuse, every
# multiply-add loads its two elements. Count the multiply-adds.
#
# -without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
# +without_reuse = 1e3 * 4 * 2 * n**2 / bandwidth

# %% wrong: by_the_area
# Nearly: in `in_tiles`, you divided by the *area* of the tile. An element of A in the cache is used
# for one row of the tile, which is `tile` multiply-adds. Divide by the side.
#
# -in_tiles = without_reuse / figure.tile
# +in_tiles = without_reuse / figure.tile**2

# %% wrong: everything_once
# Nearly: in `in_tiles`, you loaded each matrix once. That requires a cache that holds all of it. In
# tiles, a block row of A is loaded again for every tile in that row of the result.
#
# -in_tiles = without_reuse / figure.tile
# +in_tiles = 1e3 * 4 * 3 * n**2 / bandwidth

# %% wrong: two_tiles_near
# Nearly: for `fits`, you left out the tile of the result. It must be in the cache as well, since
# the program adds to it.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = int((figure.room * 1024 / 4 / 2) ** 0.5)

# %% wrong: one_too_large
# Nearly: three tiles of side `fits` are larger than the cache. Round down.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = int((figure.room * 1024 / 4 / 3) ** 0.5) + 1

# %% wrong: a_thousand_bytes
# Nearly: for `fits`, you counted a KiB as 1000 bytes. It has 1024.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = int((figure.room * 1000 / 4 / 3) ** 0.5)

# %% wrong: not_a_whole_number
# Nearly: `fits` is not a whole number, but a tile consists of whole rows. Round down.
#
# -fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +fits = (figure.room * 1024 / 4 / 3) ** 0.5

# %% wrong: upside_down
# Nearly: `turns` is upside down. The more operations per byte the machine can do, the larger a tile
# must be.
#
# -turns = 4 * peak / bandwidth
# +turns = 4 * bandwidth / peak

# %% wrong: the_ridge
# Nearly: for `turns`, you returned the ridge point of the machine in FLOPs per byte. A tile of side
# t does `t / 4` FLOPs per byte. Find the t for which the two are equal.
#
# -turns = 4 * peak / bandwidth
# +turns = peak / bandwidth

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
