# ---
# class: malformed files
# tries: Submits a correct answer in a notebook of thirty megabytes.
# defence: a file has a size
# gains: points
# ends: not run
# says: larger than 20 MB
# beside: []
# ---

# %% handed in
import json


def hand_in(book, path, place):
    path.parent.mkdir()
    right = "# task: 02_best_split\ndef best_split(n, parts):\n    "
    right += "return [n // parts + (i < n % parts) for i in range(parts)]"
    book["cells"].append({"cell_type": "code", "metadata": {}, "outputs": [], "source": right})
    book["metadata"]["filler"] = "x" * (30 << 20)
    path.write_text(json.dumps(book))
