# ---
# title: From which batch on?
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "Write the time of one machine for one batch as a function first. Below `full` it does not
#     depend on the batch."
#   - "The quickest way is to try the batches from 1 to 1024 in turn, until the new machine is
#     faster than the old one."
#   - "`time = fixed + each * max(batch, full)`; `next((b for b in range(1, 1025) if ...), None)`
#     gives the first, or `None`."
# ---

# %% [markdown]
# At which batch does a training step become faster on the new machine than on the old one?
#
# A machine is three whole numbers, `(fixed, each, full)`: handing a step over takes `fixed`
# microseconds; then every example takes `each` microseconds. But a machine has to fill its lanes:
# a batch smaller than `full` takes as long as one of `full`. Give the smallest batch, from 1 to
# 1024, at which the new machine takes *less* time than the old one, or `None` if there is none.
# Whether it stays ahead in larger batches is not asked.


# %% answer
def crossover(old, new):
    """old and new: (fixed, each, full) -> a whole number, or None. Three to six lines.

    >>> crossover((10, 5, 1), (100, 1, 16))
    23
    """

    ### BEGIN SOLUTION
    def time(machine, batch):
        fixed, each, full = machine
        return fixed + each * max(batch, full)

    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
    ### END SOLUTION


# %% check
def machines(draw):
    fixed, each, full = draw.int(1, 40), draw.int(3, 9), draw.int(8, 64)
    ahead = draw.int(100, 400)
    old, steep = (fixed, each, 1), (fixed + 1, each + 1, 1)
    return draw.each(
        [
            (old, (fixed + ahead, draw.int(1, 2), full)),
            (old, (fixed + 7 * full, each - 1, 1)),  # a tie, one batch before it wins
            (old, (fixed + ahead, each, full)),  # never: as steep, and dearer
            (old, (fixed + 1023, each - 1, 1)),  # at 1024
            (old, (fixed + 1024, each - 1, 1)),  # at 1025, which is not asked
            ((fixed + full + ahead, each, 1), (1, 1, full)),  # at once
            (old, (fixed, each - 1, full)),  # while its lanes are not full it wins already
            ((fixed, each, full), (fixed + ahead, each - 1, 4)),  # both wait to be full
            # The new one is the steeper: it wins between the two places where lanes are full.
            ((fixed + ahead, each, 1), (fixed, each + 2, ahead // 4)),
            ((fixed, each, full), steep),  # while the old one is not full; it is behind later
            (old, steep),
            (old, (fixed + ahead, 1, 512)),
            # It wins, then falls behind while the old one is not full, and wins again.
            ((fixed, each, full), (fixed + full + 1, each - 1, 1)),
        ]
    )


check(crossover, given=machines)
