# ---
# class: metadata and cell ids
# tries: Deletes every check cell, so that no check can fail.
# defence: our cells are ours
# undefended: Checks are never taken from the notebook. test_attacks_gradebook.py covers the gradebook.
# beside: []
# ends: not run
# ---

# %% handed in
import json


def hand_in(book, path, place):
    path.parent.mkdir()
    book["cells"] = [c for c in book["cells"] if not c["id"].startswith("0") or "-" in c["id"]]
    path.write_text(json.dumps(book))
