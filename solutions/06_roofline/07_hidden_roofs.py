# ---
# title: Ten times on a machine you have not seen
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "A program at twice the size does twice the work and moves twice the bytes, and pays the same
#     overhead. What is left when you subtract the two times?"
#   - "`second - first` is the time of the small one without overhead, so
#     `overhead = 2 * first - second`. A roof is the best that any program reached: of all
#     programs, the most FLOPs in such a time."
#   - "The columns are `work, bytes, first, second = seen.T`. `peak = (work / (second -
#     first)).max()` and the same with `bytes` for the bandwidth; then `overhead + jnp.maximum(work
#     / peak, bytes / bandwidth)` for the two columns of `asked`."
# choices:
#   "asked[:, 1]": JAX reads the last column where a number lies behind it
# ---

# %% [markdown]
# Predict how long ten programs take on a machine whose peak, bandwidth and overhead nobody tells
# you.
#
# You have seen six other programs run on it. Each was run at one size and at twice that size, so a
# row of `seen` is (work, bytes, first, second): FLOPs and bytes at the first size, and the two
# times in nanoseconds. All programs, those seen and those asked, reach the roof: overhead plus the
# longer of arithmetic and movement. At least one of those seen waits for arithmetic, at least one
# for memory, in any rows. A row of `asked` is (work, bytes).

# %% given
import jax
import jax.numpy as jnp


# %% answer
def predict(seen, asked):
    """seen: f32[6, 4], asked: f32[10, 2] -> f32[10], in nanoseconds. Four to eight lines."""
    ### BEGIN SOLUTION
    work, bytes, first, second = seen.T
    overhead = 2 * first[0] - second[0]
    peak, bandwidth = (work / (second - first)).max(), (bytes / (second - first)).max()
    return overhead + jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)
    ### END SOLUTION


# %% check
import numpy as np


def some_machine(drawn):
    (peak, bandwidth, overhead, first), rows = drawn[0] // 10**5, drawn % 10**5
    peak, bandwidth, overhead = 100 + peak % 800, 10 + bandwidth % 80, 2000 + overhead % 7000
    seen = []
    for number, (size, share, side, _) in enumerate(rows):
        longer = 1000 + size % 39_000
        other = longer * (1 + share % 8) // 10
        computes = (first + number) % 2 if number < 2 else side % 2
        times = (longer, other) if computes else (other, longer)
        work, bytes = times[0] * peak, times[1] * bandwidth
        seen.append((work, bytes, overhead + longer, overhead + 2 * longer))
    return np.array(seen)[np.argsort(rows[:, 3], kind="stable")]


def some_programs(drawn):
    bytes = 10_000.0 * (1 + drawn[:, 0] % 50)
    return np.stack([bytes * (1 + drawn[:, 1] % 60) / 2, bytes], axis=1)


def machine(draw):
    seen = draw.array("f32", (6, 4), 0, 10**9, then=some_machine)
    return seen, draw.array("f32", (10, 2), 0, 10**6, then=some_programs)


check(predict, given=machine, tolerance=1e-4)
