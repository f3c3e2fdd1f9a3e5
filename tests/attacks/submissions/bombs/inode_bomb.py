# tries: Creates empty files, which use no disk space but about a kilobyte of kernel memory each.
# defence: limit on the number of files
# gains: points
# answer: right if COUNT == 19_999

# %% cell
COUNT = 0
try:
    for COUNT in range(20_000):
        open(f"/tmp/{COUNT}", "w").close()
except OSError:
    pass
