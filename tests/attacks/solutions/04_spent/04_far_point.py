# ---
# title: "Two turns of one point"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Move a point by one matrix of 0 and 1, then by another.

# %% answer
def far_point(first, second, point):
    ### BEGIN SOLUTION
    return second @ (first @ point)
    ### END SOLUTION


# %% check
bits = "first: f32[n, n] in 0..1, second: f32[n, n] in 0..1, point: f32[n] in 0..1, n in 1..16"
check(far_point, given=bits, budget=Budget(work=1.5, at={"n": 16}))
