# %% wrong: wait_missing
# You timed only the launches. The run has not ended when you read the clock again. Call `wait`
# before the second reading.
#
# -        device.wait()
# -        times.append(device.clock() - begin)
# +        times.append(device.clock() - begin)


# %% wrong: compilation_included
# You timed the first run, the only one that includes the compilation. Do two warm-up runs first.
def usual_time(device):
    begin = device.clock()
    device.launch()
    device.wait()
    return device.clock() - begin


# %% wrong: too_few_runs
# You timed too few runs. The first two do not count, and any later one may be disturbed. Time at
# least five more, and return their median.
#
# -    for _ in range(5):
# +    for _ in range(1):


# %% wrong: minimum_returned
# You returned the shortest time. Some runs are faster than usual, and the task asks for the usual
# time. Return the median.
#
# -    return statistics.median(times)
# +    return min(times)


# %% wrong: mean_returned
# You returned the mean. One disturbed run changes the mean, which need not equal the time of any
# run. Return the median.
#
# -    return statistics.median(times)
# +    return sum(times) / len(times)


# %% wrong: six_runs
# You returned the median of six runs. If three of them are disturbed, the median lies between two
# times and equals neither. Time an odd number of runs.
#
# -    for _ in range(5):
# +    for _ in range(6):


# %% wrong: warm_up_included
# You counted the two warm-up runs. They are always slow, and the median of so few times does not
# remove them. Start timing with the third run.
#
# -    for _ in range(2):
# -        device.launch()
# -        device.wait()
#
# -    for _ in range(5):
# +    for _ in range(7):


# %% wrong: single_wait
# You launched all runs and waited once. The launches overlap with the runs, and your mean includes
# disturbed runs. Wait after each launch, and return the median.
def usual_time(device):
    for _ in range(2):
        device.launch()
        device.wait()
    begin = device.clock()
    for _ in range(5):
        device.launch()
    device.wait()
    return (device.clock() - begin) / 5


# %% wrong: warm_up_not_awaited
# You did not wait for the warm-up runs, so your first time includes them. Together with two
# disturbed runs, this time changes the median. Wait before you read the clock for the first time.
#
# -    for _ in range(2):
# -        device.launch()
# -        device.wait()
# +    device.launch()
# +    device.launch()


# %% wrong: waited_before_the_launch
# You called `wait` before the launch, when there is nothing to wait for. Call `wait` after the
# launch and before the second clock reading.
#
# -        begin = device.clock()
# -        device.launch()
# -        device.wait()
# +        device.wait()
# +        begin = device.clock()
# +        device.launch()


# %% wrong: clock_started_late
# You read the clock after the launch. The time of a run includes its launch. Read the clock before
# the launch.
#
# -        begin = device.clock()
# -        device.launch()
# +        device.launch()
# +        begin = device.clock()


# %% wrong: one_start_time
# You read the start time once, before the loop, so each of your times includes all earlier runs.
# Read the clock at the start of each run.
#
# -    for _ in range(5):
# -        begin = device.clock()
# -        device.launch()
# +    begin = device.clock()
# +    for _ in range(5):
# +        device.launch()


# %% right: one_clock_reading_each
def usual_time(device):
    for _ in range(3):
        device.launch()
    device.wait()
    readings = [device.clock()]
    for _ in range(15):
        device.launch()
        device.wait()
        readings.append(device.clock())
    return statistics.median(readings[i + 1] - readings[i] for i in range(15))


# %% right: by_mode
# -    for _ in range(5):
# +    for _ in range(7):
# -    return statistics.median(times)
# +    return statistics.mode(times)


# %% right: extra_wait
def usual_time(device):
    def time():
        device.wait()
        return device.clock()

    times = []
    for _ in range(9):
        begin = time()
        device.launch()
        device.wait()
        times.append(time() - begin)
    return statistics.median(times[2:])


# %% right: seven_runs_after_three
# -    for _ in range(2):
# +    for _ in range(3):
#
# -    for _ in range(5):
# +    for _ in range(7):
