# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. A multiply-add is two FLOPs, so a product takes `2 n n n`
# FLOPs.
#
# -compute_time = 1e3 * 2 * n**3 / peak
# +compute_time = 1e3 * n**3 / peak
# -crossover_side = 4 * peak / bandwidth
# +crossover_side = 8 * peak / bandwidth

# %% wrong: elements_not_bytes
# You counted elements instead of bytes. A float32 element has four bytes.
#
# -without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
# +without_reuse = 1e3 * 2 * n**3 / bandwidth
# -crossover_side = 4 * peak / bandwidth
# +crossover_side = peak / bandwidth

# %% wrong: seconds
# Your times are in seconds, but the task asks for milliseconds. Multiply by 1000.
#
# -compute_time = 1e3 * 2 * n**3 / peak
# -without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
# +compute_time = 2 * n**3 / peak
# +without_reuse = 4 * 2 * n**3 / bandwidth

# %% wrong: perfect_reuse
# `without_reuse`: you loaded each matrix once, which is the *best* reuse. Without reuse, every
# multiply-add loads its two elements. Count the multiply-adds.
#
# -without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
# +without_reuse = 1e3 * 4 * 2 * n**2 / bandwidth

# %% wrong: divided_by_area
# In `with_tiles`, you divided by the *area* of the tile. An element of A in the cache is used for
# one row of the tile, which is `tile` multiply-adds. Divide by the side of the tile.
#
# -with_tiles = without_reuse / figure.tile
# +with_tiles = without_reuse / figure.tile**2

# %% wrong: matrices_loaded_once
# In `with_tiles`, you loaded each matrix once. That requires a cache that holds a whole matrix.
# With tiles, a block row of A is loaded again for every tile in that row of the result.
#
# -with_tiles = without_reuse / figure.tile
# +with_tiles = 1e3 * 4 * 3 * n**2 / bandwidth

# %% wrong: result_tile_forgotten
# For `largest_side`, you left out the tile of the result. This tile must be in the cache as well,
# because the program adds to it.
#
# -largest_side = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +largest_side = int((figure.room * 1024 / 4 / 2) ** 0.5)

# %% wrong: rounded_up
# Three tiles with your `largest_side` are larger than the cache. Round down.
#
# -largest_side = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +largest_side = int((figure.room * 1024 / 4 / 3) ** 0.5) + 1

# %% wrong: kib_as_1000_bytes
# For `largest_side`, you counted a KiB as 1000 bytes. A KiB has 1024 bytes.
#
# -largest_side = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +largest_side = int((figure.room * 1000 / 4 / 3) ** 0.5)

# %% wrong: not_rounded
# Your `largest_side` is not a whole number, but a tile consists of whole rows. Round down.
#
# -largest_side = int((figure.room * 1024 / 4 / 3) ** 0.5)
# +largest_side = (figure.room * 1024 / 4 / 3) ** 0.5

# %% wrong: crossover_inverted
# Your `crossover_side` is inverted. The more operations per byte the machine can do, the larger a
# tile must be.
#
# -crossover_side = 4 * peak / bandwidth
# +crossover_side = 4 * bandwidth / peak

# %% wrong: ridge_returned
# For `crossover_side`, you returned the ridge point of the machine in FLOPs per byte. A tile of
# side t does `t / 4` FLOPs per byte. Find the t for which the two are equal.
#
# -crossover_side = 4 * peak / bandwidth
# +crossover_side = peak / bandwidth

# %% right: tile_by_tile
tiles = (figure.n // figure.tile) ** 2
band = 4 * figure.n * figure.tile
compute_time = 2 * figure.n**3 / figure.peak / 1e6
without_reuse = 8 * figure.n**3 / figure.bandwidth / 1e6
with_tiles = (tiles * 2 * band + 4 * figure.n**2) / figure.bandwidth / 1e6
largest_side = max(side for side in range(1000) if 3 * 4 * side**2 <= 1024 * figure.room)
crossover_side = 4 * figure.peak / figure.bandwidth

# %% right: three_digits
compute_time = float(f"{2e-6 * figure.n**3 / figure.peak:.3g}")
without_reuse = float(f"{8e-6 * figure.n**3 / figure.bandwidth:.3g}")
with_tiles = float(f"{8e-6 * figure.n**3 / figure.tile / figure.bandwidth:.3g}")
largest_side = (figure.room * 1024 / 12) ** 0.5 // 1
crossover_side = float(f"{4 * figure.peak / figure.bandwidth:.3g}")
