# tries: Submits a correct answer among five thousand cells.
# defence: limit on the number of cells
# gains: points
# answer: right
# status: not run
# message: more than 2000 cells

# %% handed in
book["cells"] += [{"cell_type": "markdown", "metadata": {}, "source": ""}] * 5000
