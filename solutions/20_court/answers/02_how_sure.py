# %% wrong: width_is_free
# You let the width cost nothing. Then “between 0 and a million” would be the best prediction of
# all, and says nothing.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0), 20 * sum(outside)


# %% wrong: being_wrong_is_free
# You let it cost nothing to be wrong. Then a single number would be the best prediction of all,
# whatever the answer.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0), sum(widths)


# %% wrong: ends_outside
# What they cost is right. You said that a prediction fails if the answer is one of its ends. Both
# ends belong to the interval.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    held = sum(low < answer < high for low, high, answer in predictions)
# +    return held, sum(widths) + 20 * sum(outside)


# %% wrong: lower_end_alone
# What they cost is right. You let the lower end belong to the interval, and not the upper one, as
# `range` does. Both belong to it.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    held = sum(low <= answer < high for low, high, answer in predictions)
# +    return held, sum(widths) + 20 * sum(outside)


# %% wrong: from_the_middle
# How many held is right. You took how far the answer lies from the middle. It costs by how much it
# lies outside: from the nearer end.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    far = [
# +        abs(answer - (low + high) / 2) * (gap > 0)
# +        for gap, (low, high, answer) in zip(outside, predictions)
# +    ]
# +    return outside.count(0), sum(widths) + 20 * sum(far)


# %% wrong: ten_for_a_unit
# How many held is right. You took 10 for each unit, one over a tenth. It is two over a tenth: the
# answer may be missed on two sides.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0), sum(widths) + 10 * sum(outside)


# %% wrong: twenty_once
# How many held is right. You took 20 for each prediction that failed, however far off the answer
# was. It is 20 for each *unit*.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0), sum(widths) + 20 * sum(gap > 0 for gap in outside)


# %% wrong: too_high_alone
# You counted only answers above their interval. An answer may lie below it as well.
#
# -    outside = [max(low - answer, answer - high, 0) for low, high, answer in predictions]
# +    outside = [max(answer - high, 0) for low, high, answer in predictions]


# %% wrong: too_low_alone
# You counted only answers below their interval. An answer may lie above it as well.
#
# -    outside = [max(low - answer, answer - high, 0) for low, high, answer in predictions]
# +    outside = [max(low - answer, 0) for low, high, answer in predictions]


# %% wrong: cost_of_too_low_alone
# The first number, how many held, is right. Your cost charges 20 for each unit only if the answer
# lies below its interval. An answer above its interval costs the same.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    below = [max(low - answer, 0) for low, _, answer in predictions]
# +    return outside.count(0), sum(widths) + 20 * sum(below)


# %% wrong: width_if_it_holds
# How many held is right. You let only those that hold pay their width. All pay it; one that fails
# also pays 20 for each unit.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    paid = [20 * gap or width for gap, width in zip(outside, widths)]
# +    return outside.count(0), sum(paid)


# %% wrong: numbers_for_width
# How many held is right. You counted the whole numbers in an interval, one more than its width. A
# single number has the width 0.
#
# -    widths = [high - low for low, high, _ in predictions]
# +    widths = [high - low + 1 for low, high, _ in predictions]


# %% wrong: on_average
# How many held is right. You gave what a prediction costs on average. The task asks what all of
# them cost together.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0), (sum(widths) + 20 * sum(outside)) / len(widths)


# %% wrong: how_many_failed
# What they cost is right. You counted those that failed. The task asks how many held.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return len(outside) - outside.count(0), sum(widths) + 20 * sum(outside)


# %% wrong: share_that_held
# What they cost is right. You gave the share that held. The task asks how many did.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0) / len(outside), sum(widths) + 20 * sum(outside)


# %% wrong: cost_first
# Right, but the order is wrong: first how many held, then what they cost.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return sum(widths) + 20 * sum(outside), outside.count(0)


# %% wrong: twenty_for_a_miss
# How many held is right. A prediction that fails costs its width as well, and 20 not once but for
# each unit that the answer lies outside.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    costs = [20 if out else width for out, width in zip(outside, widths, strict=True)]
# +    return outside.count(0), sum(costs)

# %% wrong: all_of_them_fined
# How many held is right. You let those that hold pay for how far the answer lies from an end. They
# pay their width alone.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    from_an_end = [min(abs(low - at), abs(at - high)) for low, high, at in predictions]
# +    return outside.count(0), sum(widths) + 20 * sum(from_an_end)


# %% right: one_after_the_other
def how_sure(predictions):
    held = cost = 0
    for low, high, answer in predictions:
        cost += high - low
        if answer < low:
            cost += 20 * (low - answer)
        elif answer > high:
            cost += 20 * (answer - high)
        else:
            held += 1
    return held, cost


# %% right: with_numpy
import numpy as np


def how_sure(predictions):
    low, high, answer = np.array(predictions).T
    nearest = np.clip(answer, low, high)
    cost = (high - low) + 2 / 0.1 * np.abs(answer - nearest)
    return [(nearest == answer).sum(), cost.sum()]


# %% right: the_middle_of_three
def how_sure(predictions):
    nearest = [sorted(three)[1] for three in predictions]
    rows = list(zip(nearest, predictions))
    held = len([1 for near, three in rows if near == three[2]])
    return held, sum(b - a + 20 * abs(x - near) for near, (a, b, x) in rows)


# %% right: by_two_quantiles
def how_sure(predictions):
    def pinball(end, answer, share):
        return (end - answer) * ((answer < end) - share)

    costs = (
        pinball(low, answer, 0.05) + pinball(high, answer, 0.95)
        for low, high, answer in predictions
    )
    held = sum(answer in range(low, high + 1) for low, high, answer in predictions)
    return held, 20 * sum(costs)
