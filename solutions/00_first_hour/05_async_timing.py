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
#   - "Without waiting: `calls * dispatch_us`. With waiting: one `dispatch_us`, then `calls * run`."
# ---

# %% [markdown]
# A loop makes `calls` calls of a jitted function that is already compiled. Compute what a clock
# measures for the whole loop, in microseconds (three significant digits are enough):
#
# - `without_wait`: the clock is stopped right after the loop.
# - `with_wait`: the clock is stopped after `block_until_ready` on the last result.
#
# For each call, Python needs `dispatch_us` microseconds to dispatch the work, and the device needs
# `run` microseconds to run it. The device runs one call at a time, in order, and can
# start a call once its dispatch is complete. In the loop, Python dispatches one call after another
# without ever waiting for the device. Nothing else takes time. The inputs are drawn at random.

# %% given
loop = figures("calls: int in 4..9, dispatch_us: int in 30..90, run: int in 100..400")
loop

# %% answer
# In microseconds. The inputs above are `loop.calls`, `loop.dispatch_us` and `loop.run`.
### BEGIN SOLUTION
without_wait = loop.calls * loop.dispatch_us
with_wait = loop.dispatch_us + loop.calls * loop.run
### END SOLUTION

# %% check
check(without_wait=without_wait, with_wait=with_wait, tolerance=0.005)
