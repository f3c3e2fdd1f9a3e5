# ---
# title: "Mend it, and experiment: a service that compiles all day"
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


# %% wrong: as_they_come
# The largest numbers are right. If you hand the requests over as they came, the machine compiles
# for every length: make them longer, so that few lengths are left.
def serve(requests, machine):
    return [machine.run(numbers) for numbers in requests]


# %% wrong: all_the_longest
# It is one program, but most of what it works on is padding: a request of one number has become
# sixteen. Use several lengths, each twice the one before.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (16 - len(n))) for n in requests]


# %% wrong: padded_with_zeros
# The lengths are right. But you added zeros, and where all numbers are below zero, a zero is the
# largest. Add something that never wins.
def serve(requests, machine):
    said = []
    for numbers in requests:
        length = 1
        while length < len(numbers):
            length *= 2
        said.append(machine.run(numbers + [0] * (length - len(numbers))))
    return said


# %% wrong: always_longer
# Nearly: a request of exactly 4 or 8 numbers became twice as long. It already has an allowed
# length: stop where the length is *at least* its own.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (2 ** len(n).bit_length() - len(n))) for n in requests]


# %% wrong: in_steps_of_four
# There are few lengths, but short requests cost too much: a request of one number has become four.
# Let each length be twice the one before.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (-len(n) % 4)) for n in requests]


# %% wrong: cut_short
# You cut the requests down to a length of the list. What was cut off may have been the largest.
def serve(requests, machine):
    return [machine.run(n[: 2 ** (len(n).bit_length() - 1)]) for n in requests]


# %% wrong: largest_alone
# You returned only the largest numbers. Return what `run` returned, the pair.
def serve(requests, machine):
    said = []
    for numbers in requests:
        length = 1
        while length < len(numbers):
            length *= 2
        said.append(machine.run(numbers + [min(numbers)] * (length - len(numbers)))[0])
    return said


# %% wrong: lengths_of_the_requests
# The largest numbers are right. But beside them you return the lengths of the requests, and not
# those of the programs that ran. Return the pair as `run` gave it.
def serve(requests, machine):
    said = []
    for numbers in requests:
        length = 1
        while length < len(numbers):
            length *= 2
        largest, _ = machine.run(numbers + [min(numbers)] * (length - len(numbers)))
        said.append((largest, len(numbers)))
    return said


# %% wrong: shortest_first
# You answered the shortest requests first, and returned them in that order. The first request gets
# the first answer.
def serve(requests, machine):
    return [
        machine.run(
            numbers + [min(numbers)] * (2 ** (len(numbers) - 1).bit_length() - len(numbers))
        )
        for numbers in sorted(requests, key=len)
    ]


# %% wrong: all_in_one
# You handed over one list for all of them. Each request wants an answer of its own.
def serve(requests, machine):
    return [machine.run([n for numbers in requests for n in numbers])]


# %% right: with_a_list_of_lengths
def serve(requests, machine):
    said = []
    for numbers in requests:
        length = next(length for length in [1, 2, 4, 8, 16] if length >= len(numbers))
        said.append(machine.run(list(numbers) + [float("-inf")] * (length - len(numbers))))
    return said


# %% right: with_logarithms
import math


def pad(numbers):
    length = 2 ** math.ceil(math.log2(len(numbers)))
    return [*numbers, *[numbers[0]] * (length - len(numbers))]


def serve(requests, machine):
    return [machine.run(pad(numbers)) for numbers in requests]


# %% right: with_numpy
def serve(requests, machine):
    results = []
    for numbers in requests:
        length = 1 << (len(numbers) - 1).bit_length()
        results.append(machine.run(np.pad(numbers, (0, length - len(numbers)), mode="edge")))
    return np.array(results)


# %% right: shortest_first_and_back_in_order
def serve(requests, machine):
    said = [None] * len(requests)
    for place in sorted(range(len(requests)), key=lambda place: len(requests[place])):
        numbers = requests[place]
        length = 1
        while length < len(numbers):
            length *= 2
        said[place] = machine.run(numbers + [min(numbers)] * (length - len(numbers)))
    return said
