# ---
# class: metadata and cell ids
# tries: Says in the metadata that its wrong answer is worth a thousand points.
# defence: our cells are ours
# undefended: Points are read from the course alone; there is no other way to switch on. The gradebook is looked at in test_attacks_gradebook.py.
# beside: []
# ---

# %% handed in
import json


def hand_in(book, path, place):
    path.parent.mkdir()
    for cell in book["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"].update(points=1000, grade=True, locked=False)
        if cell["id"] == "02_best_split-answer":
            cell["source"] = "# task: 02_best_split\ndef best_split(n, parts):\n    return []"
    path.write_text(json.dumps(book))
