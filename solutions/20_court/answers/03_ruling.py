# %% wrong: medians_only
# You used only the medians. The samples vary, and if the lowest or the highest factor gets a
# different verdict, the measurement does not decide. Compare all three verdicts.
#
# -    found = {rule(median(old), median(new)), rule(min(old), max(new)), rule(max(old), min(new))}
# +    found = {rule(median(old), median(new))}


# %% wrong: ends_only
# You left out the medians. Both ends may get the same verdict although the medians get a different
# one: a claim is false if the factor is much too high or much too low. Compare all three verdicts.
#
# -    found = {rule(median(old), median(new)), rule(min(old), max(new)), rule(max(old), min(new))}
# +    found = {rule(min(old), max(new)), rule(max(old), min(new))}


# %% wrong: without_the_highest
# You left out the highest factor. All three factors must get the same verdict. Add
# `max(old) / min(new)`.
#
# -    found = {rule(median(old), median(new)), rule(min(old), max(new)), rule(max(old), min(new))}
# +    found = {rule(median(old), median(new)), rule(min(old), max(new))}


# %% wrong: without_the_lowest
# You left out the lowest factor. All three factors must get the same verdict. Add
# `min(old) / max(new)`.
#
# -    found = {rule(median(old), median(new)), rule(min(old), max(new)), rule(max(old), min(new))}
# +    found = {rule(median(old), median(new)), rule(max(old), min(new))}


# %% wrong: extremes_paired_alike
# You divided the minimum by the minimum and the maximum by the maximum. The lowest factor is the
# shortest old time divided by the *longest* new time, and the highest is the longest old time
# divided by the shortest new time.
#
# -    found = {rule(median(old), median(new)), rule(min(old), max(new)), rule(max(old), min(new))}
# +    found = {rule(median(old), median(new)), rule(min(old), min(new)), rule(max(old), max(new))}


# %% wrong: strict_inequality
# You required a factor greater than `least`. A factor equal to `least` also satisfies the rule. Use
# `>=`.
#
# -        return next(verdict for least, verdict in rules if least is None or a >= least * b)
# +        return next(verdict for least, verdict in rules if least is None or a > least * b)


# %% wrong: not_sorted
# You used the middle element of the unsorted list as the median. Sort the samples first.
#
# -        return sorted(times)[len(times) // 2]
# +        return times[len(times) // 2]


# %% wrong: ratio_inverted
# You inverted the factors. A factor is the old time divided by the new time.
#
# -        return next(verdict for least, verdict in rules if least is None or a >= least * b)
# +        return next(verdict for least, verdict in rules if least is None or b >= least * a)


# %% wrong: means
# You used means. A single slow sample can change a mean considerably. Use the medians.
#
# -        return sorted(times)[len(times) // 2]
# +        return sum(times) / len(times)


# %% wrong: samples_paired
# You divided the samples pair by pair, in the order in which they were taken. The two programs did
# not run together, so the pairs are meaningless. The lowest factor is the shortest old time divided
# by the longest new time.
#
# -    found = {rule(median(old), median(new)), rule(min(old), max(new)), rule(max(old), min(new))}
# +    found = {rule(median(old), median(new)), *(rule(a, b) for a, b in zip(old, new))}


# %% wrong: rules_compared
# You compared the rules that apply. Two rules may give the same verdict, and then the ruling is the
# same. Compare the verdicts.
#
# -        return next(verdict for least, verdict in rules if least is None or a >= least * b)
# +        return next(i for i, (least, _) in enumerate(rules) if least is None or a >= least * b)
# -    return found.pop() if len(found) == 1 else "undecided"
# +    return rules[found.pop()][1] if len(found) == 1 else "undecided"


# %% wrong: rounded
# You rounded the factors to integers. A factor slightly below `least` then seems to reach it. Do
# not round the factors.
#
# -        return next(verdict for least, verdict in rules if least is None or a >= least * b)
# +        a = round(a / b) * b
# +        return next(verdict for least, verdict in rules if least is None or a >= least * b)


# %% right: with_a_loop
def ruling(old, new, rules):
    a, b = sorted(old), sorted(new)
    found = []
    for slow, fast in ((a[len(a) // 2], b[len(b) // 2]), (a[0], b[-1]), (a[-1], b[0])):
        for least, verdict in rules:
            if least is None or slow / fast >= least:
                found.append(verdict)
                break
    for verdict in found:
        if verdict != found[0]:
            return "undecided"
    return found[0]


# %% right: with_numpy
import numpy as np


def ruling(old, new, rules):
    ends = np.array([rule[0] for rule in rules[:-1]])
    verdicts = np.array([rule[1] for rule in rules])
    factors = np.array([np.median(old), np.min(old), np.max(old)])
    factors = factors / [np.median(new), np.max(new), np.min(new)]
    place = (factors[:, None] < ends).sum(axis=1)
    found = np.unique(verdicts[place])
    return found[0] if found.size == 1 else "undecided"
