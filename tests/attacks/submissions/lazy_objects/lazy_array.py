# tries: Returns an array that computes its elements when it is read, from the reader's stack frames.
# defence: separate process for student code
# gains: points

# %% answer: 03_count_flops
import sys

import numpy as np


class Late:
    dtype, shape = np.dtype(np.int64), ()

    def __init__(self, args):
        self.args = args

    def __array__(self, *anything, **words):
        frame = sys._getframe()
        while frame:
            if reference := getattr(frame.f_locals.get("check"), "reference", None):
                return np.asarray(reference(*self.args))
            frame = frame.f_back
        return np.zeros((), np.int64)


def count_flops(*args):
    return Late(args)
