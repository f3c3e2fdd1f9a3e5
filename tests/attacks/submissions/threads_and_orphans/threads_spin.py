# tries: Leaves threads running after their cell, to use up the time of later steps.
# defence: new worker after a process ends
# undefended: The threads' time is charged to the step that they run in, which is the student's own.
# status: passed
# answer: right

# %% cell
import threading


def spin():
    while True:
        pass


for _ in range(2):
    threading.Thread(target=spin).start()
