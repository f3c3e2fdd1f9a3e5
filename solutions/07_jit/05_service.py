# ---
# title: "Fix, and experiment: a service that compiles all day"
# kind: interactive
# points: 2
# minutes: 20
# hints:
#   - "The machine keeps its programs by length. Which few lengths are enough, if a request may be
#     made longer before it is handed over?"
#   - "Lengths that double: 1, 2, 4, 8, 16. Each request goes up to the next of them, and one that
#     has such a length already stays. What may stand in the new places, so that the largest stays
#     the largest?"
#   - "Start with `length = 1` and double it while it is less than `len(numbers)`. Then hand over
#     `numbers + [min(numbers)] * (length - len(numbers))`."
# choices:
#   "min(numbers)": none of its own numbers is larger than the largest
# ---

# %% [markdown]
# Answer all requests, and let the machine compile at most five times.
#
# A request is a list of 1 to 16 numbers; its answer is the largest of them. `machine.run(numbers)`
# returns a pair: the largest number and the length of the list. It compiles a program for each new
# length. Pad the requests so that at most five lengths occur, and each request becomes less than
# twice as long. Call `run` once for each request, and return the pairs in order.
#
# For example, without padding `[[5, 2], [4], [1, 3]]` gives `[(5, 2), (4, 1), (3, 2)]`. Two lengths
# occur, so two programs are compiled.
#
# Then the experiment: the same `serve` with a machine that is real, `jit` on your own device, and
# a hundred requests of up to 1000 numbers (so let it serve any length), as they come and as you
# serve them. Write down your guess first: how many times as long do they take as they come? It
# runs for half a minute and is not graded: clocks differ. The count predicts it by the programs
# made.
#
# `Machine` derives from a class of ours, `from autograder import Device`; its `.log` is what the
# check reads. In the experiment `from autograder import compare` and `import manylanes` bring the
# instruments: `manylanes.time(program, x)` takes samples, and `compare(both, guess)` prints what it
# finds on each of your devices.

# %% given
import jax
import manylanes
import numpy as np
from autograder import Device, compare


class Machine(Device):
    """Says the largest of some numbers; compiles for each length that is new."""

    def run(self, numbers):
        self.log.append(len(numbers))
        return max(numbers), len(numbers)


class RealMachine:
    """The same on your device."""

    def __init__(self):
        self.largest, self.log = jax.jit(lambda x: x.max()), []

    def run(self, numbers):
        self.log.append(len(numbers))
        return float(self.largest(np.float32(numbers))), len(numbers)


def experiment(serve, guess, count=100):
    """Times a day as it comes and as it is served: how many times as long does the first take?"""
    np.random.seed(0)
    requests = [np.random.randn(n).tolist() for n in 1 + np.random.permutation(1000)[:count]]
    made = {}

    def as_they_come():
        machine = made["first"] = RealMachine()
        return [machine.run(numbers) for numbers in requests]

    def as_you_serve():
        machine = made["second"] = RealMachine()
        return serve(requests, machine)

    def both():
        days = as_they_come, as_you_serve
        return {day: ((), manylanes.time(day, repeats=1, warmup=1)) for day in days}

    def programs():
        return len(set(made["first"].log)) / len(set(made["second"].log))

    book = "xeon: lengths[how=first].time / lengths[how=padded].time"
    compare(both, guess, book, foretold=programs, same=False)


# %% answer
def serve(requests, machine):
    """A list of lists, the machine -> a list of pairs. Five to eight lines.

    Sixteen requests of different lengths may take 1, 2, 4, 4, 8, 8, 8, 8, 16, ... places."""
    ### BEGIN SOLUTION
    said = []
    for numbers in requests:
        length = 1
        while length < len(numbers):
            length *= 2
        padded = numbers + [min(numbers)] * (length - len(numbers))
        said.append(machine.run(padded))
    return said
    ### END SOLUTION


# The experiment: put down a guess, take away the last #.
guess = ...
# experiment(serve, guess)


# %% check
def a_day(draw):
    lengths = draw.shuffle([*range(1, 17), 3, 5, 12, 16])[: draw.each([8, 10, 12])]
    lengths.append(lengths[0])  # a length may come again
    # Where all numbers are below zero, a zero would win; where all are far below, any constant.
    least, most = draw.each([(-99, -1), (-99, 99), (-(10**9), -(10**8))])
    return [[draw.int(least, most) for _ in range(length)] for length in lengths], Machine()


def served(output, requests, machine):
    said, log = output
    said = getattr(said, "tolist", lambda: said)()  # an array is a list as well
    listed = isinstance(said, list | tuple)
    if not listed or any(not isinstance(it, list | tuple) or len(it) != 2 for it in said):
        return "what `run` returned, a pair for each request, is returned in a list"
    if len(log) != len(requests):
        return "every request is handed to the machine, once"
    if len(set(log)) > 5:
        return "at most 5 lengths are handed over, and so at most 5 programs compiled"
    pairs = zip(sorted(log), sorted(map(len, requests)), strict=True)
    if any(padded >= 2 * length for padded, length in pairs):
        return "no request grows to twice its length or more"
    largest, lengths = zip(*said, strict=True)
    if list(largest) != [max(numbers) for numbers in requests]:
        return "the largest number of each request, as it came, stands first in its pair"
    served = zip(lengths, map(len, requests), strict=True)
    if sorted(lengths) != sorted(log) or any(not n <= padded < 2 * n for padded, n in served):
        return "the length that `run` returned stands second in its pair"
    return True


check(serve, given=a_day, law=served)
