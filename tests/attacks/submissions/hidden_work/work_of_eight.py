# tries: Makes each of eight devices do the whole work, which would count once because it is identical.
# defence: work counted per device
# gains: points
# earned: 1
# message: too much work

# %% answer: 09_own_rows
def own_rows(x, y):
    def strip(a, b):
        rows = a.shape[0] // 8
        return jax.lax.dynamic_slice_in_dim(a @ b, rows * jax.lax.axis_index("devices"), rows)

    return on_eight(strip)(x, y)
