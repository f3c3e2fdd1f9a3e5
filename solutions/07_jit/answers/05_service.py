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
