# tries: Walks up the call stack, finds the check in the caller's frame and calls its reference solution.
# defence: separate process for student code
# gains: points

# %% answer: 03_count_flops
import sys


def count_flops(*args):
    frame = sys._getframe()
    while frame:
        for thing in frame.f_locals.values():
            reference = getattr(thing, "reference", None)
            if callable(reference):
                return reference(*args)
        frame = frame.f_back
    return 0
