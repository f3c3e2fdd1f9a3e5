# tries: Patches the grader's comparison so that it never finds a difference.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import autograder.core.grading.check_output
import autograder.core.grading.judgement

autograder.core.grading.judgement.compare_output = lambda *anything: None
autograder.core.grading.check_output.compare_output = lambda *anything: None
