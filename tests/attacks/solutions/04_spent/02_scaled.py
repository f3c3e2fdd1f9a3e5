# ---
# title: "One program for every factor"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Scale by a number that changes from call to call, with one compilation.

# %% given
import jax


# %% answer
def scaled(x, k):
    ### BEGIN SOLUTION
    return x * k
    ### END SOLUTION


# %% check
check(
    scaled,
    given="x: f32[n], k: int in 1..9",
    budget=Budget(compilations=1, calls=[{"n": 4, "k": 2}, {"n": 4, "k": 3}, {"n": 4, "k": 5}]),
)
