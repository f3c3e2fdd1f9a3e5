# tries: Submits bytes that are not valid text.
# defence: limit on the size of a notebook
# undefended: There is no defence to switch off. It only matters that one verdict fails and not the whole run.
# status: not run
# message: not JSON

# %% handed in
path.parent.mkdir()
path.write_bytes(bytes(range(256)) * 99)
