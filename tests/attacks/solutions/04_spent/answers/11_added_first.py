# %% wrong: three_products
# You multiplied three times.
def added_first(x, a, b, c):
    return x @ a + x @ b + x @ c
