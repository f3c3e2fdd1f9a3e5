# ---
# class: metadata and cell ids
# tries: Writes over the check, without its mark, an answer and a `check` of its own that finds it right.
# defence: our cells are ours
# undefended: Checks are not taken from the notebook, and what stands over one is an answer or nothing.
# beside: []
# ---

# %% handed in
import json

OWN = """\
def best_split(n, parts):
    return []


def check(*things, **words):
    print("passed, 1 of 1 point")


check(best_split)"""


def hand_in(book, path, place):
    path.parent.mkdir()
    for cell in book["cells"]:
        if cell["id"] == "02_best_split":
            cell["source"] = OWN
    path.write_text(json.dumps(book))
