# %% wrong: no_overlap
# `with_wait`: you added all dispatches and all runs. Dispatches and runs overlap: while the device
# runs one call, Python dispatches the next.
without_wait = loop.calls * loop.dispatch_us
with_wait = loop.calls * (loop.dispatch_us + loop.run)

# %% wrong: only_last_run
# `with_wait`: you added only the run of the last call. The last run cannot start before all earlier
# runs have finished.
without_wait = loop.calls * loop.dispatch_us
with_wait = loop.calls * loop.dispatch_us + loop.run

# %% wrong: clock_assumed_to_wait
# You gave nearly the same time twice. A clock that is stopped right after the loop measures only
# how long Python takes to dispatch the calls, not how long the device takes to run them.
without_wait = loop.dispatch_us + loop.calls * loop.run
with_wait = loop.dispatch_us + loop.calls * loop.run

# %% wrong: loop_assumed_to_wait
# `without_wait`: you assumed that Python waits for each run before the next call. Python does not
# wait: a call returns as soon as its work is dispatched.
without_wait = loop.calls * (loop.dispatch_us + loop.run)
with_wait = loop.dispatch_us + loop.calls * loop.run

# %% wrong: results_swapped
# You swapped the two results. Waiting takes longer.
without_wait = loop.dispatch_us + loop.calls * loop.run
with_wait = loop.calls * loop.dispatch_us

# %% wrong: one_call
# You gave the times of one call. The loop makes `calls` calls.
without_wait = loop.dispatch_us
with_wait = loop.dispatch_us + loop.run

# %% wrong: time_per_call
# You gave the time per call. Give the time of the whole loop.
without_wait = loop.dispatch_us
with_wait = (loop.dispatch_us + loop.calls * loop.run) / loop.calls

# %% wrong: dispatch_time_only
# `with_wait`: you counted only the time for dispatching. This clock runs until the device has
# finished the last call.
without_wait = loop.calls * loop.dispatch_us
with_wait = loop.calls * loop.dispatch_us

# %% wrong: zero_dispatch_time
# `without_wait`: the clock does not wait for the device, but Python still has to dispatch every
# call before the loop ends.
without_wait = 0
with_wait = loop.dispatch_us + loop.calls * loop.run

# %% wrong: one_dispatch
# `without_wait`: you counted the dispatch of one call. The loop dispatches all calls before the
# clock is stopped.
without_wait = loop.dispatch_us
with_wait = loop.dispatch_us + loop.calls * loop.run

# %% wrong: one_run
# `with_wait`: you counted the run of one call. The device runs all calls, one after another, before
# the last result is ready.
without_wait = loop.calls * loop.dispatch_us
with_wait = loop.dispatch_us + loop.run

# %% wrong: first_dispatch_forgotten
# `with_wait`: you left out the first dispatch. The device is idle until the first call has been
# dispatched.
without_wait = loop.calls * loop.dispatch_us
with_wait = loop.calls * loop.run

# %% right: by_simulation
clock = ready = 0
for _ in range(loop.calls):
    clock += loop.dispatch_us
    ready = max(ready, clock) + loop.run
without_wait, with_wait = clock, ready

# %% right: three_digits
without_wait = float(f"{loop.calls * loop.dispatch_us:.3g}")
with_wait = float(f"{loop.dispatch_us + loop.calls * loop.run:.3g}")
