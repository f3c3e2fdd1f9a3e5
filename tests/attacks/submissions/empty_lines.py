# ---
# class: malformed files
# tries: Hands in a page of empty lines, over which a careless pattern runs again from each.
# defence: a file has a size
# undefended: What it costs is time, which no test measures; the pattern is in autograder/runner/submissions/identity.py.
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
