# ---
# class: bombs
# tries: Fills the disk.
# defence: files are bounded
# gains: points
# ---

# %% cell
WROTE = 0
try:
    for number in range(4):
        with open(f"/tmp/{number}", "wb") as file:
            WROTE += file.write(bytes(24 << 20))
except OSError:
    pass

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if WROTE > 90 << 20 else []
