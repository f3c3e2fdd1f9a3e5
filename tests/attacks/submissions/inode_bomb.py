# ---
# class: bombs
# tries: Makes empty files, which take no space and a thousand bytes each of the kernel's own memory.
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
