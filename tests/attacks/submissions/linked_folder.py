# ---
# class: symlinks, devices and pipes
# tries: Hands in a folder that is a link to the folder of another student.
# defence: links are removed
# gains: points
# ends: not run
# beside: []
# ---

# %% handed in
def hand_in(book, path, place):
    path.parent.symlink_to(place.path("ada", "02_second").parent)
