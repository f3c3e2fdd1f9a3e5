# tries: Submits a file that is nested a hundred thousand levels deep.
# defence: limit on the size of a notebook
# undefended: The JSON parser gives up without help. It only matters that one verdict fails and not the whole run.
# status: not run
# message: nested more than 200 levels deep

# %% handed in
path.parent.mkdir()
path.write_text("[" * 100_000)
