# ---
# title: A timer of your own
# kind: interactive
# points: 2
# minutes: 15
# hints:
#   - "`launch()` comes back before the run has ended. Between which two readings of the clock does
#     one whole run lie, and nothing else?"
#   - "First two runs that nobody times: launch and wait, twice. Then at least five times: read the
#     clock, launch, wait, read the clock again."
#   - "Keep the differences in a list `times` and return `statistics.median(times)`."
# choices:
#   "range(2)": at least two runs do not count
# ---

# %% [markdown]
# Write a timer: how long does a run usually take on this device, from its launch until it has
# ended?
#
# `device.launch()` hands a run over and comes back; `device.wait()` comes back when all runs have
# ended; `device.clock()` is the time in microseconds. The device is simulated, so no real clock is
# looked at. It behaves as real ones do. The first launch compiles. The second run is still slow:
# the machine has to warm up. From the third on, a run sometimes takes longer, because of somebody
# else, and sometimes less; of any five in a row at least three take the usual time. Runs are
# carried out one after another.
#
# Time at least five runs, and an odd number of them, one by one, after at least two that do not
# count.
#
# `Accelerator` derives from a class of ours, `from autograder import Device`. `.compiling`,
# `.launching`, `.usual` and `.odd` are its script, `._now`, `._done` and `._runs` how it stands,
# and `.log` is what the check reads.

# %% given
import statistics

from autograder import Device


class Accelerator(Device):
    """Works while its caller goes on. Run number i takes usual + odd[i] microseconds."""

    def __init__(self, compiling, launching, usual, odd):
        self.compiling, self.launching = compiling, launching
        self.usual, self.odd = usual, odd
        self._now = self._done = self._runs = 0

    def launch(self):
        self._now += self.launching + (0 if self._runs else self.compiling)
        work = self.usual + self.odd[self._runs % len(self.odd)]
        self._done = max(self._done, self._now) + work
        self._runs += 1
        self.log.append("launch")

    def wait(self):
        self._now = max(self._now, self._done)
        self.log.append("wait")

    def clock(self):
        self.log.append("clock")
        return self._now


# %% answer
def usual_time(device):
    """A device -> microseconds, of one run. Six to nine lines.

    >>> usual_time(Accelerator(900, 5, 100, [60, 40, 0, 30, -20, 0, 0]))
    105
    """
    ### BEGIN SOLUTION
    for _ in range(2):
        device.launch()
        device.wait()
    times = []
    for _ in range(5):
        begin = device.clock()
        device.launch()
        device.wait()
        times.append(device.clock() - begin)
    return statistics.median(times)
    ### END SOLUTION


# %% check
import re


def a_device(draw):
    usual = draw.int(100, 400)
    late, early = draw.int(60, 900), -draw.int(20, 90)
    pattern = draw.each(
        [
            [0, 0, late, 0, late],
            [early, 0, 0, late, 0],
            [0, late, late, 0, 0],  # with a first time that holds the warm-up, too
            [late, 0, late, 0, 0],  # with the two that warm up, more are slow than not
        ]
    )
    odd = [draw.int(40, 90), draw.int(10, 39), *(pattern * 40)]
    return (Accelerator(draw.int(500, 900), draw.int(2, 9), usual, odd),)


def well_timed(output, device):
    time, log = output
    if log.count("launch") < 7:
        return "at least two runs that do not count, and then at least five that do"
    if len(re.findall("launch (wait )+clock", " ".join(log))) < 5:
        return "at least five runs that are launched, waited for and read off the clock, one by one"
    usual = device.launching + device.usual
    return time == usual or f"{usual} microseconds, which most runs take, launch included"


check(usual_time, given=a_device, law=well_timed)


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
