# ---
# class: metadata and cell ids
# tries: Deletes every check, so that nothing can fail.
# defence: our cells are ours
# undefended: Checks are not taken from the notebook; the gradebook is looked at in test_attacks_gradebook.py.
# beside: []
# ends: not run
# ---

# %% handed in
import json


def hand_in(book, path, place):
    path.parent.mkdir()
    book["cells"] = [c for c in book["cells"] if not c["id"].startswith("0") or "-" in c["id"]]
    path.write_text(json.dumps(book))
