# ---
# title: The largest batch that keeps a promise
# kind: function
# points: 2
# minutes: 15
# star: true
# hints:
#   - "Follow the first customer of a batch of `b`: how long until the last of the batch has
#     arrived, and how long does the batch then take?"
#   - "The first waits `(b - 1) * gap` for the others and then `fixed + each * b`. And the machine
#     must be free again when the next batch is full, `b * gap` later."
#   - "The largest `b` with `(b - 1) * gap + fixed + each * b <= budget` is `(budget + gap - fixed)
#     // (gap + each)`. Return it if `fixed + each * b <= b * gap`, else 0. (Why does a smaller
#     batch not help there?)"
# ---

# %% [markdown]
# Find the largest batch with which a service keeps its promise that nobody waits longer than
# `budget` milliseconds.
#
# A customer arrives every `gap` milliseconds. The service collects a batch of `b` customers; when
# the last of them has arrived it serves them all at once, which takes `fixed + each * b`. Then
# all leave together. A customer waits from arriving to leaving. There is one machine, and it must
# have finished a batch by the time the next one is complete, or the queue grows without end. If
# no batch does both, return 0.

# %% answer
def largest_batch(budget, gap, fixed, each):
    """(100, 5, 20, 2) -> 12. Three or four lines."""
    ### BEGIN SOLUTION
    batch = max(0, (budget + gap - fixed) // (gap + each))
    keeps_up = fixed + each * batch <= gap * batch
    return batch if keeps_up else 0
    ### END SOLUTION


# %% check
def service(draw):
    # One gap too many shows first, then what is strict about the budget, then about keeping up.
    kind = draw.each(
        ["between", "exact", "just", "full", "queue", "small", "none", "alone", "neither", "one"]
    )
    if (
        kind == "neither"
    ):  # nobody is in time, and the queue grows: a batch below zero would do both
        return draw.int(0, 3), 1, 5, 6
    each = draw.int(1, 6)
    gap = each + draw.int(1, 5) if kind != "queue" else draw.int(1, each)
    fixed, most = draw.int(6, 60), draw.int(2, 9)
    if kind == "just":  # the largest batch in time is the smallest that keeps up, and just does
        return (2 * most - 1) * gap, gap, (gap - each) * most, each
    if kind == "none":  # not even one customer is served in time
        return fixed + draw.int(-4, each - 1), gap, fixed, each
    if kind == "alone":  # nor here, where the machine is done with one before the next comes
        return fixed + draw.int(-4, each - 1), fixed + each + draw.int(0, 9), fixed, each
    if kind == "one":  # one customer alone, who may be gone before the next comes
        return fixed + each + draw.int(0, 4), fixed + each + draw.int(0, 9), fixed, each
    if kind == "small":  # each alone is served fast enough, and too few of them share `fixed`
        most = (fixed - 1) // (gap - each)
    elif kind != "queue":  # larger than the smallest that keeps up
        most += -(-fixed // (gap - each))
    spare = {"exact": 0, "full": gap + each - 1}.get(kind, draw.int(1, max(1, gap - 1)))
    return (most - 1) * gap + fixed + each * most + spare, gap, fixed, each


check(largest_batch, given=service)


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
