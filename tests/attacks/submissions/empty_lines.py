# ---
# class: malformed files
# tries: Submits a Markdown cell of empty lines, on which a careless regular expression takes quadratic time.
# defence: a file has a size
# undefended: It costs only time, which no test measures. The pattern is in autograder/runner/submissions/identity.py.
# ends: not run
# beside: []
# ---

# %% handed in
import json


def hand_in(book, path, place):
    path.parent.mkdir()
    lines = "\n" * 200_000 + "x"
    book["cells"].append({"cell_type": "markdown", "metadata": {}, "source": lines})
    path.write_text(json.dumps(book))
