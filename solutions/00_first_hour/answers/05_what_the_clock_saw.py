# %% wrong: added_up
# `waited`: you added hand-overs and runs. They go on at the same time: while the device works on
# one call, Python hands over the next.
not_waited = loop.calls * loop.hand_over
waited = loop.calls * (loop.hand_over + loop.run)

# %% wrong: only_the_last_run
# You waited only for the last run. It cannot begin before all runs ahead of it have ended.
not_waited = loop.calls * loop.hand_over
waited = loop.calls * loop.hand_over + loop.run

# %% wrong: the_clock_waits_by_itself
# You gave nearly the same time twice. A clock that is stopped right after the loop has seen
# Python hand the work over, and nothing of the device.
not_waited = loop.hand_over + loop.calls * loop.run
waited = loop.hand_over + loop.calls * loop.run

# %% wrong: the_loop_waits
# `not_waited`: you let Python wait for each run before it makes the next call. It does not: a call
# comes back when its work is handed over.
not_waited = loop.calls * (loop.hand_over + loop.run)
waited = loop.hand_over + loop.calls * loop.run

# %% wrong: swapped
# You swapped the two: waiting takes longer.
not_waited = loop.hand_over + loop.calls * loop.run
waited = loop.calls * loop.hand_over

# %% wrong: one_call
# These are the times of one call. The loop makes `calls` of them.
not_waited = loop.hand_over
waited = loop.hand_over + loop.run

# %% wrong: shared_among_the_calls
# These are the times for each call. The task asks for those of the whole loop.
not_waited = loop.hand_over
waited = (loop.hand_over + loop.calls * loop.run) / loop.calls

# %% wrong: never_waited
# `waited`: you counted only the time in which Python hands over. The clock that waits goes on until
# the device has carried out the last call.
not_waited = loop.calls * loop.hand_over
waited = loop.calls * loop.hand_over

# %% wrong: no_time_at_all
# `not_waited`: the device is not waited for, but Python is. It hands over each call before it gets
# to the end of the loop.
not_waited = 0
waited = loop.hand_over + loop.calls * loop.run

# %% wrong: one_hand_over
# `not_waited`: you handed over one call. The loop hands over all of them before the clock is
# stopped.
not_waited = loop.hand_over
waited = loop.hand_over + loop.calls * loop.run

# %% wrong: one_run
# `waited`: you waited for one call. The last result comes when the device has carried out all of
# them, one at a time.
not_waited = loop.calls * loop.hand_over
waited = loop.hand_over + loop.run

# %% wrong: first_hand_over_forgotten
# `waited`: the device has nothing to do before the first call is handed over. Until then it waits.
not_waited = loop.calls * loop.hand_over
waited = loop.calls * loop.run

# %% right: by_simulation
clock = ready = 0
for _ in range(loop.calls):
    clock += loop.hand_over
    ready = max(ready, clock) + loop.run
not_waited, waited = clock, ready

# %% right: three_digits
not_waited = float(f"{loop.calls * loop.hand_over:.3g}")
waited = float(f"{loop.hand_over + loop.calls * loop.run:.3g}")
