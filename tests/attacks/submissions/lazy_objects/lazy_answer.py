# tries: Returns a number that computes its value during the comparison, from the frame that compares it.
# defence: separate process for student code
# gains: points

# %% answer: 03_count_flops
import sys


class Late(int):
    def __rsub__(self, other):
        return other - other if sys._getframe(1).f_locals.get("want") == other else 1

    __sub__ = __rsub__


def count_flops(m, k, n):
    return Late()
