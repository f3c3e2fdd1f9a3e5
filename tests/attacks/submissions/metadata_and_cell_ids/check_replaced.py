# tries: Replaces our check cell with a check of its own that adds an answer to the task.
# defence: checks from the course only
# gains: points

# %% handed in
KIND = "def best_split(n, parts):\n    return [n // parts + (i < n % parts) for i in range(parts)]"
for cell in book["cells"]:
    if cell["id"] == "02_best_split-answer":
        cell["source"] = "# task: 02_best_split\ndef best_split(n, parts):\n    return []"
    if cell["id"] == "02_best_split":
        cell["source"] = "# task: 02_best_split, check\n" + KIND
