# ---
# title: Predict what a clock measures
# kind: value
# points: 2
# minutes: 6
# hints:
#   - "A call of a jitted function dispatches the work and returns. How long do all dispatches take
#     if nothing waits for a result?"
#   - "The device runs the calls in order. It starts the first one as soon as that one is
#     dispatched. From then on, the next call is always ready."
#   - "Without waiting: `calls * hand_over`. With waiting: one `hand_over`, then `calls * run`."
# ---

# %% [markdown]
# A loop calls a jitted function `calls` times. Compute what a clock measures for the whole loop, in
# microseconds (three digits are enough):
#
# - `not_waited`: the clock is stopped right after the loop.
# - `waited`: the clock is stopped after `block_until_ready` on the last result.
#
# For each call, Python needs `hand_over` microseconds to dispatch the work, and the device needs
# `run` microseconds to run it. The device runs one call at a time, in order, while Python
# dispatches the next ones. Your values are drawn at random.

# %% given
loop = figures("calls: int in 4..9, hand_over: int in 30..90, run: int in 100..400")
loop

# %% answer
# In microseconds. The inputs above are `loop.calls`, `loop.hand_over` and `loop.run`.
### BEGIN SOLUTION
not_waited = loop.calls * loop.hand_over
waited = loop.hand_over + loop.calls * loop.run
### END SOLUTION

# %% check
check(not_waited=not_waited, waited=waited, tolerance=0.005)
