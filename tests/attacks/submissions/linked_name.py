# ---
# class: symlinks, devices and pipes
# tries: Submits a student folder that is itself a symbolic link to another student.
# defence: links are removed
# gains: points
# ends: not run
# beside: []
# ---

# %% handed in
def hand_in(book, path, place):
    path.parent.parent.rmdir()
    path.parent.parent.symlink_to(place.path("ada", "02_second").parent.parent)
