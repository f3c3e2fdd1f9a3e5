# ---
# class: file and environment theft
# tries: Reads the environment of the judge's process, by its number, from /proc.
# defence: processes out of sight
# gains: the environment
# ---

# %% answer: 02_best_split
def best_split(n, parts):
    for name in ("ancestors", "@JUDGE@"):
        try:
            text = open(f"/proc/{name}/environ").read()
        except OSError:
            continue
        raise ValueError([word for word in text.split("\0") if "CANARY" in word])
    return []
