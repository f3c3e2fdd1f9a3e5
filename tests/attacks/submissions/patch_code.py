# ---
# class: comparison patching
# tries: Swaps the code inside the judge's function, so that every name for it is patched at once.
# defence: a process of its own
# gains: points
# ---

# %% cell
import autograder.core.grading.judgement

autograder.core.grading.judgement.judge_values.__code__ = (lambda check, cases, outputs: None).__code__

# %% answer: 02_best_split
def best_split(n, parts):
    return []
