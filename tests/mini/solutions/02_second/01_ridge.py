# ---
# title: Where the roofs meet
# kind: value
# points: 1
# minutes: 3
# hints:
#   - Both roofs give the same rate there.
#   - Divide the peak by the bandwidth.
# ---

# %% [markdown]
# At which intensity does a machine with these figures stop waiting for memory?

# %% given
peak, bandwidth = figures("peak: int in 100..400, bandwidth: int in 10..60")

# %% answer
# FLOP per byte
### BEGIN SOLUTION
ridge = peak / bandwidth
### END SOLUTION

# %% check
check(ridge=ridge, tolerance=0.01)
