# ---
# class: bombs
# tries: Asks for memory until there is none left.
# defence: memory is bounded
# gains: points
# says: MemoryError
# ---

# %% answer: 02_best_split
def best_split(n, parts):
    held = memoryview(bytearray(8 << 30))  # asked for; never touched, so that this is safe to show
    assert len(held) == 8 << 30
    return [n // parts + (i < n % parts) for i in range(parts)]
