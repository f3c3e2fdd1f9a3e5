# tries: Submits the same graded cell a hundred times to collect its points repeatedly.
# defence: checks from the course only
# undefended: A task has one verdict however often its cell occurs. test_attacks_gradebook.py covers the gradebook.
# status: not run

# %% handed in
for cell in list(book["cells"]):
    if cell["id"] == "02_best_split":
        book["cells"] += [cell] * 100
