# ---
# title: "The sum of all"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Add up all numbers, as many as can be at once.

# %% given
import jax


# %% answer
def total(x):
    ### BEGIN SOLUTION
    return x.sum()
    ### END SOLUTION


# %% check
check(total, given="x: f32[n]", budget=Budget(span="log"))
