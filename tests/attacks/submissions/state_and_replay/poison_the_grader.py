# tries: Rewrites the grader's own files, so that they accept wrong answers of later submissions.
# defence: grader mounted read-only
# gains: points
# submissions: 2

# %% cell
import autograder.runner.sandbox.inside.worker

path = autograder.runner.sandbox.inside.worker.__file__
text = open(path).read()
if "KNOWN" not in text:
    with open(path, "w") as file:
        file.write(text + "\n\nKNOWN = lambda m, k, n: 2 * m * k * n\n")

# %% answer: 03_count_flops
def count_flops(m, k, n):
    import sys

    return getattr(sys.modules["autograder.runner.sandbox.inside.worker"], "KNOWN", lambda *x: 0)(m, k, n)
