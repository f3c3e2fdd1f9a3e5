# ---
# title: "The sum of three products"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Multiply by three matrices and add the products, with the work of one product.

# %% answer
def added_first(x, a, b, c):
    ### BEGIN SOLUTION
    return x @ (a + b + c)
    ### END SOLUTION


# %% check
check(
    added_first,
    given="x: f32[m, k], a: f32[k, n], b: f32[k, n], c: f32[k, n], k in 1..64",
    budget=Budget(work=1.5, at={"m": 64, "k": 64, "n": 64}),
)
