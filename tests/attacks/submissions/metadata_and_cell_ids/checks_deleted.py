# tries: Deletes every check cell, so that no check can fail.
# defence: checks from the course only
# undefended: Checks are never taken from the notebook. test_attacks_gradebook.py covers the gradebook.
# status: not run

# %% handed in
book["cells"] = [c for c in book["cells"] if not c["id"].startswith("0") or "-" in c["id"]]
