# ---
# class: comparison patching
# tries: Makes the judge's own comparison find no difference.
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
