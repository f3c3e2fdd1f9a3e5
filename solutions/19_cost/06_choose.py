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


# %% wrong: cheapest_hour
# You chose the cheapest hour. A machine that costs twice as much and is three times as fast is
# cheaper: the whole bill counts.
#
# -        (-(-work // rate) * price, -rate, place)
# +        (price, -rate, place)


# %% wrong: fastest
# You chose the fastest. The task asks for the least money; speed decides only between two that cost
# the same.
#
# -        (-(-work // rate) * price, -rate, place)
# +        (-rate, -(-work // rate) * price, place)


# %% wrong: parts_of_hours
# You paid for parts of hours. A started hour is paid in full.
#
# -        (-(-work // rate) * price, -rate, place)
# +        (work * price / rate, -rate, place)


# %% wrong: hour_unpaid
# You left the last, started hour unpaid. It is paid in full: round up.
#
# -        (-(-work // rate) * price, -rate, place)
# +        (work // rate * price, -rate, place)


# %% wrong: one_hour_more
# You paid an hour more where the job ends with the hour. Only what was started is paid.
#
# -        (-(-work // rate) * price, -rate, place)
# +        ((work // rate + 1) * price, -rate, place)


# %% wrong: first_of_the_cheap
# Of two offers that cost the same, you chose the one that stands first. Choose the one that is done
# earlier: the one with the higher rate.
#
# -        (-(-work // rate) * price, -rate, place)
# +        (-(-work // rate) * price, place)
# -    return min(will_do)[2] if will_do else None
# +    return min(will_do)[1] if will_do else None


# %% wrong: by_paid_hours
# Where two cost the same you compared the paid hours. Two may pay the same hours and be done at
# different times in the last one: compare when each is done.
#
# -        (-(-work // rate) * price, -rate, place)
# +        (-(-work // rate) * price, -(-work // rate), place)


# %% wrong: slower_of_the_cheap
# Of two offers that cost the same, choose the one that is done earlier: the one with the higher
# rate. You chose the slower one.
#
# -        (-(-work // rate) * price, -rate, place)
# +        (-(-work // rate) * price, rate, place)


# %% wrong: last_of_the_same
# Where two cost the same and are done at the same time, choose the one that stands first.
#
# -        (-(-work // rate) * price, -rate, place)
# +        (-(-work // rate) * price, -rate, -place)
# -    return min(will_do)[2] if will_do else None
# +    return -min(will_do)[2] if will_do else None


# %% wrong: before_the_deadline
# You compared with `<`. A job that finishes exactly at the deadline is on time: use `<=`.
#
# -        if memory >= needed and work <= deadline * rate
# +        if memory >= needed and work < deadline * rate


# %% wrong: too_late
# You did not ask whether it is in time. After the deadline nobody needs the result.
#
# -        if memory >= needed and work <= deadline * rate
# +        if memory >= needed


# %% wrong: does_not_fit
# You did not ask whether it fits. What does not fit does not run.
#
# -        if memory >= needed and work <= deadline * rate
# +        if work <= deadline * rate


# %% wrong: room_to_spare
# You asked for more memory than the job needs. It may be filled to the last gigabyte.
#
# -        if memory >= needed and work <= deadline * rate
# +        if memory > needed and work <= deadline * rate


# %% wrong: place_among_the_rest
# You counted the place among the offers that are good enough. The task asks for the place in the
# whole list.
#
# -    return min(will_do)[2] if will_do else None
# +    return will_do.index(min(will_do)) if will_do else None


# %% wrong: minus_one_for_none
# Where no offer is good enough, the answer is `None`. You gave -1.
#
# -    return min(will_do)[2] if will_do else None
# +    return min(will_do)[2] if will_do else -1


# %% wrong: the_bill
# You gave what it costs. The task asks for the place of the offer in the list.
#
# -    return min(will_do)[2] if will_do else None
# +    return min(will_do)[0] if will_do else None


# %% wrong: somebody_anyway
# Where no offer is good enough you gave the cheapest one. If the job does not fit or is late on
# every offer, the answer is `None`.
#
# -    return min(will_do)[2] if will_do else None
# +    return min(
# +        (
# +            not (memory >= needed and work <= deadline * rate),
# +            -(-work // rate) * price,
# +            -rate,
# +            place,
# +        )
# +        for place, (rate, memory, price) in enumerate(offers)
# +    )[3] if offers else None


# %% wrong: the_offer_itself
# That is the offer. Its place in the list is asked, counted from 0.
#
# -    return min(will_do)[2] if will_do else None
# +    return offers[min(will_do)[2]] if will_do else None

# %% wrong: counted_from_one
# You counted the places from 1. The first has the number 0.
#
# -    return min(will_do)[2] if will_do else None
# +    return min(will_do)[2] + 1 if will_do else None


# %% right: with_a_loop
def choose(job, offers):
    work, needed, deadline = job
    best, least, when = None, None, None
    for place in range(len(offers)):
        rate, memory, price = offers[place]
        if memory < needed or work / rate > deadline:
            continue
        hours = work // rate + (1 if work % rate else 0)
        bill, done = hours * price, work / rate
        if best is None or bill < least or (bill == least and done < when):
            best, least, when = place, bill, done
    return best


# %% right: sorted_by_bill
import math


def choose(job, offers):
    work, needed, deadline = job

    def will_do(place):
        return offers[place][1] >= needed and work / offers[place][0] <= deadline

    def bill(place):
        rate, _, price = offers[place]
        return math.ceil(work / rate) * price, work / rate

    places = sorted(filter(will_do, range(len(offers))), key=bill)
    return places[0] if places else None


# %% right: with_numpy
import numpy as np


def choose(job, offers):
    work, needed, deadline = job
    if not offers:
        return None
    rate, memory, price = np.array(offers).T
    late = work > deadline * rate
    bill = -(-work // rate) * price
    order = np.lexsort((-rate, bill, late | (memory < needed)))
    first = int(order[0])
    return None if late[first] or memory[first] < needed else first
