# ---
# title: Count the work of a product
# kind: function
# points: 2
# minutes: 5
# hints:
#   - Each entry of the result is one dot product.
#   - A dot product of length k takes k products and k additions.
# ---

# %% [markdown]
# How many operations does an (m, k) by (k, n) product take?

# %% answer
def count_flops(m, k, n):
    """Three numbers -> one number."""
    ### BEGIN SOLUTION
    return 2 * m * n * k
    ### END SOLUTION


# %% check
check(count_flops, given="m: int in 1..100, k: int in 1..100, n: int in 1..100")
