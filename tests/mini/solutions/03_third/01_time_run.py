# ---
# title: Time one run of a device
# kind: interactive
# points: 2
# minutes: 10
# hints:
#   - "`launch` returns before the work is done."
#   - The first launch compiles; who wants to know of the others launches twice.
#   - Wait, read the clock, launch, wait, read the clock.
# ---

# %% [markdown]
# How long does a run take, from its launch until the work is done, once it is compiled?
#
# `device.launch()` starts a run and returns, `device.wait()` comes back when all work is done,
# `device.clock()` is the time in microseconds.

# %% given
from autograder import Device


class Accelerator(Device):
    """Works while the caller goes on; compiles when it is launched for the first time."""

    def __init__(self, compiling, launching, working):
        self.compiling, self.launching, self.working = compiling, launching, working
        self._now = self._done = 0

    def launch(self):
        self._now += self.launching + (0 if "launch" in self.log else self.compiling)
        self._done = max(self._done, self._now) + self.working
        self.log.append("launch")

    def wait(self):
        self._now = max(self._now, self._done)
        self.log.append("wait")

    def clock(self):
        return self._now


# %% answer
def time_run(device):
    """A device -> microseconds."""
    ### BEGIN SOLUTION
    device.launch()
    device.wait()
    begin = device.clock()
    device.launch()
    device.wait()
    return device.clock() - begin
    ### END SOLUTION


# %% check
def draw(draw):
    return (Accelerator(draw.int(500, 900), draw.int(2, 9), draw.int(20, 400)),)


def timed(output, device):
    time, log = output
    if log[-1:] != ["wait"] or log.count("launch") < 2:
        return "a run after the first, launched and waited for"
    return time == device.launching + device.working


check(time_run, given=draw, law=timed)
