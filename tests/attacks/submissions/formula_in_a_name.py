# ---
# class: spreadsheet formulas
# tries: Is called by a formula, which the instructor's spreadsheet works out, and tells others the result.
# defence: tables are plain
# gains: the table
# ends: passed
# earned: 2
# student: "=HYPERLINK(1+1)"
# ---

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
