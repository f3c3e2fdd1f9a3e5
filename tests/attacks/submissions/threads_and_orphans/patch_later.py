# tries: Starts a thread that waits until the grader's code is loaded and then patches it.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import sys
import threading
import time


def later():
    while "autograder.core.kinds.function" not in sys.modules:
        time.sleep(0.001)
    sys.modules["autograder.core.grading.judgement"].judge_values = lambda *anything: None


threading.Thread(target=later, daemon=True).start()
