# %% wrong: as_they_come
# The largest values are right, but you passed the requests on unchanged, so the machine compiles a
# program for every length. Pad the requests so that few lengths occur.
def serve(requests, machine):
    return [machine.run(numbers) for numbers in requests]


# %% wrong: padded_with_zeros
# The lengths are right, but you padded with zeros. If all values are negative, a zero is the
# largest. Pad with a value that is never the largest.
def serve(requests, machine):
    said = []
    for numbers in requests:
        length = 1
        while length < len(numbers):
            length *= 2
        said.append(machine.run(numbers + [0] * (length - len(numbers))))
    return said


# %% wrong: all_the_longest
# One program is enough, but most of its work is padding: a request of one value becomes sixteen.
# Use several lengths, each twice the one before.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (16 - len(n))) for n in requests]


# %% wrong: always_longer
# A request of exactly 4 or 8 values became twice as long, although it already has an allowed
# length. Stop as soon as the length is *at least* that of the request.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (2 ** len(n).bit_length() - len(n))) for n in requests]


# %% wrong: in_steps_of_four
# There are few lengths, but short requests grow too much: a request of one value becomes four. Make
# each length twice the one before.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (-len(n) % 4)) for n in requests]


# %% wrong: cut_short
# You cut the requests to an allowed length. The values that you removed may contain the largest.
# Pad instead.
def serve(requests, machine):
    return [machine.run(n[: 2 ** (len(n).bit_length() - 1)]) for n in requests]


# %% wrong: largest_alone
# You returned only the largest values. Return the pairs that `run` returned.
def serve(requests, machine):
    said = []
    for numbers in requests:
        length = 1
        while length < len(numbers):
            length *= 2
        said.append(machine.run(numbers + [min(numbers)] * (length - len(numbers)))[0])
    return said


# %% wrong: lengths_of_the_requests
# The largest values are right, but you returned the lengths of the requests instead of the lengths
# after padding. Return the pairs that `run` returned.
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
# You answered the shortest requests first and returned the answers in that order. Return them in
# the order of the requests.
def serve(requests, machine):
    return [
        machine.run(
            numbers + [min(numbers)] * (2 ** (len(numbers) - 1).bit_length() - len(numbers))
        )
        for numbers in sorted(requests, key=len)
    ]


# %% wrong: all_in_one
# You passed all requests on as one list. Each request needs its own answer. Call `run` once for
# each.
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
