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
