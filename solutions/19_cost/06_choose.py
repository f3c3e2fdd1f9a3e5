# ---
# title: Shall I rent it?
# kind: function
# points: 2
# star: true
# minutes: 25
# hints:
#   - "First remove the offers that do not hold the job or are late. Then compare the others: `min`
#     compares tuples from left to right: put first what decides first."
#   - "Started hours are `-(-work // rate)`. Whether it is in time is asked of the real hours, and
#     in whole numbers: `work <= deadline * rate`."
#   - "`min` of `(-(-work // rate) * price, -rate, place)` over the offers that are left, and the
#     place of it; `None` if none is left."
# ---

# %% [markdown]
# Choose the offer that does a job for the least money.
#
# A job is three whole numbers, `(work, memory, deadline)`: the operations, the gigabytes that have
# to fit, and the hours after which nobody needs the result any more. An offer is three whole
# numbers, `(rate, memory, price)`: operations an hour as *your* program reaches them, the
# gigabytes that it holds, and the cents of an hour. A started hour is paid in full. An offer is
# good enough if the job fits into its memory, which may be full, and `work / rate` hours are no
# more than the deadline.
#
# Of these offers give the place in the list, counted from 0, of the one that costs least. If two
# cost the same, choose the one that is done earlier; if they are done at the same time as well,
# the one that stands first. Give `None` if no offer is good enough.


# %% answer
def choose(job, offers):
    """job: (work, memory, deadline), offers: a list of (rate, memory, price) -> a whole number, or
    None. Four to ten lines.

    >>> choose((100, 24, 20), [(10, 24, 50), (60, 80, 240)])
    1
    """
    ### BEGIN SOLUTION
    work, needed, deadline = job
    will_do = [
        (-(-work // rate) * price, -rate, place)
        for place, (rate, memory, price) in enumerate(offers)
        if memory >= needed and work <= deadline * rate
    ]
    return min(will_do)[2] if will_do else None
    ### END SOLUTION


# %% check
def jobs(draw):
    needed, deadline = draw.int(20, 60), 2 * draw.int(6, 15)
    rate = deadline * draw.int(2, 9)
    hours = deadline - 2 * draw.int(1, 2)  # even: half of it is a whole number of paid hours
    price = 12 * draw.int(10, 30)
    work = rate * hours
    plain = (rate, needed + 9, price)  # hours * price
    fills = (rate, needed, price - 1)  # to the last gigabyte, and cheaper
    small = (rate, needed - 1, price // 2)
    # Half as long, for half as many hours at the double price: as dear, and done earlier.
    even = (2 * rate, needed, 2 * price)
    # At five per cent of what it could: fast by its sheet, and dear.
    dear = (rate + 1, needed + 90, 4 * price)
    late = (rate * hours // (deadline + 1), needed + 9, price // 5)
    # An hour more than `plain` has, begun and hardly used, for less an hour: dearer or cheaper.
    begun = (rate - 1, needed, price * hours // (hours + 1) + 1)
    saves = (rate - 1, needed, price * hours // (hours + 2) - 1)
    hardly = (work // deadline - 1, needed, 1)  # not an hour late, and late
    exact = (work // deadline, needed, price // 4)  # done exactly at the deadline
    quick = (rate * hours * 2, needed, price * hours - 1)  # half an hour, and a whole one is paid
    quicker = (rate * hours * 4, needed, price * hours - 1)
    half = draw.pick([True, False])
    others = [dear, small, late][:: -1 if half else 1]
    cases = [
        [plain, *others],
        [*others, fills, plain],
        [small, late],
        [plain, even, dear],
        [even, plain],
        [plain, begun, plain],
        [small, plain, saves],
        [late, exact, plain],
        [hardly, plain],
        [dear, plain, plain],
        [quick, quicker, plain],
        [],
        [late, dear],
        [quick, plain, small],
        [plain, (rate, needed + 9, price), (rate, needed, price)],
    ]
    return (work, needed, deadline), draw.each(cases)


check(choose, given=jobs)
