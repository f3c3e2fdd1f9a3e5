# %% wrong: one_after_another
# You read the weights once for each customer.
def serve(weights, customers):
    return jax.lax.map(lambda one: weights @ one, customers)
