# ---
# class: bombs
# tries: Fills the machine's memory through shared-memory files, which are charged to no process.
# defence: files are bounded
# gains: points
# ---

# %% cell
HELD = 0
try:
    with open("/dev/shm/whole", "wb") as file:
        HELD = file.write(bytes(90 << 20))
except OSError:
    pass

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if HELD else []
