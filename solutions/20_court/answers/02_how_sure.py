# %% wrong: penalty_per_failure
# Your count is right, but you charged 20 once for each failed prediction. Charge 20 for each *unit*
# between the interval and the answer.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0), sum(widths) + 20 * sum(gap > 0 for gap in outside)


# %% wrong: width_forgotten
# You left out the width. Without it, “between 0 and a million” would be the best prediction. Add
# `high - low` for every prediction.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0), 20 * sum(outside)


# %% wrong: width_only_if_held
# Your count is right, but you charged the width only for predictions that hold. Charge the width
# for every prediction, and add the penalty for a failed one.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    paid = [20 * gap or width for gap, width in zip(outside, widths)]
# +    return outside.count(0), sum(paid)


# %% wrong: penalty_replaces_width
# Your count is right, but you charged a failed prediction 20 instead of its width. Charge the
# width, and add 20 for each unit that the answer lies outside.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    costs = [20 if out else width for out, width in zip(outside, widths, strict=True)]
# +    return outside.count(0), sum(costs)


# %% wrong: penalty_forgotten
# You left out the penalty. Without it, an interval of width 0 would be the best prediction,
# regardless of the answer. Add 20 for each unit that the answer lies outside.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return outside.count(0), sum(widths)


# %% wrong: ends_outside
# Your cost is right, but you counted a prediction as failed if the answer is one of its ends. Both
# ends belong to the interval.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    held = sum(low < answer < high for low, high, answer in predictions)
# +    return held, sum(widths) + 20 * sum(outside)


# %% wrong: lower_end_only
# Your cost is right, but you excluded the upper end from the interval, as `range` does. Both ends
# belong to the interval.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    held = sum(low <= answer < high for low, high, answer in predictions)
# +    return held, sum(widths) + 20 * sum(outside)


# %% wrong: too_high_only
# You considered only answers above their interval. An answer below its interval fails, too. Handle
# both cases.
#
# -    outside = [max(low - answer, answer - high, 0) for low, high, answer in predictions]
# +    outside = [max(answer - high, 0) for low, high, answer in predictions]


# %% wrong: too_low_only
# You considered only answers below their interval. An answer above its interval fails, too. Handle
# both cases.
#
# -    outside = [max(low - answer, answer - high, 0) for low, high, answer in predictions]
# +    outside = [max(low - answer, 0) for low, high, answer in predictions]


# %% wrong: integers_counted
# Your count is right, but you used the number of integers in an interval, which is one more than
# its width. Use `high - low`.
#
# -    widths = [high - low for low, high, _ in predictions]
# +    widths = [high - low + 1 for low, high, _ in predictions]


# %% wrong: distance_from_middle
# Your count is right, but you measured the distance of the answer from the middle of the interval.
# Measure the distance from the nearer end.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    far = [
# +        abs(answer - (low + high) / 2) * (gap > 0)
# +        for gap, (low, high, answer) in zip(outside, predictions)
# +    ]
# +    return outside.count(0), sum(widths) + 20 * sum(far)


# %% wrong: failures_counted
# Your cost is right, but you counted the predictions that failed. Count those that hold.
#
# -    return outside.count(0), sum(widths) + 20 * sum(outside)
# +    return len(outside) - outside.count(0), sum(widths) + 20 * sum(outside)


# %% right: one_after_the_other
def interval_score(predictions):
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


def interval_score(predictions):
    low, high, answer = np.array(predictions).T
    nearest = np.clip(answer, low, high)
    cost = (high - low) + 2 / 0.1 * np.abs(answer - nearest)
    return [(nearest == answer).sum(), cost.sum()]


# %% right: the_middle_of_three
def interval_score(predictions):
    nearest = [sorted(three)[1] for three in predictions]
    rows = list(zip(nearest, predictions))
    held = len([1 for near, three in rows if near == three[2]])
    return held, sum(b - a + 20 * abs(x - near) for near, (a, b, x) in rows)


# %% right: by_two_quantiles
def interval_score(predictions):
    def pinball(end, answer, share):
        return (end - answer) * ((answer < end) - share)

    costs = (
        pinball(low, answer, 0.05) + pinball(high, answer, 0.95)
        for low, high, answer in predictions
    )
    held = sum(answer in range(low, high + 1) for low, high, answer in predictions)
    return held, 20 * sum(costs)
