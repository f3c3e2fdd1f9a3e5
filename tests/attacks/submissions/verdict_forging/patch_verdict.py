# tries: Patches the verdict class so that every verdict has full points.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import autograder.core.messages.verdict

made = autograder.core.messages.verdict.Verdict.__init__


def full(self, task, status, points, max_points, *rest, **words):
    made(self, task, autograder.core.messages.verdict.Status.PASSED, max_points, max_points, *rest, **words)


autograder.core.messages.verdict.Verdict.__init__ = full
