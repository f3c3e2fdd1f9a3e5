# tries: Fills the machine's memory through shared-memory files, which are charged to no process.
# defence: limit on the size of a file
# gains: points
# answer: right if HELD

# %% cell
HELD = 0
try:
    with open("/dev/shm/whole", "wb") as file:
        HELD = file.write(bytes(90 << 20))
except OSError:
    pass
