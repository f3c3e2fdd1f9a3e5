# ---
# class: threads and orphans
# tries: Leaves threads running after their cell, to use up the time of later steps.
# defence: a new worker after an end
# undefended: The threads' time is charged to the step that they run in, which is the student's own.
# ends: passed
# earned: 2
# ---

# %% cell
import threading


def spin():
    while True:
        pass


for _ in range(2):
    threading.Thread(target=spin).start()

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
