# ---
# title: The best order of a chain
# kind: function
# points: 2
# minutes: 20
# hints:
#   - "Whatever the order, some product is done last. It splits the chain in two: everything left
#     of it and everything right of it."
#   - "If the last product joins matrices `0..s` with the rest, it costs `2 * dims[0] * dims[s +
#     1] * dims[-1]`. The two parts are shorter chains, and each should be cheapest in itself."
#   - "`min(cheapest(dims[: s + 1]) + cheapest(dims[s:]) + 2 * dims[0] * dims[s] * dims[-1] for s
#     in range(1, len(dims) - 1))`. And for one matrix, 0."
# ---

# %% [markdown]
# Find the least number of FLOPs in which a chain of matrices can be multiplied.
#
# Matrix `i` of the chain has `dims[i]` rows and `dims[i + 1]` columns, so `[10, 100, 5, 50]` is
# three matrices, 10x100, 100x5 and 5x50. `(A B) C` costs 15,000 FLOPs and `A (B C)` costs
# 150,000. You choose the brackets; you may not swap the matrices. A chain has at most eight
# matrices; a chain of one costs nothing.

# %% answer
def cheapest(dims):
    """[10, 100, 5, 50] -> 15000. Four to ten lines."""
    ### BEGIN SOLUTION
    if len(dims) == 2:
        return 0
    return min(
        cheapest(dims[: last + 1]) + cheapest(dims[last:]) + 2 * dims[0] * dims[last] * dims[-1]
        for last in range(1, len(dims) - 1)
    )
    ### END SOLUTION


# %% check
def chain(draw):
    if draw.int(0, 2) == 0:  # short, and the order that stores least works most
        return ([draw.int(5, 7), 2, draw.int(5, 7), draw.int(25, 30)],)
    return ([draw.int(1, 60) for _ in range(draw.int(2, 9))],)


check(cheapest, given=chain)


# %% wrong: left_to_right
# You multiplied from left to right. That is what `A @ B @ C @ v` does, and it is not always the
# cheapest: try every place for the last product.
def cheapest(dims):
    return sum(2 * dims[0] * dims[i] * dims[i + 1] for i in range(1, len(dims) - 1))


# %% wrong: two_directions
# You compared left to right with right to left. The best brackets may start in the middle, `(A
# B)(C D)`: try every place for the last product.
def cheapest(dims):
    if len(dims) == 2:
        return 0
    left = sum(2 * dims[0] * dims[i] * dims[i + 1] for i in range(1, len(dims) - 1))
    right = sum(2 * dims[i - 1] * dims[i] * dims[-1] for i in range(1, len(dims) - 1))
    return min(left, right)


# %% wrong: greedy
# You did the cheapest product first, then the cheapest of what was left. A cheap start can make
# an expensive end. Decide about the *last* product instead: it splits the chain into two shorter
# ones.
def cheapest(dims):
    dims, total = list(dims), 0
    while len(dims) > 2:
        cost, i = min((2 * dims[i - 1] * dims[i] * dims[i + 1], i) for i in range(1, len(dims) - 1))
        total += cost
        del dims[i]
    return total


# %% wrong: smallest_results
# You chose the order that stores least between the products, then counted its FLOPs. Small
# results and little work are two things: compare the FLOPs, `2 m k n` with the summed length `k`
# in it.
def cheapest(dims):
    def best(dims):
        if len(dims) == 2:
            return 0, 0
        splits = []
        for i in range(1, len(dims) - 1):
            left, right = best(dims[: i + 1]), best(dims[i:])
            stored = left[0] + right[0] + dims[0] * dims[-1]
            splits.append((stored, left[1] + right[1] + 2 * dims[0] * dims[i] * dims[-1]))
        return min(splits)

    return best(tuple(dims))[1]


# %% wrong: multiply_adds
# The order is right; the count is half of what it should be. A multiply and an add are two FLOPs.
def cheapest(dims):
    if len(dims) == 2:
        return 0
    return min(
        cheapest(dims[: last + 1]) + cheapest(dims[last:]) + dims[0] * dims[last] * dims[-1]
        for last in range(1, len(dims) - 1)
    )


# %% right: with_a_table
def cheapest(dims):
    count = len(dims) - 1
    best = [[0] * count for _ in range(count)]
    for length in range(2, count + 1):
        for first in range(count - length + 1):
            end = first + length - 1
            best[first][end] = min(
                best[first][s] + best[s + 1][end] + 2 * dims[first] * dims[s + 1] * dims[end + 1]
                for s in range(first, end)
            )
    return best[0][count - 1]


# %% right: with_a_cache
import functools


def cheapest(dims):
    @functools.cache
    def between(i, j):
        if j - i == 1:
            return 0
        return min(
            between(i, s) + between(s, j) + 2 * dims[i] * dims[s] * dims[j] for s in range(i + 1, j)
        )

    return between(0, len(dims) - 1)


# %% right: every_first_product
def cheapest(dims):
    best = {tuple(dims): 0}
    while len(next(iter(best))) > 2:
        shorter = {}
        for chain, cost in best.items():
            for i in range(1, len(chain) - 1):
                rest = chain[:i] + chain[i + 1 :]
                total = cost + 2 * chain[i - 1] * chain[i] * chain[i + 1]
                shorter[rest] = min(total, shorter.get(rest, total))
        best = shorter
    return min(best.values())


# %% right: with_numpy
import numpy as np


def cheapest(dims):
    count, sizes = len(dims), np.array(dims)
    best = np.zeros((count, count))
    for gap in range(2, count):
        for i in range(count - gap):
            j = i + gap
            middle = np.arange(i + 1, j)
            last = 2 * sizes[i] * sizes[middle] * sizes[j]
            best[i, j] = np.min(best[i, middle] + best[middle, j] + last)
    return int(best[0, count - 1])
