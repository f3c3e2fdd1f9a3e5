# ---
# class: malformed files
# tries: Submits a correct answer among five thousand cells.
# defence: a notebook has so many cells
# gains: points
# ends: not run
# says: more than 2000 cells
# beside: []
# ---

# %% handed in
import json


def hand_in(book, path, place):
    path.parent.mkdir()
    right = "# task: 02_best_split\ndef best_split(n, parts):\n    "
    right += "return [n // parts + (i < n % parts) for i in range(parts)]"
    book["cells"].append({"cell_type": "code", "metadata": {}, "outputs": [], "source": right})
    book["cells"] += [{"cell_type": "markdown", "metadata": {}, "source": ""}] * 5000
    path.write_text(json.dumps(book))
