# %% wrong: not_padded
# Your largest values are right, but you passed the requests to `run` without padding, so the
# machine compiles a program for every length. Pad the requests so that few lengths occur.
def serve(requests, machine):
    return [machine.run(values) for values in requests]


# %% wrong: padded_with_zeros
# Your lengths are right, but you padded with zeros. If all values of a request are negative, the
# padding is the largest. Pad with a value that is never the largest.
def serve(requests, machine):
    results = []
    for values in requests:
        length = 1
        while length < len(values):
            length *= 2
        results.append(machine.run(values + [0] * (length - len(values))))
    return results


# %% wrong: padded_to_maximum
# One program is enough, but most of its work is padding: a request of one value becomes sixteen.
# Use several lengths, each twice the previous one.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (16 - len(n))) for n in requests]


# %% wrong: padded_past_power_of_two
# You doubled the length of a request of exactly 4 or 8 values, although it already has an allowed
# length. Stop as soon as the length is *at least* that of the request.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (2 ** len(n).bit_length() - len(n))) for n in requests]


# %% wrong: padded_to_multiple_of_four
# You use few lengths, but short requests get too much padding: a request of one value becomes four.
# Make each length twice the previous one.
def serve(requests, machine):
    return [machine.run(n + [min(n)] * (-len(n) % 4)) for n in requests]


# %% wrong: requests_truncated
# You truncated the requests to an allowed length. The values that you removed may include the
# largest one. Pad instead.
def serve(requests, machine):
    return [machine.run(n[: 2 ** (len(n).bit_length() - 1)]) for n in requests]


# %% wrong: values_only
# You returned only the largest values. Return the pairs that `run` returned.
def serve(requests, machine):
    results = []
    for values in requests:
        length = 1
        while length < len(values):
            length *= 2
        results.append(machine.run(values + [min(values)] * (length - len(values)))[0])
    return results


# %% wrong: original_lengths
# Your largest values are right, but you returned the lengths of the requests instead of the lengths
# after padding. Return the pairs that `run` returned.
def serve(requests, machine):
    results = []
    for values in requests:
        length = 1
        while length < len(values):
            length *= 2
        largest, _ = machine.run(values + [min(values)] * (length - len(values)))
        results.append((largest, len(values)))
    return results


# %% wrong: order_not_restored
# You processed the shortest requests first and returned the answers in that order. Return the
# answers in the order of the requests.
def serve(requests, machine):
    return [
        machine.run(values + [min(values)] * (2 ** (len(values) - 1).bit_length() - len(values)))
        for values in sorted(requests, key=len)
    ]


# %% wrong: requests_joined
# You passed all requests to `run` as one list. Each request needs its own answer. Call `run` once
# for each request.
def serve(requests, machine):
    return [machine.run([n for values in requests for n in values])]


# %% right: with_a_list_of_lengths
def serve(requests, machine):
    results = []
    for values in requests:
        length = next(length for length in [1, 2, 4, 8, 16] if length >= len(values))
        results.append(machine.run(list(values) + [float("-inf")] * (length - len(values))))
    return results


# %% right: with_logarithms
import math


def pad(values):
    length = 2 ** math.ceil(math.log2(len(values)))
    return [*values, *[values[0]] * (length - len(values))]


def serve(requests, machine):
    return [machine.run(pad(values)) for values in requests]


# %% right: with_numpy
def serve(requests, machine):
    results = []
    for values in requests:
        length = 1 << (len(values) - 1).bit_length()
        results.append(machine.run(np.pad(values, (0, length - len(values)), mode="edge")))
    return np.array(results)


# %% right: sorted_and_restored
def serve(requests, machine):
    results = [None] * len(requests)
    for place in sorted(range(len(requests)), key=lambda place: len(requests[place])):
        values = requests[place]
        length = 1
        while length < len(values):
            length *= 2
        results[place] = machine.run(values + [min(values)] * (length - len(values)))
    return results
