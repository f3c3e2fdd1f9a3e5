# tries: Fills the disk.
# defence: limit on the size of a file
# gains: points
# answer: right if WROTE > 90 << 20

# %% cell
WROTE = 0
try:
    for number in range(4):
        with open(f"/tmp/{number}", "wb") as file:
            WROTE += file.write(bytes(24 << 20))
except OSError:
    pass
