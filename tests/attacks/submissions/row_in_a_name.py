# ---
# class: spreadsheet formulas
# tries: Uses a whole row of the exported table as its name, which gives a student full marks.
# defence: tables are plain
# gains: the table
# ends: passed
# earned: 2
# student: "x\\n02_second,,,eve,Eve,,,100,0,100,100"
# ---

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
