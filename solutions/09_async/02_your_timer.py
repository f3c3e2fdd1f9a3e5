# ---
# title: A timer of your own
# kind: interactive
# points: 3
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
