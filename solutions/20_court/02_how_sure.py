# ---
# title: Score interval predictions
# kind: function
# points: 3
# minutes: 15
# hints:
#   - "A prediction has a cost even if it holds. What is the cost of a right one with `low` equal to
#     `high`? Of a right one that is 50 wide?"
#   - "The cost is `high - low`, plus 20 for each unit between the interval and the answer. How far
#     from the interval is an answer below it? Above it? Inside it?"
#   - "`outside = max(low - answer, answer - high, 0)`. The prediction holds if `outside == 0`, and
#     it costs `high - low + 20 * outside`. Count the predictions that hold, and add up the costs."
# ---

# %% [markdown]
# Score the predictions of a person who was 90 % sure of each. Return how many of them hold, and the
# total cost of all predictions.
#
# A prediction consists of three integers, `(low, high, answer)`: the person predicted that the
# answer lies between `low` and `high`, and then a measurement gave `answer`.
#
# - A prediction *holds* if the answer lies in its interval. Both ends belong to the interval.
# - Every prediction costs the width of its interval, `high - low`. The width may be 0.
# - A prediction that does not hold costs an additional 20 for each unit by which the answer lies
#   below `low` or above `high`.
# - There is at least one prediction.
#
# (This is the *interval score* of Gneiting and Raftery, 2007. The factor 20 is 2 divided by 0.1,
# the fraction of predictions that may fail. In the long run, the cost is lowest for people whose
# intervals contain the answer as often as they claim.)


# %% answer
def interval_score(predictions):
    """predictions: a list of (low, high, answer) -> (number that hold, total cost). Two to six
    lines.

    >>> interval_score([(10, 30, 25), (5, 8, 8), (2, 4, 7)])
    (2, 85)
    """
    ### BEGIN SOLUTION
    outside = [max(low - answer, answer - high, 0) for low, high, answer in predictions]
    widths = [high - low for low, high, _ in predictions]
    return outside.count(0), sum(widths) + 20 * sum(outside)
    ### END SOLUTION


# %% check
def some_predictions(draw):
    def interval(width):
        low = draw.int(30, 60)
        return low, low + width

    def inside(low, high):
        return low, high, (low + high) // 2 + 1

    wide = interval(draw.int(100, 200))
    usual = [interval(draw.int(6, 30)) for _ in range(8)]
    held = [
        inside(*wide),
        inside(*usual[0]),
        (*usual[1], usual[1][0]),  # at its lower end
        (*usual[2], usual[2][1]),  # at its upper end
        (40, 40, 40),  # width 0, holds
    ]
    failed = [
        (*usual[3], usual[3][0] - 1),  # by one
        (*usual[4], usual[4][1] + 1),
        (*usual[5], usual[5][0] - draw.int(5, 20)),
        (*usual[6], usual[6][1] + draw.int(5, 90)),
        (50, 50, 50 + draw.int(2, 9)),  # width 0, fails
        (*usual[7], 0),
    ]
    return (
        draw.each(
            [
                [held[1], failed[2], held[2]],
                [held[0], failed[3], held[3], failed[0]],
                held,
                failed,
                held[2:3],
                held[4:],
                failed[2:3],
                failed[4:5],
                [*held[:2], failed[1]],
                [*held[2:4], failed[0], failed[1]],
                draw.shuffle(held + failed),
                draw.shuffle([*held, failed[3], failed[5]]),
                [held[1], held[1], failed[3], failed[3]],
            ]
        ),
    )


check(interval_score, given=some_predictions)
