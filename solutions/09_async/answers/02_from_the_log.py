# %% wrong: not_awaited
# You stopped the clock when the call came back. Then the work has been handed over and not done.
# Both times end with `done`.
def honest_times(log):
    warm = [call for call in log if not call["compiled"]]
    took = statistics.median(call["returned"] - call["called"] for call in warm)
    return took, took


# %% wrong: wait_until_the_return
# Your runs are right. The user does not have the result when the call comes back: a wait ends with
# `done`, too.
#
# -    waits = [call["done"] - call["called"] for call in warm]
# +    waits = [call["returned"] - call["called"] for call in warm]


# %% wrong: run_from_return
# You began the time of a run where the call came back. The copy was still on its way: a run begins
# when its data have `arrived`.
#
# -    runs = [call["done"] - call["arrived"] for call in warm]
# +    runs = [call["done"] - call["returned"] for call in warm]


# %% wrong: compiling_inside
# Your times hold the calls that compiled. Leave those rows out.
def honest_times(log):
    runs = [call["done"] - call["arrived"] for call in log]
    waits = [call["done"] - call["called"] for call in log]
    return statistics.median(runs), statistics.median(waits)


# %% wrong: first_left_out
# You left out the first call and no other. One with a new shape compiles as well, wherever it
# stands: `compiled` says so.
def honest_times(log):
    runs = [call["done"] - call["arrived"] for call in log[1:]]
    waits = [call["done"] - call["called"] for call in log[1:]]
    return statistics.median(runs), statistics.median(waits)


# %% wrong: copy_left_out
# You gave the time of a run twice. Its user has to wait for the copy too: from `called` to `done`.
def honest_times(log):
    warm = [call for call in log if not call["compiled"]]
    run = statistics.median(call["done"] - call["arrived"] for call in warm)
    return run, run


# %% wrong: copy_inside
# You gave the waiting time twice. The run itself begins when its data have arrived.
def honest_times(log):
    warm = [call for call in log if not call["compiled"]]
    wait = statistics.median(call["done"] - call["called"] for call in warm)
    return wait, wait


# %% wrong: the_best_one
# You took the fastest call. The task asks for the median.
#
# -    return statistics.median(runs), statistics.median(waits)
# +    return min(runs), min(waits)


# %% wrong: the_mean
# You took the mean, and one disturbed call can move it very far. The task asks for the median.
#
# -    return statistics.median(runs), statistics.median(waits)
# +    return statistics.mean(runs), statistics.mean(waits)


# %% wrong: upper_middle
# Nearly: of an even number of calls you took the larger of the two in the middle. Take their mean,
# as `statistics.median` does.
def honest_times(log):
    warm = [call for call in log if not call["compiled"]]
    runs = sorted(call["done"] - call["arrived"] for call in warm)
    waits = sorted(call["done"] - call["called"] for call in warm)
    return runs[len(runs) // 2], waits[len(waits) // 2]


# %% wrong: one_of_them
# You trusted one call. Take the median of all that did not compile.
def honest_times(log):
    call = next(call for call in log if not call["compiled"])
    return call["done"] - call["arrived"], call["done"] - call["called"]


# %% wrong: swapped
# You swapped the two: first the run, then what its user waits.
#
# -    return statistics.median(runs), statistics.median(waits)
# +    return statistics.median(waits), statistics.median(runs)


# %% wrong: medians_subtracted
# You took the medians of the clock and subtracted those. Take the time of each call first, and the
# median of these times.
def honest_times(log):
    kept = [row for row in log if not row["compiled"]]
    done, arrived, called = (
        statistics.median(row[name] for row in kept) for name in ("done", "arrived", "called")
    )
    return done - arrived, done - called


# %% wrong: medians_added
# Your runs are right. You added the median of the copies to the median of the runs, and medians do
# not add up: take the whole wait of each call first, and the median of these.
#
# -    waits = [call["done"] - call["called"] for call in warm]
# -    return statistics.median(runs), statistics.median(waits)
# +    copies = [call["arrived"] - call["called"] for call in warm]
# +    run = statistics.median(runs)
# +    return run, run + statistics.median(copies)


# %% wrong: launch_for_run
# Your waits are right. What lies between `called` and `returned` is the handing over: the run
# itself begins later, and goes on after the call came back.
#
# -    runs = [call["done"] - call["arrived"] for call in warm]
# +    runs = [call["returned"] - call["called"] for call in warm]


# %% wrong: wait_from_the_return
# Your runs are right. A user waits from the moment of the call; you began when it came back.
#
# -    waits = [call["done"] - call["called"] for call in warm]
# +    waits = [call["done"] - call["returned"] for call in warm]


# %% wrong: the_copy_alone
# Your runs are right. What you gave with them is the time of the copy. Its user waits for the copy
# *and* the run.
#
# -    waits = [call["done"] - call["called"] for call in warm]
# +    waits = [call["arrived"] - call["called"] for call in warm]


# %% wrong: middle_as_it_stands
# You took the call in the middle of the log. The median is the middle of the times when they are
# *sorted*.
#
# -    return statistics.median(runs), statistics.median(waits)
# +    return runs[len(runs) // 2], waits[len(waits) // 2]


# %% wrong: lower_middle
# Nearly: of an even number of calls you took the smaller of the two in the middle. Take their mean,
# as `statistics.median` does.
#
# -    return statistics.median(runs), statistics.median(waits)
# +    return statistics.median_low(runs), statistics.median_low(waits)


# %% wrong: halves_dropped
# Nearly: you dropped a half. The mean of the two in the middle need not be a whole number.
#
# -    return statistics.median(runs), statistics.median(waits)
# +    return int(statistics.median(runs)), int(statistics.median(waits))


# %% wrong: always_the_same_log
# You read `LOG`, which is an example. The log in question is handed over: `log`.
#
# -    warm = [call for call in log if not call["compiled"]]
# +    warm = [call for call in LOG if not call["compiled"]]


# %% wrong: those_that_compiled
# You kept the calls that compiled. Only the others count.
#
# -    warm = [call for call in log if not call["compiled"]]
# +    warm = [call for call in log if call["compiled"]]


# %% right: with_numpy
import numpy as np


def honest_times(log):
    warm = [call for call in log if not call["compiled"]]
    times = [(call["done"] - call["arrived"], call["done"] - call["called"]) for call in warm]
    return np.median(np.array(times), axis=0)


# %% right: middle_of_a_sorted_list
def honest_times(log):
    def middle(begin):
        took = sorted(c["done"] - c[begin] for c in log if c["compiled"] is False)
        return (took[(len(took) - 1) // 2] + took[len(took) // 2]) / 2

    return [middle("arrived"), middle("called")]


# %% right: rows_removed
def honest_times(log):
    runs, waits = [], []
    for call in log:
        if call["compiled"]:
            continue
        runs.append(call["done"] - call["arrived"])
        waits.append(call["done"] - call["called"])
    return (statistics.median(runs), statistics.median(waits))
