# tries: Submits a folder that is a symbolic link to another student's folder.
# defence: links refused
# gains: points
# status: not run

# %% handed in
path.parent.symlink_to(place.path("ada", "02_second").parent)
