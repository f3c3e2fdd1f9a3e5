# tries: Submits a student folder that is itself a symbolic link to another student.
# defence: links refused
# gains: points
# status: not run

# %% handed in
path.parent.parent.rmdir()
path.parent.parent.symlink_to(place.path("ada", "02_second").parent.parent)
