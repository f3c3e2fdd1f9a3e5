# ---
# title: Write a timer for an asynchronous device
# kind: interactive
# points: 3
# minutes: 15
# hints:
#   - "`launch()` returns before the run has ended. Between which two clock readings does exactly
#     one run lie?"
#   - "Do two warm-up runs: launch and wait, twice. Then, at least five times, read the clock,
#     launch, wait, and read the clock again."
#   - "Keep the differences in a list `times` and return `statistics.median(times)`."
# choices:
#   "range(2)": any number of warm-up runs from two on is enough
# ---

# %% [markdown]
# Return the usual time of one run on a device, in microseconds, from its launch until its end.
#
# The device is simulated, so you need no real clock. Use only these methods:
#
# - `device.launch()` starts a run and returns before the run has ended.
# - `device.wait()` returns when all runs have ended.
# - `device.clock()` returns the time in microseconds.
#
# The device executes runs one after another. The first launch includes compilation, and the second
# run is still slow. From the third run on, other programs make some runs longer or shorter. Of any
# odd number of consecutive runs, at least five, more than half take the usual time. Your timer must
#
# - do at least two warm-up runs that do not count,
# - then time an odd number of runs, at least five,
# - launch each of these, wait for it, and read the clock before the next launch.
#
# The usual time includes the launch: in the example, it is 5 + 100.
#
# `Accelerator` derives from `Device` (`from autograder import Device`). `.compiling`, `.launching`,
# `.usual` and `.odd` describe its timing; `._now`, `._done` and `._runs` hold its state. The check
# reads its `.log`.

# %% given
import statistics

from autograder import Device


class Accelerator(Device):
    """Runs asynchronously. Run number i takes usual + odd[i] microseconds."""

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
    """A device -> the usual time of one run, in microseconds. Six to nine lines.

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
            [0, late, 0, late, 0],  # a first time that includes the warm-up makes most slow
            [late, 0, late, 0, 0],  # two counted warm-up runs make most slow
        ]
    )
    odd = [draw.int(40, 90), draw.int(10, 39), *(pattern * 40)]
    return (Accelerator(draw.int(500, 900), draw.int(2, 9), usual, odd),)


def well_timed(output, device):
    time, log = output
    if log.count("launch") < 7:
        return "at least two warm-up runs, and then at least five runs that you time"
    if len(re.findall("launch (wait )+clock", " ".join(log))) < 5:
        return "at least five runs that you launch, wait for and time one by one"
    usual = device.launching + device.usual
    return time == usual or f"{usual} microseconds: the usual time, including the launch"


check(usual_time, given=a_device, law=well_timed)
