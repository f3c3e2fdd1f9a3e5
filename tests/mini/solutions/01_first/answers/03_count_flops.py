# %% wrong: products_only
# You counted the products and left out the additions.
def count_flops(m, k, n):
    return m * n * k


# %% right: by_rows
def count_flops(m, k, n):
    return sum(2 * k * n for _ in range(m))
