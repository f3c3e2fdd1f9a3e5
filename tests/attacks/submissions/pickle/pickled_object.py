# tries: Returns an object that would run code when it is unpickled.
# defence: separate process for student code
# undefended: Neither grader unpickles anything. forged_pickle shows the effect of unpickling.
# message: Return numbers, text, arrays, dicts or lists

# %% answer: 02_best_split
import os


class Runs:
    def __reduce__(self):
        return os.system, ("touch /var/tmp/@MARK@",)


def best_split(n, parts):
    return Runs()
