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
