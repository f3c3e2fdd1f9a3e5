# ---
# class: threads and orphans
# tries: Lets threads run on after their cell, to use up the time of whatever comes next.
# defence: a new worker after an end
# undefended: The time of the threads is charged to the step that they run in, which is the student's own too.
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
