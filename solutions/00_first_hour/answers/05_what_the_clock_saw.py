# %% wrong: added_up
# `waited`: you added all dispatches and all runs. They overlap: while the device runs one call,
# Python dispatches the next.
not_waited = loop.calls * loop.hand_over
waited = loop.calls * (loop.hand_over + loop.run)

# %% wrong: only_the_last_run
# `waited`: you added only the run of the last call. It cannot start before all earlier runs have
# finished.
not_waited = loop.calls * loop.hand_over
waited = loop.calls * loop.hand_over + loop.run

# %% wrong: the_clock_waits_by_itself
# You gave nearly the same time twice. A clock that is stopped right after the loop measures only
# how long Python takes to dispatch the calls, and nothing of the device.
not_waited = loop.hand_over + loop.calls * loop.run
waited = loop.hand_over + loop.calls * loop.run

# %% wrong: the_loop_waits
# `not_waited`: you assumed that Python waits for each run before the next call. It does not: a call
# returns as soon as its work is dispatched.
not_waited = loop.calls * (loop.hand_over + loop.run)
waited = loop.hand_over + loop.calls * loop.run

# %% wrong: swapped
# You swapped the two results. Waiting takes longer.
not_waited = loop.hand_over + loop.calls * loop.run
waited = loop.calls * loop.hand_over

# %% wrong: one_call
# You gave the times of one call. The loop makes `calls` calls.
not_waited = loop.hand_over
waited = loop.hand_over + loop.run

# %% wrong: shared_among_the_calls
# You gave the time per call. Give the time of the whole loop.
not_waited = loop.hand_over
waited = (loop.hand_over + loop.calls * loop.run) / loop.calls

# %% wrong: never_waited
# `waited`: you counted only the time for dispatching. This clock runs until the device has finished
# the last call.
not_waited = loop.calls * loop.hand_over
waited = loop.calls * loop.hand_over

# %% wrong: no_time_at_all
# `not_waited`: the clock does not wait for the device, but Python still has to dispatch every call
# before the loop ends.
not_waited = 0
waited = loop.hand_over + loop.calls * loop.run

# %% wrong: one_hand_over
# `not_waited`: you counted the dispatch of one call. The loop dispatches all calls before the clock
# is stopped.
not_waited = loop.hand_over
waited = loop.hand_over + loop.calls * loop.run

# %% wrong: one_run
# `waited`: you counted the run of one call. The device runs all calls, one after another, before
# the last result is ready.
not_waited = loop.calls * loop.hand_over
waited = loop.hand_over + loop.run

# %% wrong: first_hand_over_forgotten
# `waited`: you left out the first dispatch. The device is idle until the first call has been
# dispatched.
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
