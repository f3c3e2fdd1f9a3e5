# ---
# title: How sure were you?
# kind: function
# points: 3
# minutes: 15
# hints:
#   - "Each prediction costs something even when it holds. What does one cost that is a single
#     number and right? One that is 50 wide and right?"
#   - "The cost is `high - low`, and 20 for each unit between the interval and the answer. How far
#     is an answer below the interval from it? How far one above? How far one inside?"
#   - "`outside = max(low - answer, answer - high, 0)`. It holds if `outside == 0`, and costs
#     `high - low + 20 * outside`. Count the ones, add up the others."
# ---

# %% [markdown]
# Score the predictions of somebody who was 90 per cent sure: how many held, and what did they
# cost?
#
# A prediction is three whole numbers, `(low, high, answer)`: before the measurement somebody said
# that the answer would lie between `low` and `high`, and the measurement gave `answer`. All are in
# one unit, `low` is never more than `high`, and the two may be equal. A prediction *holds* if the
# answer lies in its interval; both ends belong to it.
#
# Each prediction costs the width of its interval, `high - low`. If it does not hold, it also costs
# 20 for each unit that the answer lies below `low` or above `high`. Give how many predictions
# held, and what all of them cost together. There is at least one.
#
# (This is the *interval score* of Gneiting and Raftery, 2007, and 20 is 2 divided by the tenth of
# the predictions that may fail. So a very wide interval is not free, one that is too narrow costs
# much, and in the long run those pay the least who are as sure as they say.)


# %% answer
def how_sure(predictions):
    """predictions: a list of (low, high, answer) -> (how many held, what they cost). Two to six
    lines.

    >>> how_sure([(10, 30, 25), (5, 8, 8), (2, 4, 7)])
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
        (40, 40, 40),  # a single number, and right
    ]
    failed = [
        (*usual[3], usual[3][0] - 1),  # by one
        (*usual[4], usual[4][1] + 1),
        (*usual[5], usual[5][0] - draw.int(5, 20)),
        (*usual[6], usual[6][1] + draw.int(5, 90)),
        (50, 50, 50 + draw.int(2, 9)),  # a single number, and not right
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


check(how_sure, given=some_predictions)
