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
# A request is a list of 1 to 16 integers. `machine.run(values)` compiles a program for each new
# length, and returns a pair: the largest value and the length of the list.
#
# - Call `run` once for each request, and return the list of its pairs in the order of the requests.
# - Pad each request to less than twice its length, without changing its largest value.
#
# For example, without padding, `[[5, 2], [4], [1, 3]]` gives `[(5, 2), (4, 1), (3, 2)]`. `Machine`
# derives from `Device` (`from autograder import Device`), and the check reads its `.log`.
#
# **Experiment** (not graded). Guess how many times longer a hundred requests of up to 1000 values
# take without padding. The experiment runs your `serve` with `jit` on your device, so write it for
# any length. After half a minute, it prints the times and a prediction, the ratio of the numbers of
# compiled programs.

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


def experiment(serve, guess, count=100):
    """Time the requests without padding and with your `serve`, and print the ratio."""
    requests = [list(range(n)) for n in 1 + np.random.default_rng(0).permutation(1000)[:count]]

    def new_machine():
        machine, largest = Machine(), jax.jit(lambda x: x.max())
        machine.run = lambda values: (float(largest(np.float32(values))), len(values))
        return machine

    def without_padding():
        return list(map(new_machine().run, requests))

    def padded():
        return serve(requests, new_machine())

    def both():
        return {f: ((), manylanes.time(f, repeats=1, warmup=1)) for f in (without_padding, padded)}

    def ratio():
        serve(requests, machine := Machine())
        return count / len(set(machine.log))

    book = "xeon: lengths[method=cold].time / lengths[method=padded].time"
    compare(both, guess, book, predicted=ratio, same=False)


# %% answer
def serve(requests, machine):
    """requests: a list of lists, machine: Machine -> a list of pairs. Five to eight lines."""
    ### BEGIN SOLUTION
    results = []
    for values in requests:
        length = 1
        while length < len(values):
            length *= 2
        results.append(machine.run(values + [min(values)] * (length - len(values))))
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
    if list(largest) != [max(values) for values in requests] or sorted(lengths) != sorted(log):
        return "each pair has the largest value of its request and the length that `run` returned"
    if any(not n <= length < 2 * n for length, n in zip(lengths, map(len, requests), strict=True)):
        return "each request is padded to less than twice its length"
    return True


check(serve, given=a_day, law=served)
