# ---
# class: pickle
# tries: Answers with an object whose unpickling would run code.
# defence: a process of its own
# undefended: Nothing on the way unpickles, in one process or in two; forged_pickle shows what would come of it.
# says: Return numbers, text, arrays, dicts or lists
# ---

# %% answer: 02_best_split
import os


class Runs:
    def __reduce__(self):
        return os.system, ("touch /var/tmp/@MARK@",)


def best_split(n, parts):
    return Runs()
