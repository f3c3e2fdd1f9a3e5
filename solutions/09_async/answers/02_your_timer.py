# %% wrong: not_awaited
# You timed the launches. The runs still go on when your clock stops: wait before you read the clock
# again.
#
# -        device.wait()
# -        times.append(device.clock() - begin)
# +        times.append(device.clock() - begin)


# %% wrong: compiling_inside
# You timed the first run. It holds the compilation, and no other run does.
def usual_time(device):
    begin = device.clock()
    device.launch()
    device.wait()
    return device.clock() - begin


# %% wrong: too_few_runs
# Too few runs: the first two do not count, and any later one may be disturbed. Time at least five
# after those two, and take their median.
#
# -    for _ in range(5):
# +    for _ in range(1):


# %% wrong: the_luckiest
# You took the shortest time. Sometimes a run is quicker than usual; the task asks for the usual
# one. Take the median.
#
# -    return statistics.median(times)
# +    return min(times)


# %% wrong: the_mean
# You took the mean. One disturbed run changes it, and it is not the time of any run. Take the
# median.
#
# -    return statistics.median(times)
# +    return sum(times) / len(times)


# %% wrong: six_runs
# You took the median of six runs. Three of them may be disturbed, and then the median lies between
# two times, where no run was: take an odd number.
#
# -    for _ in range(5):
# +    for _ in range(6):


# %% wrong: all_that_ran
# You counted the first two runs as well. They are slow each time, and a median of so few does not
# remove them.
#
# -    for _ in range(2):
# -        device.launch()
# -        device.wait()
#
# -    for _ in range(5):
# +    for _ in range(7):


# %% wrong: waits_at_the_end
# You launched all runs and waited once. While one runs, the next is handed over: the launches are
# hidden, and a run that was disturbed is in your mean. Wait after each.
def usual_time(device):
    for _ in range(2):
        device.launch()
        device.wait()
    begin = device.clock()
    for _ in range(5):
        device.launch()
    device.wait()
    return (device.clock() - begin) / 5


# %% wrong: first_time_holds_the_warm_up
# You did not wait for the two runs that do not count, so your first time holds them. One such time
# does not change the median, but with two more disturbed runs it does: wait before you read the
# clock.
#
# -    for _ in range(2):
# -        device.launch()
# -        device.wait()
# +    device.launch()
# +    device.launch()


# %% wrong: waited_before_the_launch
# You waited, read the clock and launched. The wait has to come after the launch, or it waits for
# nothing.
#
# -        begin = device.clock()
# -        device.launch()
# -        device.wait()
# +        device.wait()
# +        begin = device.clock()
# +        device.launch()


# %% wrong: sum_of_five
# That is the time of five runs together. The task asks for that of one.
#
# -    return statistics.median(times)
# +    return sum(times)


# %% wrong: launched_before_the_clock
# You read the clock after the launch. A run is timed from its launch on: read it before.
#
# -        begin = device.clock()
# -        device.launch()
# +        device.launch()
# +        begin = device.clock()


# %% wrong: always_the_same_begin
# You read the first clock once, before the loop, so your times grow from run to run. Each run has a
# beginning of its own.
#
# -    for _ in range(5):
# -        begin = device.clock()
# -        device.launch()
# +    begin = device.clock()
# +    for _ in range(5):
# +        device.launch()


# %% wrong: the_one_in_the_middle
# You took the run in the middle of your list. The median is the middle of the times when they are
# *sorted*.
#
# -    return statistics.median(times)
# +    return times[len(times) // 2]


# %% wrong: all_times
# Those are the times of all runs. The task asks for one number: what a run usually takes.
#
# -    return statistics.median(times)
# +    return times


# %% wrong: the_longest
# You took the longest time: the run that was disturbed most. Take the median.
#
# -    return statistics.median(times)
# +    return max(times)


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


# %% right: the_commonest
# -    for _ in range(5):
# +    for _ in range(7):
# -    return statistics.median(times)
# +    return statistics.mode(times)


# %% right: waits_for_what_is_done
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
