# ---
# class: bombs
# tries: Creates empty files, which use no disk space but about a kilobyte of kernel memory each.
# defence: files are counted
# gains: points
# ---

# %% cell
COUNT = 0
try:
    for COUNT in range(20_000):
        open(f"/tmp/{COUNT}", "w").close()
except OSError:
    pass

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if COUNT == 19_999 else []
