# ---
# class: comparison patching
# tries: Patches the grader's comparison so that it never finds a difference.
# defence: a process of its own
# gains: points
# ---

# %% cell
import autograder.core.grading.check_output
import autograder.core.grading.judgement

autograder.core.grading.judgement.compare = autograder.core.grading.check_output.compare = lambda *anything: None

# %% answer: 02_best_split
def best_split(n, parts):
    return []
