# ---
# title: The ruling
# kind: function
# points: 4
# star: true
# minutes: 20
# hints:
#   - "One factor gets one word, by the rules in their order. Write that first, as a function of two
#     times; you need its answer three times."
#   - "The factor of the medians is one of the three. The lowest that the samples allow is
#     `min(old)` divided by `max(new)`. And the highest? Then compare *words*."
#   - "With `word(a, b)`, the first word whose `least` is `None` or `a >= least * b`: `words =
#     {word(median(old), median(new)), word(min(old), max(new)), word(max(old), min(new))}`. If
#     there is one in it, that is the ruling."
# ---

# %% [markdown]
# Rule on a claim by rules that were fixed before the measurement, or say that the measurement does
# not decide.
#
# The claim says how many times as fast a new program is as an old one. `old` and `new` hold the
# samples of both, whole nanoseconds of at least 1, in the order in which they were taken. There is
# an odd number of each, and the two numbers may differ; the median is the sample in the middle once
# they are sorted.
#
# `rules` is a list of pairs `(least, word)`. The word for a factor is that of the first rule whose
# `least` the factor reaches; a factor that equals it reaches it. The `least` are whole numbers,
# each smaller than the one before; the last rule's is `None`, and every factor reaches that. Two
# rules may have the same word: of a claim that says “about ten times”, too many and too few are
# both `"false"`.
#
# Find the word for three factors:
#
# | factor | is |
# |---|---|
# | of the medians | median of `old` / median of `new` |
# | the lowest | `min(old) / max(new)` |
# | the highest | `max(old) / min(new)` |
#
# If all three get the same word, that is the ruling. If not, it is `"undecided"`.

# %% answer
def ruling(old, new, rules):
    """old and new: lists of whole numbers, rules: a list of (least, word) -> a word. Five to nine
    lines.

    >>> ruling([900, 950, 910], [100, 90, 95], [(4, "upheld"), (2, "misleading"), (None, "false")])
    'upheld'
    >>> ruling([900, 950, 350], [100, 90, 95], [(4, "upheld"), (2, "misleading"), (None, "false")])
    'undecided'
    """

    ### BEGIN SOLUTION
    def word(a, b):
        return next(word for least, word in rules if least is None or a >= least * b)

    def middle(times):
        return sorted(times)[len(times) // 2]

    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
    return words.pop() if len(words) == 1 else "undecided"
    ### END SOLUTION


# %% check
def samples(draw, low, median, high, count):
    """So many, with these ends and this median, and the median not where the middle of the list
    is."""
    if count == 1:
        return [median]
    half = count // 2
    near = low + (median - low) // 9  # so that the sample before the middle may get another word
    below = [low, near, *(draw.int(low, median) for _ in range(half - 2))][:half]
    above = [high] + [draw.int(median, high) for _ in range(half - 1)]
    rest = draw.shuffle([*below, median, *above])
    if rest[half] == median:  # swapped with an end, which is another number if there is one
        end = rest.index(low if low < median else high)
        rest[half], rest[end] = rest[end], rest[half]
    return rest


def a_trial(draw):
    """What lies at a threshold is a multiple of a power of two: who divides gets it exactly."""
    b = 2 ** draw.int(8, 11)
    few = draw.int(2, 4)
    some = few + draw.int(2, 4)
    many = some + draw.int(3, 6)
    at_least = [(many, "upheld"), (some, "upheld with conditions"), (few, "misleading")]
    at_least = [*at_least, (None, "false")]
    about = [(many, "false"), (few, "upheld"), (None, "false")]
    alike = [(many, "upheld"), (some, "misleading"), (few, "misleading"), (None, "false")]
    # rules, and the ends and the median of old; then of new
    one = (b, b, b)
    near, early = (b - b // 64, b, b + b // 64), (b - b // 8, b, b + b // 32)

    def between(low, high):  # far from both thresholds
        middle = (low + high) * b // 2
        return middle - b // 32, middle, middle + b // 32

    (rules, old, new), counts = draw.each(
        [
            # One sample each, at a threshold, and one nanosecond short of it.
            ((at_least, (some * b,) * 3, one), (1, 1)),
            ((at_least, (some * b - 1,) * 3, one), (1, 1)),
            # The samples differ, and every factor gets the same word.
            ((at_least, between(some, many), near), (5, 3)),
            # All but the lowest factor are enough; then all but the highest are too little.
            ((at_least, (many * b - 1, many * b + b // 4, many * b + b // 2), one), (3, 1)),
            ((at_least, (few * b - b // 2, few * b - b // 4, few * b), one), (5, 3)),
            # The same, by the new times alone.
            ((at_least, (many * b,) * 3, (b - b // 8, b - b // 16, b + 1)), (1, 7)),
            ((at_least, (few * b,) * 3, (b, b + b // 8, b + b // 4)), (3, 3)),
            # At the threshold with the lowest factor: the word is the same for all.
            ((at_least, (some * b, some * b + 9, some * b + 20), (b - 9, b - 5, b)), (7, 5)),
            # Two rules and one word.
            ((alike, (some * b - b // 2, some * b, some * b + b // 2), near), (3, 5)),
            # Both ends get the same word, and what is between them another. One sample may be far
            # off: the mean follows it.
            ((about, ((few - 1) * b, some * b, (many + 1) * b), one), (3, 1)),
            ((about, ((few - 1) * b, some * b, 90 * many * b), one), (5, 5)),
            # The mean is between them, and the median is not.
            ((about, ((few - 1) * b, few * b - b // 2, (many + 1) * b), one), (3, 1)),
            # Of the nine factors of any two samples the middle one is between them as well.
            ((about, (some * b, many * b + b // 2, many * b + b), (b, b, some * b)), (3, 3)),
            ((about, between(few, many), near), (3, 9)),
            # The new program is the slower one.
            ((at_least, (b - b // 9, b, b + 5), (many * b, many * b + 9, many * b + b)), (3, 5)),
            # The fastest of both and the slowest of both allow one word; the widest do not.
            ((at_least, (some * b - b // 8, some * b + b // 2, some * b + b), early), (3, 3)),
        ]
    )
    olds, news = samples(draw, *old, counts[0]), samples(draw, *new, counts[1])
    if len(olds) == len(news):  # both grew slower meanwhile: like stands beside like
        olds, news = sorted(olds), sorted(news)
    return olds, news, rules


check(ruling, given=a_trial)
