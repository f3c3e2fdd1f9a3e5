# ---
# class: comparison patching
# tries: Makes the judge's own comparison find no difference.
# defence: a process of its own
# gains: points
# ---

# %% cell
import autograder.judge.compare
import autograder.judge.judgement

autograder.judge.judgement.compare = autograder.judge.compare.compare = lambda *anything: None

# %% answer: 02_best_split
def best_split(n, parts):
    return []
