# %% wrong: one_bucket
# You sent everything at the end. The link was idle while the backward pass ran.
def buckets(ready, sizes, alpha):
    return [len(ready)]


# %% wrong: one_by_one
# You sent each gradient by itself. Each bucket costs a start, `alpha`.
def buckets(ready, sizes, alpha):
    return [1] * len(ready)


# %% wrong: what_is_there
# You sent whatever was ready as soon as the link was free. To wait a little for the next gradient
# may save a start, and while a small bucket travels a large one has to wait.
def buckets(ready, sizes, alpha):
    lengths, done, first = [], 0, 0
    while first < len(ready):
        now, last = max(done, ready[first]), first
        while last < len(ready) and ready[last] <= now:
            last += 1
        lengths.append(last - first)
        done, first = now + alpha + sum(sizes[first:last]), last
    return lengths


# %% wrong: two_halves
# You cut in the middle. Where to cut depends on when the gradients are ready and how large they
# are.
def buckets(ready, sizes, alpha):
    n = len(ready)
    return [n] if n == 1 else [n // 2, n - n // 2]


# %% wrong: at_most_two
# You tried one bucket and every way to make two. There may be more.
def buckets(ready, sizes, alpha):
    def arrives(lengths):
        done = first = 0
        for length in lengths:
            done = max(done, ready[first + length - 1]) + alpha + sum(sizes[first : first + length])
            first += length
        return done

    n = len(ready)
    return min([[n], *([i, n - i] for i in range(1, n))], key=arrives)


# %% wrong: full_buckets
# You filled buckets up to a size, at which a start is small beside the bytes. That is what
# libraries do by default, but it does not always find the earliest arrival.
def buckets(ready, sizes, alpha):
    lengths, held = [], 0
    for size in sizes:
        if held == 0:
            lengths.append(0)
        lengths[-1] += 1
        held += size
        if held >= alpha:
            held = 0
    return lengths


# %% wrong: equal_buckets
# You tried buckets of equal length. They may differ.
def buckets(ready, sizes, alpha):
    n = len(ready)

    def cut(length):
        return [min(length, n - i) for i in range(0, n, length)]

    def arrives(lengths):
        done = first = 0
        for length in lengths:
            done = max(done, ready[first + length - 1]) + alpha + sum(sizes[first : first + length])
            first += length
        return done

    return min((cut(length) for length in range(1, n + 1)), key=arrives)


# %% wrong: ready_at_the_first
# You let a bucket start when its *first* gradient is ready. All of them have to be there.
#
# -            (max(best[i][0], ready[j - 1]) + alpha + sum(sizes[i:j]), best[i][1] + [j - i])
# +            (max(best[i][0], ready[i]) + alpha + sum(sizes[i:j]), best[i][1] + [j - i])


# %% wrong: link_is_always_free
# You let buckets travel at the same time. Each waits until the one before it has arrived.
#
# -            (max(best[i][0], ready[j - 1]) + alpha + sum(sizes[i:j]), best[i][1] + [j - i])
# +            (max(best[i][0], ready[j - 1] + alpha + sum(sizes[i:j])), best[i][1] + [j - i])


# %% wrong: starts_for_nothing
# You left `alpha` out: each bucket costs a start.
#
# -            (max(best[i][0], ready[j - 1]) + alpha + sum(sizes[i:j]), best[i][1] + [j - i])
# +            (max(best[i][0], ready[j - 1]) + sum(sizes[i:j]), best[i][1] + [j - i])


# %% wrong: places_not_lengths
# You gave the places where the buckets end. How many gradients each holds is asked for.
#
# -            (max(best[i][0], ready[j - 1]) + alpha + sum(sizes[i:j]), best[i][1] + [j - i])
# +            (max(best[i][0], ready[j - 1]) + alpha + sum(sizes[i:j]), best[i][1] + [j])


# %% right: every_way
from itertools import product


def buckets(ready, sizes, alpha):
    n, found = len(ready), None
    for cuts in product((False, True), repeat=n - 1):
        lengths = [1]
        for cut in cuts:
            if cut:
                lengths.append(1)
            else:
                lengths[-1] += 1
        done = first = 0
        for length in lengths:
            last = first + length
            done = max(done, ready[last - 1]) + alpha + sum(sizes[first:last])
            first = last
        if found is None or done < found[0]:
            found = done, lengths
    return found[1]


# %% right: remembered
from functools import lru_cache


def buckets(ready, sizes, alpha):
    @lru_cache(None)
    def best(j):
        if j == 0:
            return 0, ()
        ways = []
        for i in range(j):
            done, lengths = best(i)
            ways.append((max(done, ready[j - 1]) + alpha + sum(sizes[i:j]), (*lengths, j - i)))
        return min(ways, key=lambda way: way[0])

    return list(best(len(ready))[1])


# %% right: walked_back
import numpy as np


def buckets(ready, sizes, alpha):
    n = len(ready)
    total = [0]
    for size in sizes:
        total.append(total[-1] + size)
    done, came = [0] + [float("inf")] * n, [0] * (n + 1)
    for j in range(1, n + 1):
        for i in range(j - 1, -1, -1):
            end = max(done[i], ready[j - 1]) + alpha + total[j] - total[i]
            if end < done[j]:
                done[j], came[j] = end, i
    cuts = [n]
    while cuts[0]:
        cuts.insert(0, came[cuts[0]])
    return np.diff(cuts)
