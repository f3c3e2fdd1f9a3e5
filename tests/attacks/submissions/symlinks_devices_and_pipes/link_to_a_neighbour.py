# tries: Submits a symbolic link to another student's notebook.
# defence: only regular files opened
# gains: points
# status: not run

# %% handed in
path.parent.mkdir()
path.symlink_to(place.path("ada", "02_second"))
