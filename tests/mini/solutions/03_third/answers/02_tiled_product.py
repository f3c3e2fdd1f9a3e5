# %% wrong: not_zeroed
# The tile of the result holds whatever was there: set it to zero in the first step.
def tiled_product(x, y):
    def kernel(a, b, out):
        out[...] += a[...] @ b[...]

    return over_tiles(kernel, x, y)


# %% wrong: one_tile
# One tile holds everything: that is no tiling, and no cache would hold it.
def tiled_product(x, y):
    def kernel(a, b, out):
        out[...] = a[...] @ b[...]

    return pl.pallas_call(
        kernel, out_shape=jax.ShapeDtypeStruct((x.shape[0], y.shape[1]), x.dtype), interpret=True
    )(x, y)


# %% wrong: tiles_of_four
# Your tiles are half as wide as they may be: each number is read twice as often.
def tiled_product(x, y):
    def kernel(a, b, out):
        @pl.when(pl.program_id(2) == 0)
        def zero():
            out[...] = jnp.zeros_like(out)

        out[...] += a[...] @ b[...]

    return over_tiles(kernel, x, y, tile=4)


# %% wrong: last_step_only
# The tile contains only the product of the last step. Add each product to the tile.
def tiled_product(x, y):
    def kernel(a, b, out):
        out[...] = a[...] @ b[...]

    return over_tiles(kernel, x, y)


# %% right: chosen_zero
def tiled_product(x, y):
    def kernel(a, b, out):
        before = jnp.where(pl.program_id(2) == 0, 0.0, out[...])
        out[...] = before + a[...] @ b[...]

    return over_tiles(kernel, x, y)
