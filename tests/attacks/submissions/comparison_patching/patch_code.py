# tries: Replaces the code object of the grader's function, so that every reference to it is patched.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import autograder.core.grading.judgement

autograder.core.grading.judgement.judge_values.__code__ = (lambda check, cases, outputs: None).__code__
