# %% wrong: two_products
# You carried out two products: join what is multiplied.
def gates(x, h, w, u):
    return x @ w + h @ u
