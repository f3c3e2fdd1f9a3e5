# ---
# title: Rule on a claim from its samples
# kind: function
# points: 4
# star: true
# minutes: 20
# hints:
#   - "First write a function of two times that returns the verdict on their factor."
#   - "Apply this function to the medians, to `min(old)` and `max(new)`, and to `max(old)` and
#     `min(new)`. Then compare the *verdicts*, not the factors."
#   - "Let `rule(a, b)` return the first verdict whose `least` is `None` or `a >= least * b`. If the
#     set `{rule(median(old), median(new)), rule(min(old), max(new)), rule(max(old), min(new))}` has
#     one element, it is the ruling."
# ---

# %% [markdown]
# Rule on a claim about the speedup of a new program over an old one: return one of the verdicts in
# `rules`, or `"undecided"`.
#
# - `old` and `new` are the samples of the two programs in nanoseconds: lists of integers of at
#   least 1, in the order in which they were taken. Their lengths are odd and may differ. The median
#   is the middle sample after sorting.
# - `rules` is a list of pairs `(least, verdict)`. The verdict on a factor is that of the first pair
#   with `factor >= least`. The values `least` are integers in decreasing order. The last one is
#   `None`, and its rule applies to every factor. Several rules may have the same verdict.
#
# Find the verdicts on the median factor, median of `old` / median of `new`, on the lowest factor,
# `min(old) / max(new)`, and on the highest factor, `max(old) / min(new)`. If all three are the
# same, return this verdict. Otherwise, return `"undecided"`.

# %% answer
def ruling(old, new, rules):
    """old, new: lists of integers, rules: list of (least, verdict) -> verdict. Five to nine lines.

    >>> ruling([900, 950, 910], [100, 90, 95], [(4, "upheld"), (2, "misleading"), (None, "false")])
    'upheld'
    >>> ruling([900, 950, 350], [100, 90, 95], [(4, "upheld"), (2, "misleading"), (None, "false")])
    'undecided'
    """

    ### BEGIN SOLUTION
    def rule(a, b):
        return next(verdict for least, verdict in rules if least is None or a >= least * b)

    def median(times):
        return sorted(times)[len(times) // 2]

    found = {rule(median(old), median(new)), rule(min(old), max(new)), rule(max(old), min(new))}
    return found.pop() if len(found) == 1 else "undecided"
    ### END SOLUTION


# %% check
def samples(draw, low, median, high, count):
    """Draw samples with these ends and this median, which is not in the middle of the list."""
    if count == 1:
        return [median]
    half = count // 2
    near = low + (median - low) // 9  # the sample before the median may get another verdict
    below = [low, near, *(draw.int(low, median) for _ in range(half - 2))][:half]
    above = [high] + [draw.int(median, high) for _ in range(half - 1)]
    rest = draw.shuffle([*below, median, *above])
    if rest[half] == median:  # swap it with an end that differs from it, if there is one
        end = rest.index(low if low < median else high)
        rest[half], rest[end] = rest[end], rest[half]
    return rest


def a_trial(draw):
    """Draw samples and rules. Factors on a threshold are exact, even for an answer that divides."""
    b = 2 ** draw.int(8, 11)
    few = draw.int(2, 4)
    some = few + draw.int(2, 4)
    many = some + draw.int(3, 6)
    false = (None, "false")
    at_least = [(many, "upheld"), (some, "upheld with conditions"), (few, "misleading"), false]
    about = [(many, "false"), (few, "upheld"), false]
    alike = [(many, "upheld"), (some, "misleading"), (few, "misleading"), false]
    one = (b, b, b)  # the lowest sample, the median, the highest sample
    near, early = (b - b // 64, b, b + b // 64), (b - b // 8, b, b + b // 32)

    def between(low, high):  # far from both thresholds
        middle = (low + high) * b // 2
        return middle - b // 32, middle, middle + b // 32

    (rules, old, new), counts = draw.each(
        [
            # Rules, samples of old, samples of new. One sample each, on a threshold and below it.
            ((at_least, (some * b,) * 3, one), (1, 1)),
            ((at_least, (some * b - 1,) * 3, one), (1, 1)),
            # The samples differ, and every factor gets the same verdict.
            ((at_least, between(some, many), near), (5, 3)),
            # Only the lowest factor gets another verdict, then only the highest.
            ((at_least, (many * b - 1, many * b + b // 4, many * b + b // 2), one), (3, 1)),
            ((at_least, (few * b - b // 2, few * b - b // 4, few * b), one), (5, 3)),
            ((at_least, (many * b,) * 3, (b - b // 8, b - b // 16, b + 1)), (1, 7)),
            ((at_least, (few * b,) * 3, (b, b + b // 8, b + b // 4)), (3, 3)),
            # The lowest factor is on the threshold, and all verdicts are the same.
            ((at_least, (some * b, some * b + 9, some * b + 20), (b - 9, b - 5, b)), (7, 5)),
            # Two rules have the same verdict.
            ((alike, (some * b - b // 2, some * b, some * b + b // 2), near), (3, 5)),
            # The ends and the medians get different verdicts. An outlier or two move the mean.
            ((about, ((few - 1) * b, some * b, (many + 1) * b), one), (3, 1)),
            ((about, ((few - 1) * b, some * b, 90 * many * b), one), (5, 5)),
            ((about, ((few - 1) * b, few * b - b // 2, (many + 1) * b), one), (3, 1)),
            # The median of all nine factors gets another verdict than both ends.
            ((about, (some * b, many * b + b // 2, many * b + b), (b, b, some * b)), (3, 3)),
            ((about, between(few, many), near), (3, 9)),
            ((at_least, (b - b // 9, b, b + 5), (many * b, many * b + 9, many * b + b)), (3, 5)),
            # Fastest by fastest and slowest by slowest give one verdict, the true ends do not.
            ((at_least, (some * b - b // 8, some * b + b // 2, some * b + b), early), (3, 3)),
        ]
    )
    olds, news = samples(draw, *old, counts[0]), samples(draw, *new, counts[1])
    if len(olds) == len(news):  # both get slower, so a pairwise ratio varies little
        olds, news = sorted(olds), sorted(news)
    return olds, news, rules


check(ruling, given=a_trial)
