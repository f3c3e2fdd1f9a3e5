# tries: Submits a Markdown cell of empty lines, on which a careless regular expression takes quadratic time.
# defence: limit on the size of a notebook
# undefended: It costs only time, which no test measures. The pattern is in autograder/runner/submissions/identity.py.
# status: not run

# %% handed in
lines = "\n" * 200_000 + "x"
book["cells"].append({"cell_type": "markdown", "metadata": {}, "source": lines})
