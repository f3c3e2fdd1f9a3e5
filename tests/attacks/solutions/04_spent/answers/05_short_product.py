# %% wrong: converted_late
# You converted the product: its sums had been rounded by then.
def short_product(x, y):
    return (x @ y).astype(jnp.float32)
