# tries: Claims in the cell metadata that its wrong answer is worth a thousand points.
# defence: checks from the course only
# undefended: Points are read from the course only, with no alternative to switch on. test_attacks_gradebook.py covers the gradebook.

# %% handed in
for cell in book["cells"]:
    if "nbgrader" in cell["metadata"]:
        cell["metadata"]["nbgrader"].update(points=1000, grade=True, locked=False)
    if cell["id"] == "02_best_split-answer":
        cell["source"] = "# task: 02_best_split\ndef best_split(n, parts):\n    return []"
