# ---
# title: "All customers at once"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Multiply each customer by the weights, and read these once.

# %% given
import jax


# %% answer
def serve(weights, customers):
    ### BEGIN SOLUTION
    return customers @ weights.T
    ### END SOLUTION


# %% check
check(
    serve,
    given="weights: f32[d, d] in -2..2, customers: f32[b, d] in -2..2",
    budget=Budget(bytes=1.5, at={"d": 64, "b": 8}),
)
