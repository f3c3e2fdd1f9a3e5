# tries: Replaces the check cell, without its metadata, with an answer and a custom `check` that accepts it.
# defence: checks from the course only
# undefended: Checks are never taken from the notebook. A cell above a check is an answer or is ignored.

# %% handed in
OWN = """\
def best_split(n, parts):
    return []


def check(*things, **words):
    print("passed, 1 of 1 point")


check(best_split)"""
for cell in book["cells"]:
    if cell["id"] == "02_best_split":
        cell["source"] = OWN
