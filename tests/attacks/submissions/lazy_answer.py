# ---
# class: lazy objects
# tries: Answers with a number that is worked out while it is compared, from the frame that compares.
# defence: a process of its own
# gains: points
# unit: 01_first
# beside: []
# ---

# %% answer: 03_count_flops
import sys


class Late(int):
    def __rsub__(self, other):
        return other - other if sys._getframe(1).f_locals.get("want") == other else 1

    __sub__ = __rsub__


def count_flops(m, k, n):
    return Late()
