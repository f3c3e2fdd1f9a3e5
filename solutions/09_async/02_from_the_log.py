# ---
# title: "Mend it: what the log of a benchmark says"
# kind: function
# points: 1
# minutes: 10
# hints:
#   - "Which rows are like those of a service that has been running for an hour? The call that
#     compiles comes once, and there may be more than one in the log."
#   - "From which time to which does a run last? Python is back long before it has ended, and it
#     cannot begin before its data have arrived."
#   - "Of the rows that are not `compiled`: `statistics.median` of `done - arrived`, and of `done -
#     called`."
# ---

# %% [markdown]
# Read two honest times from the log of a benchmark: how long a run takes on the device, and how
# long its user waits, copy included.
#
# Each row of `log` is one call, a dictionary. The clock was read, in microseconds, when Python made
# the call (`called`), when the call came back (`returned`), when the data had arrived on the device
# (`arrived`) and when the result was there (`done`). `compiled` says whether the call had to
# compile first: the first does, and so does one with a new shape, wherever it stands. Such calls do
# not count. No call is made before the last one is done.
#
# Now and then somebody else uses the machine, so take the median of each. Of an even number of
# calls the median is the mean of the two in the middle. At least one call has not compiled.

# %% given
import statistics

# A run takes 400 here; the copy before it 250. The last but one was disturbed.
LOG = [
    {"called": 0, "returned": 90040, "arrived": 90260, "done": 90660, "compiled": True},
    {"called": 91000, "returned": 91040, "arrived": 91250, "done": 91650, "compiled": False},
    {"called": 92000, "returned": 92030, "arrived": 92250, "done": 99650, "compiled": False},
    {"called": 99700, "returned": 99740, "arrived": 99950, "done": 100350, "compiled": False},
]


# %% answer
def honest_times(log):
    """-> (time of a run, time that its user waits). Two to four lines.

    >>> honest_times(LOG)
    (400, 650)
    """
    ### BEGIN SOLUTION
    warm = [call for call in log if not call["compiled"]]
    runs = [call["done"] - call["arrived"] for call in warm]
    waits = [call["done"] - call["called"] for call in warm]
    return statistics.median(runs), statistics.median(waits)
    ### END SOLUTION


# %% check
def a_benchmark(draw):
    warm = draw.each([5, 1, 4, 2, 9, 12])
    late = draw.each([1, 0, 2, 1])  # calls that compile later on, besides the first
    run, copy = draw.int(200, 900), draw.int(50, 150)
    order = [True, *draw.shuffle([True] * late + [False] * warm)]
    now, log = draw.int(0, 500), []
    for place, compiled in enumerate(order):
        compiling = draw.int(500, 90_000) if compiled else 0
        slow = draw.int(2_000, 99_000) if place % 4 == 3 else 0
        returned = now + compiling + draw.int(20, 40)
        arrived = now + compiling + copy + draw.int(0, 20)
        done = arrived + run + draw.int(0, 40) + slow
        log.append(
            {
                "called": now,
                "returned": returned,
                "arrived": arrived,
                "done": done,
                "compiled": compiled,
            }
        )
        now = done + draw.int(5, 50)
    return (log,)


check(honest_times, given=a_benchmark)
