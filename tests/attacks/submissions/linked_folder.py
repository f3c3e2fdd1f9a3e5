# ---
# class: symlinks, devices and pipes
# tries: Submits a folder that is a symbolic link to another student's folder.
# defence: links are removed
# gains: points
# ends: not run
# beside: []
# ---

# %% handed in
def hand_in(book, path, place):
    path.parent.symlink_to(place.path("ada", "02_second").parent)
