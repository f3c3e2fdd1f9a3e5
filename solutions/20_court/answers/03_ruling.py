# %% wrong: medians_alone
# You gave the word of the medians. The samples differ, and if the lowest or the highest factor gets
# another word, the measurement does not decide.
#
# -    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
# +    words = {word(middle(old), middle(new))}


# %% wrong: ends_alone
# You compared the lowest factor with the highest and left out the medians. Both ends may get the
# same word, and the medians between them another: far too high and far too low are both false.
#
# -    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
# +    words = {word(min(old), max(new)), word(max(old), min(new))}


# %% wrong: lowest_alone
# You gave the word of the lowest factor. That is careful, but not the rule: it is undecided if the
# three words are not the same.
#
# -    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
# +    words = {word(min(old), max(new))}


# %% wrong: more_than
# You asked for more than `least`. A factor that equals it reaches it.
#
# -        return next(word for least, word in rules if least is None or a >= least * b)
# +        return next(word for least, word in rules if least is None or a > least * b)


# %% wrong: upside_down
# Your factors are upside down. The new program is as many times as fast as the old time divided by
# the new one.
#
# -        return next(word for least, word in rules if least is None or a >= least * b)
# +        return next(word for least, word in rules if least is None or b >= least * a)


# %% wrong: like_with_like
# You divided the shortest by the shortest and the longest by the longest. The lowest factor that
# the samples allow is the shortest old time divided by the *longest* new one; the highest is the
# longest old time divided by the shortest new one.
#
# -    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
# +    words = {word(middle(old), middle(new)), word(min(old), min(new)), word(max(old), max(new))}


# %% wrong: pair_by_pair
# You divided the samples one by one, in the order in which they were taken. The two were not taken
# together: the lowest factor is the shortest old time divided by the longest new one.
#
# -    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
# +    words = {word(middle(old), middle(new)), *(word(a, b) for a, b in zip(old, new))}


# %% wrong: means
# You took the means. One sample in which the machine did something else moves a mean far; the task
# asks for the median.
#
# -        return sorted(times)[len(times) // 2]
# +        return sum(times) / len(times)


# %% wrong: not_sorted
# You took the sample in the middle of the list as it came. Sort it first: half of the samples are
# no longer than the median, and half are no shorter.
#
# -        return sorted(times)[len(times) // 2]
# +        return times[len(times) // 2]


# %% wrong: rules_for_words
# You compared which rule holds. Two rules may have the same word: then the ruling is the same,
# whichever of the two holds.
#
# -        return next(word for least, word in rules if least is None or a >= least * b)
# +        return next(i for i, (least, _) in enumerate(rules) if least is None or a >= least * b)
# -    return words.pop() if len(words) == 1 else "undecided"
# +    return rules[words.pop()][1] if len(words) == 1 else "undecided"


# %% wrong: last_that_holds
# You took the last rule that a factor reaches, but every factor reaches the last one. Stop at the
# first.
#
# -        return next(word for least, word in rules if least is None or a >= least * b)
# +        return [word for least, word in rules if least is None or a >= least * b][-1]


# %% wrong: rounded
# You rounded the factors to whole numbers first. A factor a little below `least` does not reach it.
#
# -        return next(word for least, word in rules if least is None or a >= least * b)
# +        return next(word for least, word in rules if least is None or round(a / b) >= least)


# %% wrong: by_any_spread
# You said undecided whenever the samples differ. They always do. It matters only where the lowest
# or the highest factor gets another word.
#
# -    return words.pop() if len(words) == 1 else "undecided"
# +    spread = max(old) > min(old) or max(new) > min(new)
# +    return "undecided" if spread else words.pop()


# %% wrong: by_most
# You took the word that two of the three have. If one has another word, it is undecided.
#
# -    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
# -    return words.pop() if len(words) == 1 else "undecided"
# +    words = [word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))]
# +    most = max(words, key=words.count)
# +    return most if words.count(most) > 1 else "undecided"


# %% wrong: without_the_highest
# You left out the highest factor. All three have to get the same word.
#
# -    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
# +    words = {word(middle(old), middle(new)), word(min(old), max(new))}


# %% wrong: without_the_lowest
# You left out the lowest factor. All three have to get the same word.
#
# -    words = {word(middle(old), middle(new)), word(min(old), max(new)), word(max(old), min(new))}
# +    words = {word(middle(old), middle(new)), word(max(old), min(new))}


# %% right: with_a_loop
def ruling(old, new, rules):
    a, b = sorted(old), sorted(new)
    found = []
    for slow, fast in ((a[len(a) // 2], b[len(b) // 2]), (a[0], b[-1]), (a[-1], b[0])):
        for least, word in rules:
            if least is None or slow / fast >= least:
                found.append(word)
                break
    for word in found:
        if word != found[0]:
            return "undecided"
    return found[0]


# %% right: with_numpy
import numpy as np


def ruling(old, new, rules):
    ends = np.array([rule[0] for rule in rules[:-1]])
    words = np.array([rule[1] for rule in rules])
    factors = np.array([np.median(old), np.min(old), np.max(old)])
    factors = factors / [np.median(new), np.max(new), np.min(new)]
    place = (factors[:, None] < ends).sum(axis=1)
    found = np.unique(words[place])
    return found[0] if found.size == 1 else "undecided"
