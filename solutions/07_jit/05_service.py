# ---
# title: "Experiment: fix a service that compiles all day"
# kind: interactive
# points: 2
# minutes: 20
# hints:
#   - "The machine keeps one program for each length. Which few lengths are enough with padding?"
#   - "Pad each request to the next of the lengths 1, 2, 4, 8, 16, and leave a request that already
#     has such a length unchanged. Which padding does not change the largest value?"
#   - "Start with `length = 1` and double it while it is less than `len(values)`. Then pass on
#     `values + [min(values)] * (length - len(values))`."
# choices:
#   "min(values)": none of its own values is larger than the largest
# ---

# %% [markdown]
# Serve all requests with padding, so that the machine compiles at most five programs.
#
# A request is a list of 1 to 16 integers. `machine.run(values)` returns a pair, the largest value
# and the length of the list, and compiles a program for each new length.
#
# - Call `run` once for each request, and return the list of its pairs in the order of the requests.
# - Padding must not change the largest value of a request.
# - Use at most five different padded lengths.
# - Pad each request to less than twice its length.
#
# For example, without padding, `[[5, 2], [4], [1, 3]]` gives `[(5, 2), (4, 1), (3, 2)]`.
#
# **Experiment** (not graded). It runs your `serve` with `jit` on your device, for a hundred
# requests of up to 1000 values, so write `serve` for any length. Set your guess of how many times
# longer the requests take without padding, and uncomment the last line. After half a minute, it
# prints the times and a prediction, the ratio of the numbers of compiled programs.
#
# The given code uses `from autograder import Device, compare` and `import manylanes`. The check
# reads the `.log` of a `Device`, and `compare(both, guess)` prints what `manylanes.time(program)`
# measures.

# %% given
import jax
import manylanes
import numpy as np
from autograder import Device, compare


class Machine(Device):
    """Return the largest of some values. Compile a program for each new length."""

    def run(self, values):
        self.log.append(len(values))
        return max(values), len(values)


class RealMachine(Machine):
    """Do the same with `jit` on your device."""

    def __init__(self):
        self.largest = jax.jit(lambda x: x.max())

    def run(self, values):
        return float(self.largest(np.float32(values))), super().run(values)[1]


def experiment(serve, guess, count=100):
    """Time the requests without padding and with your `serve`, and print the ratio."""
    np.random.seed(0)
    requests = [np.random.randn(n).tolist() for n in 1 + np.random.permutation(1000)[:count]]
    machines = {}

    def without_padding():
        machine = machines["first"] = RealMachine()
        return [machine.run(values) for values in requests]

    def with_padding():
        machine = machines["second"] = RealMachine()
        return serve(requests, machine)

    def both():
        functions = without_padding, with_padding
        return {each: ((), manylanes.time(each, repeats=1, warmup=1)) for each in functions}

    def ratio():
        return len(set(machines["first"].log)) / len(set(machines["second"].log))

    book = "xeon: lengths[method=cold].time / lengths[method=padded].time"
    compare(both, guess, book, predicted=ratio, same=False)


# %% answer
def serve(requests, machine):
    """requests: a list of lists, machine: Machine -> a list of pairs. Five to eight lines.

    Requests of 1, 2, 3, ... 16 values may be padded to 1, 2, 4, 4, 8, 8, 8, 8, 16, ... values."""
    ### BEGIN SOLUTION
    results = []
    for values in requests:
        length = 1
        while length < len(values):
            length *= 2
        padded = values + [min(values)] * (length - len(values))
        results.append(machine.run(padded))
    return results
    ### END SOLUTION


# The experiment: set `guess`, and uncomment the last line.
guess = ...
# experiment(serve, guess)


# %% check
def a_day(draw):
    lengths = draw.shuffle([*range(1, 17), 3, 5, 12, 16])[: draw.each([8, 10, 12])]
    lengths.append(lengths[0])  # a length that occurs again
    # Padding with 0 fails if all values are negative. Other constants fail if all are far below 0.
    least, most = draw.each([(-99, -1), (-99, 99), (-(10**9), -(10**8))])
    return [[draw.int(least, most) for _ in range(length)] for length in lengths], Machine()


def served(output, requests, machine):
    results, log = output
    results = getattr(results, "tolist", lambda: results)()  # an array counts as a list
    listed = isinstance(results, list | tuple)
    if not listed or any(not isinstance(it, list | tuple) or len(it) != 2 for it in results):
        return "a list with the pair that `run` returned for each request"
    if len(log) != len(requests):
        return "`run` is called once for each request"
    if len(set(log)) > 5:
        return "at most 5 different lengths, so that at most 5 programs are compiled"
    largest, lengths = zip(*results, strict=True)
    if list(largest) != [max(values) for values in requests]:
        return "the first element of each pair is the largest value of the request"
    if sorted(lengths) != sorted(log):
        return "the second element of each pair is the length that `run` returned"
    served = zip(lengths, map(len, requests), strict=True)
    if any(not n <= padded < 2 * n for padded, n in served):
        return "each request is padded to less than twice its length"
    return True


check(serve, given=a_day, law=served)
