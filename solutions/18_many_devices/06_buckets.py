# ---
# title: What to send when
# kind: function
# points: 2
# star: true
# minutes: 30
# hints:
#   - "Write `finish(lengths)` first: the time at which the last bucket has arrived. With few
#     gradients you could try every way to cut them."
#   - "The best way to send the first `j` gradients ends with one last bucket, gradients `i` to `j -
#     1`, after the best way to send the first `i`. Nothing else of what came before matters."
#   - "`best[0] = (0, [])`, and `best[j]` is the least over `i` of `(max(best[i][0], ready[j - 1]) +
#     alpha + sum(sizes[i:j]), best[i][1] + [j - i])`."
# choices:
#   "[(0, [])]": no gradient is ready before time 0, so the largest of the two is the same
# ---

# %% [markdown]
# The backward pass makes the gradients one by one, and sending can begin while it goes on. Which
# gradients should travel together, so that the last one arrives as early as possible?
#
# Gradient `i` is ready at time `ready[i]`; these times never fall. Gradients are sent in order, in
# *buckets* of one or more that follow one another. A bucket can start when all of its gradients are
# ready and the bucket before it has arrived, never before time 0. It takes `alpha`, and `sizes[i]`
# for each gradient in it. All are whole microseconds. Give how many gradients each bucket holds. If
# several ways are best, any of them is right.


# %% answer
def buckets(ready, sizes, alpha):
    """ready and sizes: lists of whole numbers, alpha: a whole number -> a list of whole numbers.

    Four to ten lines.

    >>> buckets([0, 10, 20], [2, 2, 2], 5)
    [1, 1, 1]
    >>> buckets([0, 1, 2], [2, 2, 2], 50)
    [3]
    """
    ### BEGIN SOLUTION
    best = [(0, [])]
    for j in range(1, len(ready) + 1):
        ways = [
            (max(best[i][0], ready[j - 1]) + alpha + sum(sizes[i:j]), best[i][1] + [j - i])
            for i in range(j)
        ]
        best.append(min(ways))
    return best[-1][1]
    ### END SOLUTION


# %% check
def arrives(lengths, ready, sizes, alpha):
    done = first = 0
    for length in lengths:
        last = first + length
        done = max(done, ready[last - 1]) + alpha + sum(sizes[first:last])
        first = last
    return done


def earliest(ready, sizes, alpha):
    best = [0]
    for j in range(1, len(ready) + 1):
        ends = [max(best[i], ready[j - 1]) + alpha + sum(sizes[i:j]) for i in range(j)]
        best.append(min(ends))
    return best[-1]


def nothing_earlier(lengths, ready, sizes, alpha):
    lengths = getattr(lengths, "tolist", lambda: lengths)()  # an array is a list as well
    if not isinstance(lengths, list | tuple) or not all(type(n) is int for n in lengths):
        return "It is no list of whole numbers."
    if any(n < 1 for n in lengths):
        return "A bucket holds one gradient or more."
    if sum(lengths) != len(ready):
        return f"The buckets hold {sum(lengths)} gradients together; there are {len(ready)}."
    end, least = arrives(lengths, ready, sizes, alpha), earliest(ready, sizes, alpha)
    if end > least:
        return f"The last gradient arrives at {end}; {least} is possible."
    return True


def passes(draw):
    n, gap = draw.int(5, 8), draw.int(6, 9)
    start, small = draw.int(0, 5), [draw.int(1, 3) for _ in range(9)]
    steady = [start + gap * i for i in range(n)]
    return draw.each(
        [
            ([start], [draw.int(1, 9)], draw.int(1, 9)),
            (steady, small[:n], draw.int(1, 2)),  # each by itself: the link is idle in between
            (steady, small[:n], 40 * gap),  # all together
            # Who sends what is there when the link is free is held up by a small one.
            ([0, 1], [1, 60 + gap], 10 + gap),
            ([0, 2, 3, 40, 41], [1, 20, gap, 1, 30], 9 + start),
            # All are ready at once: one bucket saves the other starts.
            ([start] * n, small[:n], gap),
            # A large one first, which travels while the others are made; then many small ones.
            ([0, 100, 101, 102, 103, 104], [80 + gap, 1, 1, 2, 1, 1], 8),
            # The link is behind: what waits travels together.
            ([0, 4, 8, 12, 16, 20], [30, 5, 4, 30, 5, gap], 7),
            ([0, 5, 10, 15, 20, 25, 90], [3, 3, 12, 3, 3, 12, gap], 11 + start),
            # Starts cost nothing: alone is never later.
            ([0, 3, 6, 9], [2, 9, 2, gap], 0),
            # Equal sizes, and a start as dear as two gradients: fours and threes.
            ([10 * i for i in range(8)], [12] * 8, 25 + start),
            # Two at a time, four times: no cut in two or three does it.
            ([0, 0, 40, 40, 80, 80, 120, 120], [10, 11, 9, 10, 11, 10, 10, gap], 19),
            # Two and one are best by one microsecond, if the first bucket starts at 0.
            ([0, 0, gap + 4], [3, draw.int(2, 9), draw.int(1, 9)], gap),
        ]
    )


check(buckets, law=nothing_earlier, given=passes)
