# ---
# title: What the clock saw
# kind: value
# points: 2
# minutes: 6
# hints:
#   - "Calling a jitted function hands the work over and returns. How long do all the hand-overs
#     take, if nobody waits for a result?"
#   - "The device takes the calls in turn. It starts on the first as soon as that one is handed
#     over, and from then on always has the next one waiting."
#   - "Without waiting: `calls * hand_over`. With waiting: one `hand_over`, then `calls * run`."
# ---

# %% [markdown]
# A loop calls a jitted function a few times. What does the clock show if it is stopped right after
# the loop, and what if it is stopped after `block_until_ready` on the last result? Both in
# microseconds, for the whole loop. (Three digits are enough.)
#
# Each call takes Python `hand_over` microseconds to hand over to the device, and the device `run`
# microseconds to carry out. The device does one call at a time, in the order in which they come,
# while Python hands over the next ones. The figures are drawn for you.

# %% given
loop = figures("calls: int in 4..9, hand_over: int in 30..90, run: int in 100..400")
loop

# %% answer
# Microseconds. The figures above are `loop.calls`, `loop.hand_over` and `loop.run`.
### BEGIN SOLUTION
not_waited = loop.calls * loop.hand_over
waited = loop.hand_over + loop.calls * loop.run
### END SOLUTION

# %% check
check(not_waited=not_waited, waited=waited, tolerance=0.005)
