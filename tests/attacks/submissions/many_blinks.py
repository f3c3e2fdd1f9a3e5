# ---
# class: endless loops
# tries: Sleeps in every cell for such a short time that no sample notices it.
# defence: what nobody looks at adds up
# gains: points
# beside: []
# ends: not run
# says: together took more than 6 s in many short pieces
# ---

# %% handed in
import json


def hand_in(book, path, place):
    nap = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    nap["source"] = "import time; time.sleep(0.02)"
    book["cells"][2:2] = 700 * [nap]
    path.parent.mkdir()
    path.write_text(json.dumps(book))

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
