# %% wrong: forgot_to_collect
# You counted the time in the machine. The first customer of a batch also waits while the others
# arrive: `(b - 1)` gaps.
def largest_batch(budget, gap, fixed, each):
    batch = max(0, (budget - fixed) // each)
    return batch if fixed + each * batch <= gap * batch else 0


# %% wrong: one_gap_too_many
# Nearly: the first customer waits for `b - 1` others, so for `b - 1` gaps, not for `b`.
def largest_batch(budget, gap, fixed, each):
    batch = max(0, (budget - fixed) // (gap + each))
    return batch if fixed + each * batch <= gap * batch else 0


# %% wrong: one_gap_too_many_and_no_queue
# The first customer waits for `b - 1` others, so for `b - 1` gaps, not for `b`. And while the
# machine serves a batch others arrive: where they are more than a batch, the queue grows, and the
# answer is 0.
#
# -    batch = max(0, (budget + gap - fixed) // (gap + each))
# -    keeps_up = fixed + each * batch <= gap * batch
# -    return batch if keeps_up else 0
# +    return max(0, (budget - fixed) // (gap + each))


# %% wrong: queue_grows
# Your batch keeps the promise once. But while the machine serves it, more than a batch arrives:
# the queue grows, and soon everybody waits too long. Where the machine cannot keep up the answer
# is 0.
def largest_batch(budget, gap, fixed, each):
    return max(0, (budget + gap - fixed) // (gap + each))


# %% wrong: each_is_fast_enough
# You asked whether `each` is less than `gap`. The batch takes `fixed` as well: all of
# `fixed + each * b` has to fit into the `gap * b` in which the next batch comes together.
def largest_batch(budget, gap, fixed, each):
    batch = max(0, (budget + gap - fixed) // (gap + each))
    return batch if each <= gap else 0


# %% wrong: smallest_that_keeps_up
# You found the *smallest* batch with which the machine keeps up. It gives the shortest wait; the
# task asks for the largest batch that the budget allows, which leaves the machine the most time to
# spare.
def largest_batch(budget, gap, fixed, each):
    for batch in range(1, max(1, budget) + 1):
        if fixed + each * batch <= gap * batch:
            return batch if (batch - 1) * gap + fixed + each * batch <= budget else 0
    return 0


# %% wrong: average_customer
# You held the *average* wait within the budget: half the gaps. The promise is for every customer,
# and the first of each batch waits the longest.
def largest_batch(budget, gap, fixed, each):
    best = 0
    for batch in range(1, 2 * max(1, budget) + 2):
        keeps_up = fixed + each * batch <= gap * batch
        if keeps_up and (batch - 1) * gap + 2 * (fixed + each * batch) <= 2 * budget:
            best = batch
    return best


# %% wrong: search_ends_early
# Your search ends too early: `range` leaves its end out, and a batch of `b` waits only for `b - 1`
# gaps. Where customers come rarely a batch of one may be in time.
def largest_batch(budget, gap, fixed, each):
    def both(b):
        serving = fixed + each * b
        return (b - 1) * gap + serving <= budget and serving <= b * gap

    return max(filter(both, range(1, budget // gap)), default=0)


# %% wrong: strictly_faster
# A machine that finishes exactly when the next batch is complete does keep up: `<=`, not `<`.
def largest_batch(budget, gap, fixed, each):
    batch = max(0, (budget + gap - fixed) // (gap + each))
    return batch if fixed + each * batch < gap * batch else 0


# %% wrong: just_below_the_budget
# Nearly: nobody waits *longer* than the budget, so a wait of exactly the budget keeps the promise.
def largest_batch(budget, gap, fixed, each):
    batch = max(0, (budget - 1 + gap - fixed) // (gap + each))
    return batch if fixed + each * batch <= gap * batch else 0


# %% wrong: a_batch_below_zero
# Nearly: where not even one customer is served in time, your formula gives a batch below zero, and
# that one keeps up. Where there is no batch, answer 0.
def largest_batch(budget, gap, fixed, each):
    batch = (budget + gap - fixed) // (gap + each)
    return batch if fixed + each * batch <= gap * batch else 0


# %% wrong: no_batch_at_all
# You find no batch, ever. Either you stopped at the first that does not do both: a small batch may
# be too slow, since few share `fixed`, where a larger one keeps up. Or you want a batch to be
# served before the next *customer* comes: the machine has until the next *batch* is complete.
def largest_batch(budget, gap, fixed, each):
    batch = 0
    while True:
        serving = fixed + each * (batch + 1)
        if batch * gap + serving > budget or serving > (batch + 1) * gap:
            return batch
        batch += 1


# %% wrong: collecting_alone
# You held the time in which the batch is collected within the budget. The first customer also waits
# while it is served, `fixed + each * b`.
def largest_batch(budget, gap, fixed, each):
    batch = max(0, (budget + gap) // gap)
    return batch if fixed + each * batch <= gap * batch else 0


# %% right: by_search
def largest_batch(budget, gap, fixed, each):
    best = 0
    for batch in range(1, max(budget, 0) + 2):
        serving = fixed + each * batch
        if (batch - 1) * gap + serving <= budget and serving <= batch * gap:
            best = batch
    return best


# %% right: by_simulation
def largest_batch(budget, gap, fixed, each):
    def keeps_promise(size):
        free = worst = 0
        for number in range(60):
            first, last = number * size * gap, (number * size + size - 1) * gap
            free = max(free, last) + fixed + each * size
            worst = max(worst, free - first)
        return worst <= budget

    size = 0
    for candidate in range(1, max(budget, 0) + 2):
        if keeps_promise(candidate) and fixed + each * candidate <= candidate * gap:
            size = candidate
    return size


# %% right: with_numpy
import numpy as np


def largest_batch(budget, gap, fixed, each):
    b = np.arange(1, max(budget, 0) + 2)
    serving = fixed + each * b
    fits = (serving <= b * gap) & ((b - 1) * gap + serving <= budget)
    return b[fits].max() if fits.any() else 0
